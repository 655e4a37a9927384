import { digestOf, digestOfRaw } from "../capture/digest.ts";
import { checkContents } from "../content-check/check-contents.ts";
import type { JudgeContext } from "../judge/rules/judge-rule.ts";
import { openJudgeContext } from "../judge/rules/judge-ruleset.ts";
import type { Capture } from "../model/capture.ts";
import type { ContentFindings } from "../model/content-findings.ts";
import type { Ruleset } from "../model/rule.ts";
import type { SchemaFindings } from "../model/schema-findings.ts";
import type { Revision } from "../protocol/revision.ts";
import { checkSchemas } from "../schema-check/check-schemas.ts";
import { regexForRules } from "./regex-engine.ts";

const CONTEXTS = new WeakMap<Capture, Map<Revision, JudgeContext>>();

/**
 * What a session is judged with, for the given rulesets. A capture never changes, so its facts are read and its schemas
 * checked once, however many revisions it is judged by.
 */
export const judgeContextFor = async (
  capture: Capture,
  spoken: Revision,
  rulesets: readonly Pick<Ruleset, "rules">[],
): Promise<JudgeContext> => {
  const contexts = CONTEXTS.get(capture) ?? new Map<Revision, JudgeContext>();
  CONTEXTS.set(capture, contexts);
  const context =
    contexts.get(spoken) ??
    openJudgeContext(capture, spoken, DIGESTS, await schemasOf(capture), await contentsOf(capture));
  contexts.set(spoken, context);
  const regex = await regexForRules(rulesets);
  return regex === context.regex ? context : { ...context, regex };
};

const DIGESTS = { value: digestOf, raw: digestOfRaw } as const;

const CONTENTS = new WeakMap<Capture, Promise<ContentFindings>>();

const contentsOf = (capture: Capture): Promise<ContentFindings> => {
  const findings = CONTENTS.get(capture) ?? checkContents(capture);
  CONTENTS.set(capture, findings);
  return findings;
};

const SCHEMAS = new WeakMap<Capture, Promise<SchemaFindings>>();

const schemasOf = (capture: Capture): Promise<SchemaFindings> => {
  const findings = SCHEMAS.get(capture) ?? checkSchemas(capture);
  SCHEMAS.set(capture, findings);
  return findings;
};
