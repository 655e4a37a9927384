// Facts for stricter versions alone: the recording as it is. A rule has no business asking for line ends or the case of a
// header; a stricter version proves with them that a near-miss's choice arrived.

import type { Json } from "../../../src/base/json.ts";
import { type Fact, type Item, seen } from "../../../src/judge/core/fact.ts";

const RAW: readonly Fact[] = [
  {
    name: "raw_exchanges",
    doc: "Every exchange as it was recorded.",
    kind: "observations",
    questions: "anything",
    type: "an exchange of the capture",
    read: (view) =>
      seen(
        [...view.records.filter(({ id }) => !view.cutShort.some((cut) => cut.id === id)), ...view.cutShort].map(
          ({ exchange, id }): Item => ({ value: exchange as unknown as Json, exchange: id, pointer: "" }),
        ),
      ),
  },
  {
    name: "raw_processes",
    doc: "How every process ended, as it was recorded.",
    kind: "observations",
    questions: "anything",
    type: "a process of the capture",
    read: (view) =>
      seen(
        view.conversations.flatMap(({ process }): Item[] =>
          process === undefined
            ? []
            : [{ value: process as unknown as Json, exchange: null, pointer: "/conversations" }],
        ),
      ),
  },
];

export const withRawFacts = (facts: ReadonlyMap<string, Fact>): ReadonlyMap<string, Fact> =>
  new Map([...facts, ...RAW.map((fact) => [fact.name, fact] as const)]);
