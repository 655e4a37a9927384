import { isJsonObject, type Json, listMember, member, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { ExchangeRecord, View } from "../../judge/core/fact.ts";
import type { Expectation } from "../../judge/core/rule.ts";
import type { VerdictState } from "../../judge/core/verdict.ts";
import { openView } from "../../judge/core/view.ts";
import { eraOf, type Revision } from "../../protocol/revision.ts";
import { judgeTests } from "../judge/judge-tests.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SuiteTest } from "../suite.ts";

export interface StarterTest {
  readonly test: SuiteTest;
  /** What it is for, one phrase. */
  readonly why: string;
}

export interface StarterTests {
  readonly kept: readonly StarterTest[];
  /** Suggested, but not met today. What the session never asked is not among them. */
  readonly left: readonly StarterTest[];
}

/** The tests that a server's capabilities suggest, split into those it meets today and those it does not. */
export const starterTests = async (capture: Capture, revision: Revision, book: RuleBook): Promise<StarterTests> => {
  const suggested = suggest(capture, revision);
  const judged = await judgeTests(
    capture,
    revision,
    suggested.map(({ test }) => test),
    book,
    { spot: ({ name }) => name, pinned: true },
  );
  const stateOf = (index: number): VerdictState | undefined => judged[index]?.verdict.state;
  return {
    kept: suggested.filter((_, index) => stateOf(index) === "pass"),
    left: suggested.filter((_, index) => stateOf(index) === "fail"),
  };
};

const LISTS = [
  { capability: "tools", method: "tools/list", list: "tools", key: "name" },
  { capability: "resources", method: "resources/list", list: "resources", key: "uri" },
  { capability: "prompts", method: "prompts/list", list: "prompts", key: "name" },
] as const;

const suggest = (capture: Capture, revision: Revision): readonly StarterTest[] => {
  const stateful = eraOf(revision) === "stateful";
  const entry = stateful ? "initialize" : "server/discover";
  const name = stringMember(capture.server_info, "name");
  const offered = Object.keys(capture.server_capabilities ?? {});
  const capabilities: Expectation = {
    target: "result.capabilities",
    matcher: { schema: { type: "object", ...(offered.length > 0 ? { required: offered } : {}) } },
  };
  return [
    suggestion("the server still offers what it offers today", entry, "a capability that goes missing breaks clients", [
      capabilities,
      ...(name === undefined || !stateful || !isPlain(name)
        ? []
        : [{ target: "result.serverInfo.name", matcher: { exact: name } } as const]),
    ]),
    ...(stateful
      ? [suggestion("ping is answered", "ping", "without expect: an answer with a result is enough", undefined)]
      : []),
    ...LISTS.flatMap(({ capability, method, list, key }) =>
      offered.includes(capability) ? [listTest(capture, revision, method, list, key)] : [],
    ),
    {
      test: {
        name: stateful ? "PROTO-002" : "DISC-001",
        server: "server",
        path: [],
        ruleId: stateful ? "PROTO-002" : "DISC-001",
      },
      why: "a rule of the specification, as mcptest explain describes it",
    },
  ];
};

const MOST_NAMES = 100;

const listTest = (capture: Capture, revision: Revision, method: string, list: string, key: string): StarterTest => {
  const names = listedNames(capture, revision, method, list, key);
  const shape: Expectation = { target: `result.${list}`, matcher: { schema: { type: "array" } } };
  return suggestion(`${method} lists what it lists today`, method, "a name that goes missing breaks agents", [
    shape,
    // A fact: the names on all pages together.
    ...(names.length === 0 ? [] : [{ target: `${list}.${key}`, matcher: { "contains-all": names } } as const]),
  ]);
};

/** From all pages of the first listing, and only if all of them can be written into a file as they are. */
const listedNames = (capture: Capture, revision: Revision, method: string, list: string, key: string): string[] => {
  const pages = firstListing(openView(capture, revision), method);
  const names = pages.flatMap((result) => listMember(result, list).map((entry) => stringMember(entry, key) ?? ""));
  return names.length <= MOST_NAMES && names.every(isPlain) ? [...new Set(names)] : [];
};

/** The results of one listing, page after page: the first without a cursor, and what was asked for with those it named. */
const firstListing = ({ records }: View, method: string): readonly Json[] => {
  const answered = records.filter(
    (one) => one.method === method && one.exchange.deliberate !== true && isJsonObject(one.exchange.response),
  );
  const cursorOf = ({ request }: ExchangeRecord): string | undefined =>
    stringMember(member(request, "params"), "cursor");
  const pages: Json[] = [];
  const seen = new Set<string | undefined>();
  let record = answered.find((one) => cursorOf(one) === undefined);
  while (record) {
    const result = member(record.exchange.response, "result") ?? null;
    pages.push(result);
    const next = stringMember(result, "nextCursor");
    const { conversation } = record.exchange;
    record =
      next === undefined || seen.has(next)
        ? undefined
        : answered.find((one) => cursorOf(one) === next && one.exchange.conversation === conversation);
    seen.add(next);
  }
  return pages;
};

const isPlain = (text: string): boolean => /^[\x20-\x7e]{1,120}$/.test(text) && !text.includes("${");

const suggestion = (
  name: string,
  method: string,
  why: string,
  expect: readonly Expectation[] | undefined,
): StarterTest => ({ test: { name, server: "server", path: [], method, ...(expect ? { expect } : {}) }, why });
