import { digestOf, digestOfRaw } from "../capture/digest.ts";
import { embeddedRuleset } from "../corpus-io/embedded.ts";
import { revisionOf } from "../facts/view.ts";
import { judgeCapture } from "../judge/rules/judge-capture.ts";
import type { RegexEngine } from "../judge/rules/match.ts";
import type { Capture } from "../model/capture.ts";
import { LATEST_STATELESS, type Revision } from "../model/revision.ts";
import type { Matcher, Ruleset } from "../model/rule.ts";
import type { Verdict } from "../model/verdict.ts";
import { checkSchemas } from "../schema-check/check-schemas.ts";

export interface JudgedSession {
  readonly revision: Revision;
  readonly verdicts: readonly Verdict[];
}

/** Judges a capture by the rules of one revision: the one it was probed at, unless another is named. */
export const judgeSession = async (capture: Capture, wanted?: Revision): Promise<JudgedSession> => {
  const revision = wanted ?? revisionOf(capture) ?? LATEST_STATELESS;
  const ruleset = embeddedRuleset(revision);
  const schemas = await checkSchemas(capture);
  const regex = needsRegex(ruleset) ? { regex: await loadRegex() } : {};
  const tools = { digests: { value: digestOf, raw: digestOfRaw }, ...regex };
  return { revision, verdicts: judgeCapture(capture, ruleset, tools, { schemas }) };
};

export const needsRegex = ({ rules }: Ruleset): boolean =>
  rules.some(({ when = [], expect }) => [...when, ...expect].some(({ matcher }) => usesRegex(matcher)));

const usesRegex = (matcher: Matcher): boolean => "regex" in matcher || ("not" in matcher && usesRegex(matcher.not));

let engine: Promise<RegexEngine> | undefined;

/** Matches in linear time, whatever the pattern; loaded only when a row uses it, and once, so that patterns stay compiled. */
export const loadRegex = (): Promise<RegexEngine> => {
  engine ??= import("re2js").then(({ RE2JS }) => (pattern) => {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  });
  return engine;
};
