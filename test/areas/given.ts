// Cases of reading tables, in the order in which a reader asks: what the capture shows, what it holds, what the fact reads
// from it. `given("a refusal", [refused(…)]).unseen("not-probed")` is one row.

import type { Capture, Exchange, NotProbed, Unsolicited } from "../../src/model/capture.ts";
import type { Json, JsonObject } from "../../src/model/json.ts";
import type { ExpectedItems, ExpectedReading, ReadingCase } from "./reading-table.ts";
import { leftOut, overHttp, refused } from "./small-captures.ts";

/** What a capture holds: exchanges, questions that the plan left out, and messages that belong to no exchange. */
type Entry = Exchange | NotProbed | Unsolicited;

/** Members of a capture or of a case that a list of entries cannot express. */
type Members = Partial<Capture> & Partial<Pick<ReadingCase, "revision" | "schemas" | "foreign">>;

type Contents = readonly Entry[] | Members;

interface Reads {
  readonly values: (values: readonly Json[], items?: ExpectedItems) => ReadingCase;
  readonly partly: (partly: readonly JsonObject[], items?: ExpectedItems) => ReadingCase;
  readonly unseen: (reason: string) => ReadingCase;
  readonly inapplicable: (reason: string) => ReadingCase;
  /** Nothing, for the reason for which the plan left a question out. */
  readonly leftOut: () => ReadingCase;
  readonly reads: (expected: ExpectedReading) => ReadingCase;
}

const isList = (contents: Contents): contents is readonly Entry[] => Array.isArray(contents);

const sorted = (entries: readonly Entry[]): Members & { readonly exchanges: readonly Exchange[] } => {
  const exchanges: Exchange[] = [];
  const not_probed: NotProbed[] = [];
  const unsolicited: Unsolicited[] = [];
  for (const entry of entries) {
    if ("reason" in entry) not_probed.push(entry);
    else if ("at_ms" in entry) unsolicited.push(entry);
    else exchanges.push(entry);
  }
  return {
    exchanges,
    ...(not_probed.length > 0 ? { not_probed } : {}),
    ...(unsolicited.length > 0 ? { unsolicited } : {}),
  };
};

/** Starts rows about captures of one kind; `frame` adds what all of them have. */
export const givenIn =
  (frame: (exchanges: readonly Exchange[]) => Members) =>
  (shows: string, contents: Contents = []): Reads => {
    const { exchanges = [], ...members } = isList(contents) ? sorted(contents) : contents;
    const { revision, schemas, foreign, ...capture } = { ...frame(exchanges), ...members };
    const reads = (expected: ExpectedReading): ReadingCase => ({
      shows,
      capture: { exchanges, ...capture },
      ...(revision ? { revision } : {}),
      ...(schemas ? { schemas } : {}),
      ...(foreign ? { foreign } : {}),
      reads: expected,
    });
    return {
      values: (values, items = {}) => reads({ values, ...items }),
      partly: (partly, items = {}) => reads({ partly, ...items }),
      unseen: (unseen) => reads({ unseen }),
      inapplicable: (inapplicable) => reads({ inapplicable }),
      leftOut: () => {
        const [{ reason } = { reason: "nothing was left out" }] = capture.not_probed ?? [];
        return reads(reason === "not-offered" ? { inapplicable: reason } : { unseen: reason });
      },
      reads,
    };
  };

const http = { transport: "streamable-http" } as const;
const stateless = { revision: "2026-07-28" } as const;

/** On a pipe, in the stateful era. */
export const given = givenIn((exchanges) => ({ exchanges }));
export const givenHttp = givenIn((exchanges) => ({ ...http, exchanges }));
export const givenStateless = givenIn((exchanges) => ({ ...stateless, exchanges }));
export const givenStatelessHttp = givenIn((exchanges) => ({ ...http, ...stateless, exchanges }));

/** A capture in which nothing was asked. */
export const NOTHING: ReadingCase = given("a capture without any of it").unseen("not-probed");

/** The cases of a fact that is nothing but the answers to these steps. `names`: what each answer is called. */
export const answerCases = (steps: readonly string[], names?: readonly (string | null)[]): readonly ReadingCase[] => [
  {
    shows: "every answer, and none to another question",
    capture: {
      transport: "streamable-http",
      exchanges: ["other-question", ...steps].map((step, index) => overHttp(refused(step, "x", -32000 - index), 200)),
    },
    reads: {
      partly: steps.map((_, index) => ({ outcome: "error", error: { code: -32001 - index } })),
      at: steps.map(() => ""),
      names: names ?? steps.map(() => null),
    },
  },
  {
    shows: "a question that the plan left out",
    capture: { transport: "streamable-http", exchanges: [], not_probed: [leftOut(steps[0] ?? "", "unsafe-to-probe")] },
    reads: { unseen: "unsafe-to-probe" },
  },
];

/** The same of messages that only stand beside a question: the plan leaves out questions, and never names these. */
export const besideCases = (steps: readonly string[], names?: readonly (string | null)[]): readonly ReadingCase[] =>
  answerCases(steps, names).map((one) => ("unseen" in one.reads ? { ...one, reads: { unseen: "not-probed" } } : one));
