import type { Capture } from "../../capture/capture.ts";
import { digestOf, digestOfRaw } from "../../capture/digest.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { ContentFindings } from "../core/content-findings.ts";
import type { Ruleset } from "../core/rule.ts";
import type { SchemaFindings } from "../core/schema-findings.ts";
import { checkContents } from "../preparation/contents/check-contents.ts";
import { checkSchemas } from "../preparation/schemas/check-schemas.ts";
import { regexForRules } from "../regex-engine.ts";
import type { JudgeContext } from "../rules/judge-rule.ts";
import { openJudgeContext } from "../rules/judge-ruleset.ts";

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
