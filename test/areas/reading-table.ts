// A table of small captures and what a fact reads from them. A broken fact is found here without starting a server. A row says, in the
// order in which a reader asks, what the capture shows, what it holds and what the fact reads from it:
// `given("a refusal", [refused(…)]).unseen("not-probed")`.

import { describe, expect, test } from "vitest";
import { FACTS } from "../../src/areas/all-facts.ts";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { readPointer, toPointer } from "../../src/base/pointer.ts";
import type { Capture, Exchange, NotProbed, Place, Unsolicited } from "../../src/capture/capture.ts";
import type { Item, Reading } from "../../src/judge/core/fact.ts";
import type { SchemaFindings } from "../../src/judge/core/schema-findings.ts";
import { openView } from "../../src/judge/core/view.ts";
import { checkContents } from "../../src/judge/preparation/contents/check-contents.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { conversations, leftOut, overHttp, refused } from "./small-captures.ts";

/** The members of a capture that a case is about; the rest is filled in. */
export type SmallCapture = Partial<Capture> & { readonly exchanges: readonly Exchange[] };

export interface ReadingCase {
  /** What the capture shows, in a few words. */
  readonly shows: string;
  readonly capture: SmallCapture;
  /** 2025-11-25 when absent. */
  readonly revision?: Revision;
  readonly schemas?: SchemaFindings;
  /** A capture of another tool, which knows no conversations. */
  readonly foreign?: true;
  readonly reads: ExpectedReading;
}

/**
 * `values`: what was seen, compared whole. `partly`: the same with only the members that matter. `unseen`: the reason
 * for which the fact saw nothing although the question applies. `inapplicable`: the question does not apply.
 */
export type ExpectedReading =
  | ({ readonly values: readonly Json[] } & ExpectedItems)
  | ({ readonly partly: readonly JsonObject[] } & ExpectedItems)
  | { readonly unseen: string }
  | { readonly inapplicable: string };

/** What stands beside the values, one entry per item. */
export interface ExpectedItems {
  readonly at?: readonly string[];
  /** The exchanges of the items: main/1 for the first of the case, null for the session. */
  readonly exchanges?: readonly (string | number | null)[];
  /** The labels, null where an item has none. */
  readonly names?: readonly (string | null)[];
  /** The pointers of members that stand elsewhere; only those that matter. */
  readonly parts?: readonly Readonly<Record<string, string>>[];
  /** The reason for which nothing can be said about an item, null where something can. */
  readonly open?: readonly (string | null)[];
  /** The members of an open item about which something can be said all the same. */
  readonly except?: readonly (readonly string[])[];
  /** The pointers of the places that were looked at. */
  readonly lookedAt?: readonly string[];
}

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
  givenHttp(
    "every answer, and none to another question",
    ["other-question", ...steps].map((step, index) => overHttp(refused(step, "x", -32000 - index), 200)),
  ).partly(
    steps.map((_, index) => ({ outcome: "error", error: { code: -32001 - index } })),
    { at: steps.map(() => ""), names: names ?? steps.map(() => null) },
  ),
  givenHttp("a question that the plan left out", [leftOut(steps[0] ?? "", "unsafe-to-probe")]).leftOut(),
];

/** The same of messages that only stand beside a question: the plan leaves out questions, and never names these. */
export const besideCases = (steps: readonly string[], names?: readonly (string | null)[]): readonly ReadingCase[] =>
  answerCases(steps, names).map((one) => ("unseen" in one.reads ? { ...one, reads: { unseen: "not-probed" } } : one));

/** One group of cases for a fact. */
export const readingTable = (fact: string, cases: readonly ReadingCase[]): void => {
  describe(fact, () => {
    test.each(cases)("$shows", async ({ capture, revision = "2025-11-25", schemas, foreign, reads }) => {
      const found = FACTS.get(fact);
      if (!found) throw new Error(`there is no fact ${fact}`);
      const whole = foreign ? asForeign(capture) : fill(capture, revision);
      const reading = found.read(openView(whole, revision, schemas, undefined, await checkContents(whole)));
      for (const place of reading.seen ? [...reading.items, ...reading.looked_at] : reading.places)
        expect(isInside(whole, place), `${place.exchange} ${place.pointer} leads nowhere`).toBe(true);
      if ("unseen" in reads) {
        expect(reading).toMatchObject({ seen: false, applies: true, reason: reads.unseen });
        return;
      }
      if ("inapplicable" in reads) {
        expect(reading).toMatchObject({ seen: false, applies: false, reason: reads.inapplicable });
        return;
      }
      if (!reading.seen) throw new Error(`nothing was seen: ${reading.reason}, ${reading.detail}`);
      expect(reading.items.flatMap((item) => strayMembers(whole, item))).toEqual([]);
      const values = reading.items.map(({ value }) => value);
      if ("values" in reads) expect(values).toEqual(reads.values);
      else {
        expect(values.length).toBe(reads.partly.length);
        expect(values).toMatchObject(reads.partly);
      }
      expectItems(reading, reads);
    });
  });
};

const expectItems = ({ items, looked_at: lookedAt }: Reading & { seen: true }, reads: ExpectedItems): void => {
  if (reads.at) expect(items.map(({ pointer }) => pointer)).toEqual(reads.at);
  if (reads.exchanges) expect(items.map(({ exchange }) => exchange)).toEqual(reads.exchanges);
  if (reads.names) expect(items.map(({ name }) => name ?? null)).toEqual(reads.names);
  if (reads.parts) expect(items.map(({ parts }) => parts ?? {})).toMatchObject(reads.parts);
  if (reads.open) expect(items.map(({ open }) => open?.reason ?? null)).toEqual(reads.open);
  if (reads.except) expect(items.map(({ open }) => open?.except ?? [])).toEqual(reads.except);
  if (reads.lookedAt) expect(lookedAt.map(({ pointer }) => pointer)).toEqual(reads.lookedAt);
};

/**
 * Exchanges without a conversation belong to one that speaks the revision. Unless the case has conversations of its own, so does
 * every other that its exchanges name.
 */
const fill = (capture: SmallCapture, revision: Revision): Capture => {
  const transport = capture.transport ?? "stdio";
  const exchanges = capture.exchanges.map((exchange, index) => ({
    id: `main/${index + 1}`,
    conversation: "main",
    ...exchange,
  }));
  const names = new Set(["main", ...exchanges.map(({ conversation }) => conversation)]);
  return {
    server_label: "stdio:test",
    server_capabilities: null,
    transport,
    conversations: conversations([...names], { probes: revision, transport }),
    ...capture,
    exchanges,
  };
};

const asForeign = (capture: SmallCapture): Capture => ({
  server_label: "stdio:test",
  server_capabilities: null,
  ...capture,
});

/** Evidence is looked up by what a fact says; a place that is not in the capture would be evidence of nothing. */
const isInside = ({ exchanges, ...capture }: Capture, { exchange, pointer }: Place): boolean => {
  const base = exchange === null ? capture : exchanges.find(({ id }, index) => (id ?? index) === exchange);
  return base !== undefined && readPointer(base, pointer) !== undefined;
};

/** Members of an observation whose evidence would be found nowhere near it: evidence stands at what is left of its path. */
const strayMembers = (capture: Capture, { value, exchange, pointer, parts }: Item): readonly string[] => {
  if (typeof value !== "object" || value === null || Array.isArray(value) || pointer === "") return [];
  return Object.keys(value)
    .map((key) => ({ key, at: parts?.[key] ?? pointer + toPointer([key]) }))
    .filter(({ at }) => at !== "" && !isInside(capture, { exchange, pointer: at.split("/", 2).join("/") }))
    .map(({ key, at }) => `${key} at ${exchange}${at}`);
};
