import type { Json } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Exchange, Place } from "../../capture/capture.ts";
import type { Fact, Item, Reading, View } from "../core/fact.ts";
import { TRANSPORT } from "../core/left-out.ts";
import type { Condition, Expectation, Rule, Section } from "../core/rule.ts";
import type { Finding, InconclusiveReason, VerdictEvidence } from "../core/verdict.ts";
import { describeActual, type Shortfall } from "./describe-actual.ts";
import { describeCondition, describeExpectation } from "./describe-matcher.ts";
import { below, type EvidenceAt } from "./evidence.ts";
import { type FoundValue, followInto, followPath, isSingle, valueAt } from "./follow-path.ts";
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
  /** Only failures are shown: what else was found is counted, and nobody asks where it can be seen. */
  readonly countsOnly?: true;
}

/** Nobody reads more failing items than this; the verdict says how many there are. */
const MAX_FAILURES = 100;
const MAX_PASSES = 3;

export const judgeRule = (rule: Rule, context: JudgeContext): Finding => {
  const ruledOut = otherTransport(rule, context) ?? neverStarted(context) ?? authRequired(rule, context);
  if (ruledOut) return ruledOut;
  const kept: Kept = rule.when === undefined ? NONE_KEPT : new Map<Fact, readonly Item[]>();
  for (const condition of rule.when ?? []) {
    const stopped = precondition(rule, condition, context, kept);
    if (stopped) return stopped;
  }
  return combine(
    rule.expect.map((expectation) => examine(rule, expectation, context, kept)),
    context,
  );
};

type Kept = Map<Fact, readonly Item[]>;

/** Of a rule without conditions; nothing is ever put in. */
const NONE_KEPT: Kept = new Map();

type NamedPlace = Place & { readonly name?: string | undefined };

/** Where something can be seen that is no failure, with what the server calls it. */
const namedAt = (
  places: readonly NamedPlace[],
  { evidenceAt, countsOnly }: JudgeContext,
  most = MAX_PASSES,
): readonly VerdictEvidence[] =>
  countsOnly ? [] : (places.length > most ? places.slice(0, most) : places).map((place) => evidenceAt(place));

/** The place alone. */
const shownAt = (places: readonly Place[], { evidenceAt, countsOnly }: JudgeContext): readonly VerdictEvidence[] =>
  countsOnly
    ? []
    : (places.length > MAX_PASSES ? places.slice(0, MAX_PASSES) : places).map(({ exchange, pointer }) =>
        evidenceAt({ exchange, pointer }),
      );

const otherTransport = ({ transport }: Rule, context: JudgeContext): Finding | undefined => {
  const { view } = context;
  if (transport === undefined || view.transport === undefined) return undefined;
  const kind = view.transport === "stdio" ? "stdio" : "http";
  if (kind === transport) return undefined;
  return {
    state: "not-applicable",
    reason: "other-transport",
    detail: `the rule is about ${transport === "http" ? "HTTP" : "stdio"}; this session was on ${kind === "http" ? "HTTP" : "stdio"}`,
    evidence: shownAt(TRANSPORT, context),
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
    evidence: namedAt(places, context),
  });
  if (!isEach(fact, rule)) {
    const spots: FoundValue[] = [];
    for (const item of reading.items) followInto(item, path, spots);
    return holds(spots.flatMap(({ value }) => value ?? [])) ? undefined : absent(shown(reading));
  }
  const before = kept.get(fact) ?? reading.items;
  const open = before.find((item) => isOpen(item, path));
  const isMet = isSingle(path)
    ? (item: Item): boolean => holds(valueAt(item, path))
    : (item: Item): boolean => followPath(item, path).some(({ value }) => holds(value));
  const rest = before.filter((item) => !isOpen(item, path) && isMet(item));
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
  /** The first few. */
  /** The first observation that cannot be decided. */
  readonly open: Item | undefined;
  readonly unseen?: Finding;
}

const examine = (
  rule: Rule,
  expectation: Expectation,
  context: JudgeContext,
  kept: ReadonlyMap<Fact, readonly Item[]>,
): Examined => {
  const { fact, path, reading } = readTarget(expectation.target, context);
  if (!reading.seen)
    return { expectation, failures: [], held: [], open: undefined, unseen: unseenFinding(reading, context) };
  const items = kept.get(fact) ?? reading.items;
  if (isSingle(path) && isEach(fact, rule)) {
    const simply = examineEach(expectation, { fact, path, items }, context);
    if (simply) return simply;
  }
  let open: Item | undefined;
  const spots: FoundValue[] = [];
  for (const item of items) {
    if (item.open === undefined || !isOpen(item, path)) followInto(item, path, spots);
    else open ??= item;
  }
  if (!isEach(fact, rule)) {
    const { failures = [], held = [] } = examineWhole(expectation, spots, shown(reading), context);
    return { expectation, open, held, failures: failures.map((spot) => ({ spot, at: "", fact, path })) };
  }
  if (spots.length === 0 && open === undefined) {
    return {
      ...{ expectation, failures: [], held: [], open },
      unseen: {
        state: "not-applicable",
        reason: "precondition-absent",
        detail: `there is nothing of this kind in the session (${expectation.target})`,
        evidence: namedAt(items.length > 0 ? items : shown(reading), context),
      },
    };
  }
  const failures: Shortfall[] = [];
  const held: Place[] = [];
  const matches = matchOnce(expectation.matcher, context.regex);
  for (const spot of spots) {
    const found = matches(spot.value);
    if (!found.ok) for (const at of found.at) failures.push({ spot, at, fact, path });
    else if (held.length < MAX_PASSES) held.push(spot);
  }
  return { expectation, failures, held, open };
};

/** Each observation by itself; undefined where there is none. Only what fails, or is shown, is given its place. */
const examineEach = (
  expectation: Expectation,
  { fact, path, items }: { readonly fact: Fact; readonly path: readonly string[]; readonly items: readonly Item[] },
  { regex }: JudgeContext,
): Examined | undefined => {
  if (items.length === 0) return undefined;
  let open: Item | undefined;
  const failures: Shortfall[] = [];
  const held: Place[] = [];
  const matches = matchOnce(expectation.matcher, regex);
  for (const item of items) {
    if (item.open !== undefined && isOpen(item, path)) {
      open ??= item;
      continue;
    }
    const found = matches(valueAt(item, path));
    if (found.ok && held.length === MAX_PASSES) continue;
    for (const spot of followPath(item, path)) {
      if (found.ok) held.push(spot);
      else for (const at of found.at) failures.push({ spot, at, fact, path });
    }
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
  const first = examined.find(({ failures }) => failures.length > 0);
  if (first) {
    const failed = examined.filter(({ failures }) => failures.length > 0);
    return failure(failed, first, context);
  }
  const open = examined.find((entry) => entry.open)?.open;
  if (open?.open) return inconclusive(open.open, [open], context);
  const gap = examined.find(({ unseen }) => unseen?.state === "inconclusive")?.unseen;
  if (gap) return gap;
  const held = examined.length === 1 ? (examined[0]?.held ?? []) : examined.flatMap((entry) => entry.held);
  const unseen = examined.find((entry) => entry.unseen)?.unseen;
  if (held.length === 0 && unseen) return unseen;
  return { state: "pass", evidence: shownAt(held, context) };
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
  return { state: "not-applicable", reason, detail, evidence: namedAt(places, context, places.length) };
};

const inconclusive = (
  { reason, detail }: { readonly reason: InconclusiveReason; readonly detail: string },
  places: readonly Place[],
  context: JudgeContext,
): Finding => ({ state: "inconclusive", reason, detail, evidence: shownAt(places, context) });
