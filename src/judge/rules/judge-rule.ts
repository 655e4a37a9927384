import type { Fact, Item, Reading } from "../../facts/fact.ts";
import type { View } from "../../facts/view.ts";
import type { Json } from "../../model/json.ts";
import type { Condition, Expectation, Rule, Section } from "../../model/rule.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { Finding, InconclusiveReason, Place } from "../../model/verdict.ts";
import { describeExpectation } from "./describe-matcher.ts";
import { below, type Exhibitor, excerpt } from "./evidence.ts";
import { readPointer } from "../../json/pointer.ts";
import { followPath, type Spot } from "./follow-path.ts";
import { match, type RegexEngine } from "./match.ts";
import { matchOnce } from "./match-once.ts";
import { parseTarget } from "./parse-target.ts";

/** What judging a rule needs beside the rule. */
export interface Bench {
  readonly view: View;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly exhibit: Exhibitor;
  readonly regex: RegexEngine;
}

/** As many failing items as anybody reads; the verdict says how many there are. */
const MAX_FAILURES = 100;
const MAX_PASSES = 3;

export const judgeRule = (rule: Rule, bench: Bench): Finding => {
  const beside = otherTransport(rule, bench) ?? behindWall(rule, bench);
  if (beside) return beside;
  const kept = new Map<Fact, readonly Item[]>();
  for (const condition of rule.when ?? []) {
    const stopped = precondition(rule, condition, bench, kept);
    if (stopped) return stopped;
  }
  return weigh(
    rule.expect.map((expectation) => examine(rule, expectation, bench, kept)),
    bench,
  );
};

const otherTransport = ({ transport }: Rule, { view, exhibit }: Bench): Finding | undefined => {
  if (transport === undefined || view.transport === undefined) return undefined;
  const kind = view.transport === "stdio" ? "stdio" : "http";
  if (kind === transport) return undefined;
  return {
    state: "not-applicable",
    reason: "other-transport",
    detail: `the rule is about ${transport === "http" ? "HTTP" : "stdio"}; this session was on ${kind === "http" ? "HTTP" : "stdio"}`,
    evidence: [exhibit({ exchange: null, pointer: "/transport" })],
  };
};

/** What a wall shows of itself; the rest is behind it. */
const SHOWN_BY_WALL: readonly Section[] = ["auth", "security"];

const behindWall = ({ section }: Rule, bench: Bench): Finding | undefined =>
  bench.view.capture.outcome !== "auth-required" || SHOWN_BY_WALL.includes(section)
    ? undefined
    : inconclusive(
        { reason: "auth-required", detail: "the server wants credentials first" },
        [{ exchange: null, pointer: "/outcome" }],
        bench,
      );

const factOf = (name: string, { facts }: Bench): Fact => {
  const fact = facts.get(name);
  if (!fact) throw new Error(`there is no fact ${JSON.stringify(name)}`);
  return fact;
};

const isEach = (fact: Fact, rule: Pick<Rule, "each">): boolean => fact.kind === "observations" || rule.each === true;

/**
 * A condition on a list that the rule goes through item by item picks the items; any other one decides about the rule.
 */
const precondition = (
  rule: Rule,
  { target, matcher }: Condition,
  bench: Bench,
  kept: Map<Fact, readonly Item[]>,
): Finding | undefined => {
  const { fact: name, path } = parseTarget(target);
  const fact = factOf(name, bench);
  const reading = bench.view.read(fact);
  if (!reading.seen) return unseenFinding(reading, bench);
  const matches = matchOnce(matcher, bench.regex);
  const holds = (value: Json | undefined): boolean => matches(value).ok;
  const absent = (places: readonly Place[]): Finding => ({
    state: "not-applicable",
    reason: "precondition-absent",
    detail: `it applies where ${describeExpectation({ target, matcher })}`,
    evidence: places.slice(0, MAX_PASSES).map((place) => bench.exhibit(place)),
  });
  if (!isEach(fact, rule)) {
    const values = reading.items.flatMap((item) => followPath(item, path)).flatMap(({ value }) => value ?? []);
    return holds(values) ? undefined : absent(shown(reading));
  }
  const before = kept.get(fact) ?? reading.items;
  const open = before.find((item) => isOpen(item, path));
  const rest = before.filter((item) => !isOpen(item, path) && followPath(item, path).some(({ value }) => holds(value)));
  if (rest.length === 0) {
    if (open?.open) return inconclusive(open.open, [open], bench);
    return absent(before.length > 0 ? before.flatMap((item) => followPath(item, path)) : shown(reading));
  }
  kept.set(fact, rest);
  return undefined;
};

const shown = (reading: Extract<Reading, { seen: true }>): readonly Place[] =>
  reading.looked_at.length > 0 ? reading.looked_at : reading.items;

const isOpen = (item: Item, path: readonly string[]): boolean =>
  item.open !== undefined && !item.open.except.includes(path[0] ?? "");

interface Examined {
  readonly expectation: Expectation;
  readonly failures: readonly { readonly spot: Spot; readonly at: string }[];
  readonly held: readonly Place[];
  /** Observations about which nothing can be said. */
  readonly open: readonly Item[];
  readonly unseen?: Finding;
}

const examine = (
  rule: Rule,
  expectation: Expectation,
  bench: Bench,
  kept: ReadonlyMap<Fact, readonly Item[]>,
): Examined => {
  const { fact: name, path } = parseTarget(expectation.target);
  const fact = factOf(name, bench);
  const reading = bench.view.read(fact);
  const nothing = { expectation, failures: [], held: [], open: [] };
  if (!reading.seen) return { ...nothing, unseen: unseenFinding(reading, bench) };
  const items = kept.get(fact) ?? reading.items;
  if (!isEach(fact, rule)) return examineWhole(expectation, path, items, reading, bench);
  const open = items.filter((item) => isOpen(item, path));
  const spots = items.filter((item) => !isOpen(item, path)).flatMap((item) => followPath(item, path));
  if (spots.length === 0 && open.length === 0) {
    return {
      ...nothing,
      unseen: {
        state: "not-applicable",
        reason: "precondition-absent",
        detail: `there is nothing of this kind in the session (${expectation.target})`,
        evidence: (items.length > 0 ? items : shown(reading)).slice(0, MAX_PASSES).map((place) => bench.exhibit(place)),
      },
    };
  }
  const failures: { spot: Spot; at: string }[] = [];
  const held: Place[] = [];
  const matches = matchOnce(expectation.matcher, bench.regex);
  for (const spot of spots) {
    const found = matches(spot.value);
    if (found.ok) held.push(spot);
    else for (const at of found.at) failures.push({ spot, at });
  }
  return { expectation, failures, held, open };
};

/** The list as one value: how many there are, whether one is among them. */
const examineWhole = (
  expectation: Expectation,
  path: readonly string[],
  items: readonly Item[],
  reading: Extract<Reading, { seen: true }>,
  bench: Bench,
): Examined => {
  const open = items.filter((item) => isOpen(item, path));
  const spots = items.filter((item) => !isOpen(item, path)).flatMap((item) => followPath(item, path));
  const values = spots.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (match(values, expectation.matcher, bench.regex).ok)
    return { expectation, failures: [], held: spots.length > 0 ? spots : shown(reading), open };
  // Items that should not be there are named; a list that should hold more is shown by where it was looked for.
  const culprits = spots.length > 0 ? spots : shown(reading).map((place) => ({ ...place, value: [] as Json }));
  return { expectation, failures: culprits.map((spot) => ({ spot, at: "" })), held: [], open };
};

/** One failure fails the rule; else what could not be seen leaves it open; else it holds. */
const weigh = (examined: readonly Examined[], bench: Bench): Finding => {
  const failed = examined.filter(({ failures }) => failures.length > 0);
  const first = failed[0];
  if (first) return failure(failed, first, bench);
  const open = examined.flatMap((entry) => entry.open)[0];
  if (open?.open) return inconclusive(open.open, [open], bench);
  const unseen = examined.flatMap((entry) => entry.unseen ?? []);
  const gap = unseen.find(({ state }) => state === "inconclusive");
  if (gap) return gap;
  const held = examined.flatMap((entry) => entry.held);
  if (held.length === 0 && unseen[0]) return unseen[0];
  return {
    state: "pass",
    evidence: held.slice(0, MAX_PASSES).map(({ exchange, pointer }) => bench.exhibit({ exchange, pointer })),
  };
};

const failure = (failed: readonly Examined[], first: Examined, { exhibit }: Bench): Finding => {
  const all = failed.flatMap(({ failures }) => failures);
  const evidence = all.slice(0, MAX_FAILURES).map(({ spot, at }) => {
    const actual = excerpt(at === "" ? spot.value : readPointer(spot.value, at));
    return exhibit({ ...below(spot, at), name: spot.name }, actual);
  });
  return {
    state: "fail",
    expected: describeExpectation(first.expectation),
    actual: evidence[0]?.actual ?? untrusted("absent"),
    evidence,
    failures: new Set(all.map(({ spot }) => spot)).size,
  };
};

const unseenFinding = (reading: Extract<Reading, { seen: false }>, bench: Bench): Finding => {
  if (reading.applies) return inconclusive(reading, reading.places, bench);
  const { reason, detail, places } = reading;
  return { state: "not-applicable", reason, detail, evidence: places.map((place) => bench.exhibit(place)) };
};

const inconclusive = (
  { reason, detail }: { readonly reason: InconclusiveReason; readonly detail: string },
  places: readonly Place[],
  { exhibit }: Bench,
): Finding => ({
  state: "inconclusive",
  reason,
  detail,
  evidence: places.slice(0, MAX_PASSES).map(({ exchange, pointer }) => exhibit({ exchange, pointer })),
});
