import { defined } from "../../base/defined.ts";
import type { AskedPart, Capture } from "../../capture/capture.ts";
import { LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../../protocol/revision.ts";
import { whyBlocked } from "../blocked/why-blocked.ts";
import type { Ruleset } from "../core/rule.ts";
import { revisionOf } from "../core/spoken-revision.ts";
import type { Verdict } from "../core/verdict.ts";
import { embeddedAuthorizationRuleset, embeddedExtensions, embeddedRuleset } from "../corpus-files/embedded.ts";
import { extensionRules } from "../extensions/standing.ts";
import type { JudgedServer } from "../judged.ts";
import { isHiddenByLimit, judgedOutcome } from "../judged-outcome.ts";
import { type CountedRules, countRuleset, judgeRuleset } from "../rules/judge-ruleset.ts";
import { judgeContextFor } from "./judge-context.ts";
import { originsOf } from "./origins.ts";
import { chooseRules } from "./rule-choice.ts";

/** What a result says about the server itself, given the verdicts on it. */
export const serverOf = (capture: Capture, verdicts: readonly Verdict[]): JudgedServer => {
  const outcome = judgedOutcome(capture, verdicts.some(isHiddenByLimit));
  return {
    info: capture.server_info ?? null,
    era: capture.era ?? null,
    transport: capture.transport ?? null,
    outcome,
    ...defined({ blocked: whyBlocked(capture, outcome) }),
  };
};

export interface JudgedSession {
  /** The revision whose rules were applied; null where nobody knows which one the server speaks. */
  readonly revision: Revision | null;
  readonly verdicts: readonly Verdict[];
  /** Only where a part was asked, or is to be judged. */
  readonly part?: JudgedPart;
}

export interface JudgedPart {
  /** How many rules of the revision have no verdict. */
  readonly left_out: number;
  /** Rules that were named and that the revision does not have. */
  readonly absent: readonly string[];
}

/**
 * Judges a capture by the rules of one revision: the one that was probed, unless another is named. Where the server never
 * said which one it speaks, only what holds in both eras is said about it. Where only a part was asked, or less is to be
 * judged, the other rules have no verdict.
 */
export const judgeSession = async (
  capture: Capture,
  wanted?: Revision,
  asked: AskedPart | undefined = capture.asked,
): Promise<JudgedSession> => {
  const revision = wanted ?? revisionOf(capture);
  if (revision !== undefined) return { revision, ...(await judgeBy(capture, revision, asked)) };
  const { verdicts, ...rest } = await judgeBy(capture, LATEST_STATELESS, asked);
  // The rules about credentials look at the wall itself, which belongs to every revision.
  if (capture.outcome === "auth-required") return { revision: null, verdicts, ...rest };
  const stateful = await judgeBy(capture, LATEST_STATEFUL, asked);
  const others = new Map(stateful.verdicts.map(({ id, state }) => [id, state]));
  return {
    revision: null,
    verdicts: verdicts.map((verdict) => (others.get(verdict.id) === verdict.state ? verdict : withoutEra(verdict))),
    ...rest,
  };
};

const judgeBy = async (
  capture: Capture,
  revision: Revision,
  asked: AskedPart | undefined,
): Promise<Omit<JudgedSession, "revision">> => {
  const ruleset = await rulesFor(capture, revision);
  const { attribute } = originsOf(capture);
  if (!asked)
    return { verdicts: judgeRuleset(await judgeContextFor(capture, revision, [ruleset]), ruleset).map(attribute) };
  const { ruleset: chosen, keeps, absent } = chooseRules(ruleset, asked, capture.transport);
  const verdicts = judgeRuleset(await judgeContextFor(capture, revision, [chosen]), chosen)
    .filter(keeps)
    .map(attribute);
  return { verdicts, part: { left_out: ruleset.rules.length - verdicts.length, absent } };
};

/** The same for a revision beside the one that is reported: how its rules stand, and the verdicts of those that fail. */
export const countSession = async (capture: Capture, revision: Revision): Promise<CountedRules> => {
  const ruleset = await rulesFor(capture, revision);
  const { standings, failed } = countRuleset(await judgeContextFor(capture, revision, [ruleset]), ruleset);
  return { standings, failed: failed.map(originsOf(capture).attribute) };
};

/** The rules of the revision, with those of the extensions that the session has to do with. */
const rulesFor = async (capture: Capture, revision: Revision): Promise<Ruleset> => {
  if (capture.authorization) return embeddedAuthorizationRuleset(revision);
  const core = embeddedRuleset(revision);
  const { view } = await judgeContextFor(capture, revision, []);
  const further = extensionRules(view, embeddedExtensions(revision));
  return further.length === 0 ? core : { revision, rules: [...core.rules, ...further] };
};

/** A verdict that would need to know which era the server speaks. */
export const withoutEra = (verdict: Verdict): Verdict => {
  if (verdict.state !== "pass" && verdict.state !== "fail") return verdict;
  const { id, title, level, revision, section, advisory, evidence, spec, fix, basic, implied_by, extension } = verdict;
  return {
    ...{ id, title, level, revision, section, advisory, evidence, spec, fix },
    ...defined({ basic, implied_by, extension }),
    state: "inconclusive",
    reason: "prerequisite-missing",
    detail: "no handshake was completed, so nobody knows which revision the server speaks",
  };
};
