import type { Fact, Item, Reading, View } from "../../facts/fact.ts";
import type { Exchange } from "../../model/capture.ts";
import type { Json } from "../../model/json.ts";
import type { Condition, Expectation, Rule, Section } from "../../model/rule.ts";
import { untrusted } from "../../model/untrusted.ts";
import type { Finding, InconclusiveReason, Place } from "../../model/verdict.ts";
import { describeActual, type Shortfall } from "./describe-actual.ts";
import { describeCondition, describeExpectation } from "./describe-matcher.ts";
import { below, type EvidenceAt } from "./evidence.ts";
import { type FoundValue, followPath } from "./follow-path.ts";
import { meets, type RegexEngine } from "./match.ts";
import { matchOnce, meetsOnce } from "./match-once.ts";
import { parseTarget } from "./parse-target.ts";

/** What judging a rule needs besides the rule. */
export interface JudgeContext {
  readonly view: View;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly evidenceAt: EvidenceAt;
  readonly exchanges: ReadonlyMap<string | number, Exchange>;
  readonly regex: RegexEngine;
}

/** Nobody reads more failing items than this; the verdict says how many there are. */
const MAX_FAILURES = 100;
const MAX_PASSES = 3;

export const judgeRule = (rule: Rule, context: JudgeContext): Finding => {
  const ruledOut = otherTransport(rule, context) ?? neverStarted(context) ?? authRequired(rule, context);
  if (ruledOut) return ruledOut;
  const kept = new Map<Fact, readonly Item[]>();
  for (const condition of rule.when ?? []) {
    const stopped = precondition(rule, condition, context, kept);
    if (stopped) return stopped;
  }
  return combine(
    rule.expect.map((expectation) => examine(rule, expectation, context, kept)),
    context,
  );
};

const otherTransport = ({ transport }: Rule, { view, evidenceAt }: JudgeContext): Finding | undefined => {
  if (transport === undefined || view.transport === undefined) return undefined;
  const kind = view.transport === "stdio" ? "stdio" : "http";
  if (kind === transport) return undefined;
  return {
    state: "not-applicable",
    reason: "other-transport",
    detail: `the rule is about ${transport === "http" ? "HTTP" : "stdio"}; this session was on ${kind === "http" ? "HTTP" : "stdio"}`,
    evidence: [evidenceAt({ exchange: null, pointer: "/transport" })],
  };
};

/** A command that ends before it answers anything is no server yet: what it printed breaks no rule of the protocol. */
const neverStarted = (context: JudgeContext): Finding | undefined => {
  const { outcome, conversations = [] } = context.view.capture;
  if (outcome !== "unreachable") return undefined;
  const ended = conversations.every(
    ({ process }) => process === undefined || process.ended_by === "itself" || process.ended_by === "not-started",
  );
  if (!ended) return undefined;
  const gap = { reason: "unreachable" as const, detail: "the server never answered" };
  return inconclusive(gap, [{ exchange: null, pointer: "/outcome" }], context);
};

/** A server that asks for credentials still shows how it asks; everything else is out of reach. */
const VISIBLE_WITHOUT_CREDENTIALS: readonly Section[] = ["auth", "security"];

const authRequired = ({ section }: Rule, context: JudgeContext): Finding | undefined =>
  context.view.capture.outcome !== "auth-required" || VISIBLE_WITHOUT_CREDENTIALS.includes(section)
    ? undefined
    : inconclusive(
        { reason: "auth-required", detail: "the server wants credentials first" },
        [{ exchange: null, pointer: "/outcome" }],
        context,
      );

const readTarget = (
  target: string,
  { facts, view }: JudgeContext,
): { readonly fact: Fact; readonly path: readonly string[]; readonly reading: Reading } => {
  const { fact: name, path } = parseTarget(target);
  const fact = facts.get(name);
  if (!fact) throw new Error(`there is no fact ${JSON.stringify(name)}`);
  return { fact, path, reading: view.read(fact) };
};

const isEach = (fact: Fact, rule: Pick<Rule, "each">): boolean => fact.kind === "observations" || rule.each === true;

/** A condition on a list that the rule checks item by item selects items; any other condition decides the whole rule. */
const precondition = (
  rule: Rule,
  condition: Condition,
  context: JudgeContext,
  kept: Map<Fact, readonly Item[]>,
): Finding | undefined => {
  const { target, matcher } = condition;
  const { fact, path, reading } = readTarget(target, context);
  if (!reading.seen) return unseenFinding(reading, context);
  const holds = meetsOnce(matcher, context.regex);
  const absent = (places: readonly Place[]): Finding => ({
    state: "not-applicable",
    reason: "precondition-absent",
    detail: `it applies where ${describeCondition(condition)}`,
    evidence: places.slice(0, MAX_PASSES).map((place) => context.evidenceAt(place)),
  });
  if (!isEach(fact, rule)) {
    const values = reading.items.flatMap((item) => followPath(item, path)).flatMap(({ value }) => value ?? []);
    return holds(values) ? undefined : absent(shown(reading));
  }
  const before = kept.get(fact) ?? reading.items;
  const open = before.find((item) => isOpen(item, path));
  const rest = before.filter((item) => !isOpen(item, path) && followPath(item, path).some(({ value }) => holds(value)));
  if (rest.length === 0) {
    if (open?.open) return inconclusive(open.open, [open], context);
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
  readonly failures: readonly Shortfall[];
  readonly held: readonly Place[];
  /** Observations that cannot be decided. */
  readonly open: readonly Item[];
  readonly unseen?: Finding;
}

const NOTHING = { failures: [], held: [], open: [] } as const;

const examine = (
  rule: Rule,
  expectation: Expectation,
  context: JudgeContext,
  kept: ReadonlyMap<Fact, readonly Item[]>,
): Examined => {
  const { fact, path, reading } = readTarget(expectation.target, context);
  if (!reading.seen) return { ...NOTHING, expectation, unseen: unseenFinding(reading, context) };
  const items = kept.get(fact) ?? reading.items;
  const open: Item[] = [];
  const spots: FoundValue[] = [];
  for (const item of items) {
    if (isOpen(item, path)) open.push(item);
    else for (const spot of followPath(item, path)) spots.push(spot);
  }
  if (!isEach(fact, rule)) {
    const { failures = [], held = [] } = examineWhole(expectation, spots, shown(reading), context);
    return { expectation, open, held, failures: failures.map((spot) => ({ spot, at: "", fact, path })) };
  }
  if (spots.length === 0 && open.length === 0) {
    return {
      ...NOTHING,
      expectation,
      unseen: {
        state: "not-applicable",
        reason: "precondition-absent",
        detail: `there is nothing of this kind in the session (${expectation.target})`,
        evidence: (items.length > 0 ? items : shown(reading))
          .slice(0, MAX_PASSES)
          .map((place) => context.evidenceAt(place)),
      },
    };
  }
  const failures: Shortfall[] = [];
  const held: Place[] = [];
  const matches = matchOnce(expectation.matcher, context.regex);
  for (const spot of spots) {
    const found = matches(spot.value);
    if (found.ok) held.push(spot);
    else for (const at of found.at) failures.push({ spot, at, fact, path });
  }
  return { expectation, failures, held, open };
};

/** The list as one value: how many items it has, whether it contains one. */
const examineWhole = (
  { matcher }: Expectation,
  spots: readonly FoundValue[],
  looked: readonly Place[],
  { regex }: JudgeContext,
): { readonly failures?: readonly FoundValue[]; readonly held?: readonly Place[] } => {
  const values = spots.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (meets(values, matcher, regex)) return { held: spots.length > 0 ? spots : looked };
  // Items that should not be there are named; where a list should have more, the evidence is where we looked.
  return { failures: spots.length > 0 ? spots : looked.map((place) => ({ ...place, value: [] as Json })) };
};

/** One failure fails the rule; otherwise whatever was not seen leaves it inconclusive; otherwise it passes. */
const combine = (examined: readonly Examined[], context: JudgeContext): Finding => {
  const failed = examined.filter(({ failures }) => failures.length > 0);
  const first = failed[0];
  if (first) return failure(failed, first, context);
  const open = examined.flatMap((entry) => entry.open)[0];
  if (open?.open) return inconclusive(open.open, [open], context);
  const unseen = examined.flatMap((entry) => entry.unseen ?? []);
  const gap = unseen.find(({ state }) => state === "inconclusive");
  if (gap) return gap;
  const held = examined.flatMap((entry) => entry.held);
  if (held.length === 0 && unseen[0]) return unseen[0];
  return {
    state: "pass",
    evidence: held.slice(0, MAX_PASSES).map(({ exchange, pointer }) => context.evidenceAt({ exchange, pointer })),
  };
};

const failure = (failed: readonly Examined[], first: Examined, { evidenceAt, exchanges }: JudgeContext): Finding => {
  const all = failed.flatMap(({ failures }) => failures);
  const evidence = all.slice(0, MAX_FAILURES).map((one) => {
    const { spot, at } = one;
    const exchange = spot.exchange === null ? undefined : exchanges.get(spot.exchange);
    return evidenceAt({ ...below(spot, at), name: spot.name }, describeActual(one, exchange));
  });
  return {
    state: "fail",
    expected: describeExpectation(first.expectation),
    actual: evidence[0]?.actual ?? untrusted("nothing"),
    evidence,
    failures: new Set(all.map(({ spot }) => spot)).size,
  };
};

const unseenFinding = (reading: Extract<Reading, { seen: false }>, context: JudgeContext): Finding => {
  if (reading.applies) return inconclusive(reading, reading.places, context);
  const { reason, detail, places } = reading;
  return { state: "not-applicable", reason, detail, evidence: places.map((place) => context.evidenceAt(place)) };
};

const inconclusive = (
  { reason, detail }: { readonly reason: InconclusiveReason; readonly detail: string },
  places: readonly Place[],
  { evidenceAt }: JudgeContext,
): Finding => ({
  state: "inconclusive",
  reason,
  detail,
  evidence: places.slice(0, MAX_PASSES).map(({ exchange, pointer }) => evidenceAt({ exchange, pointer })),
});
