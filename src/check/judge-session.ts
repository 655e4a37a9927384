import { embeddedRuleset } from "../corpus-io/embedded.ts";
import { revisionOf } from "../facts/spoken-revision.ts";
import { defined } from "../json/defined.ts";
import { isHiddenByLimit, judgedOutcome } from "../judge/judged-outcome.ts";
import { judgeRuleset } from "../judge/rules/judge-ruleset.ts";
import type { Capture } from "../model/capture.ts";
import type { Result } from "../model/result.ts";
import type { Verdict } from "../model/verdict.ts";
import { LATEST_STATEFUL, LATEST_STATELESS, type Revision } from "../protocol/revision.ts";
import { judgeContextFor } from "./judge-context.ts";

/** What a result says about the server itself, given the verdicts on it. */
export const serverOf = (capture: Capture, verdicts: readonly Verdict[]): Result["server"] => ({
  info: capture.server_info ?? null,
  era: capture.era ?? null,
  transport: capture.transport ?? null,
  outcome: judgedOutcome(capture, verdicts.some(isHiddenByLimit)),
});

export interface JudgedSession {
  /** The revision whose rules were applied; null where nobody knows which one the server speaks. */
  readonly revision: Revision | null;
  readonly verdicts: readonly Verdict[];
}

/**
 * Judges a capture by the rules of one revision: the one that was probed, unless another is named. Where the server never
 * said which one it speaks, only what holds in both eras is said about it.
 */
export const judgeSession = async (capture: Capture, wanted?: Revision): Promise<JudgedSession> => {
  const revision = wanted ?? revisionOf(capture);
  if (revision !== undefined) return { revision, verdicts: await judgeBy(capture, revision) };
  const verdicts = await judgeBy(capture, LATEST_STATELESS);
  // The rules about credentials look at the wall itself, which belongs to every revision.
  if (capture.outcome === "auth-required") return { revision: null, verdicts };
  const others = new Map((await judgeBy(capture, LATEST_STATEFUL)).map(({ id, state }) => [id, state]));
  return {
    revision: null,
    verdicts: verdicts.map((verdict) => (others.get(verdict.id) === verdict.state ? verdict : withoutEra(verdict))),
  };
};

const judgeBy = async (capture: Capture, revision: Revision): Promise<readonly Verdict[]> => {
  const ruleset = embeddedRuleset(revision);
  return judgeRuleset(await judgeContextFor(capture, revision, [ruleset]), ruleset);
};

/** A verdict that would need to know which era the server speaks. */
export const withoutEra = (verdict: Verdict): Verdict => {
  if (verdict.state !== "pass" && verdict.state !== "fail") return verdict;
  const { id, title, level, revision, section, advisory, evidence, spec, fix, basic, implied_by } = verdict;
  return {
    ...{ id, title, level, revision, section, advisory, evidence, spec, fix },
    ...defined({ basic, implied_by }),
    state: "inconclusive",
    reason: "prerequisite-missing",
    detail: "no handshake was completed, so nobody knows which revision the server speaks",
  };
};
