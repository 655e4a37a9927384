import { CLIENT_FACTS } from "../../areas/client-facts.ts";
import type { Capture } from "../../capture/capture.ts";
import { digestOf, digestOfRaw } from "../../capture/digest.ts";
import type { Revision } from "../../protocol/revision.ts";
import { openClientView } from "../core/client/view.ts";
import type { ContentFindings } from "../core/content-findings.ts";
import type { Ruleset } from "../core/rule.ts";
import type { SchemaFindings } from "../core/schema-findings.ts";
import { exchangesById } from "../exchanges-by-id.ts";
import { checkContents } from "../preparation/contents/check-contents.ts";
import { checkSchemas } from "../preparation/schemas/check-schemas.ts";
import { regexForRules } from "../regex-engine.ts";
import { type Digests, type EvidenceAt, openEvidence } from "../rules/evidence.ts";
import type { JudgeContext } from "../rules/judge-rule.ts";
import { openJudgeContext } from "../rules/judge-ruleset.ts";

/**
 * Whether evidence carries the digest of what it points to. A result that is saved or shown needs it. Verdicts that are only
 * counted do not, and hashing takes about a twentieth of the time of judging.
 */
export type EvidenceForm = "digests" | "places";

const CONTEXTS = new WeakMap<Capture, Map<Revision, JudgeContext>>();

/**
 * What the server's side of a session is judged with, for the given rulesets. A capture never changes, so its facts are read and
 * its schemas checked once, however many revisions it is judged by.
 */
export const judgeContextFor = async (
  capture: Capture,
  spoken: Revision,
  rulesets: readonly Pick<Ruleset, "rules">[],
  evidence: EvidenceForm = "digests",
): Promise<JudgeContext> => {
  const contexts = CONTEXTS.get(capture) ?? new Map<Revision, JudgeContext>();
  CONTEXTS.set(capture, contexts);
  const context =
    contexts.get(spoken) ??
    openJudgeContext(capture, spoken, DIGESTS, await schemasOf(capture), await contentsOf(capture));
  contexts.set(spoken, context);
  const regex = await regexForRules(rulesets);
  if (evidence === "places") return { ...context, regex, evidenceAt: placesIn(capture) };
  return regex === context.regex ? context : { ...context, regex };
};

/** The same for the client's side: what was said in this revision. */
export const clientContextFor = async (
  capture: Capture,
  spoken: Revision,
  rulesets: readonly Pick<Ruleset, "rules">[],
  evidence: EvidenceForm = "digests",
): Promise<JudgeContext> => ({
  view: openClientView(capture, spoken),
  facts: CLIENT_FACTS,
  evidenceAt: evidence === "places" ? placesIn(capture) : openEvidence(capture, DIGESTS),
  exchanges: exchangesById(capture),
  regex: await regexForRules(rulesets),
});

const DIGESTS: Digests = { value: digestOf, raw: digestOfRaw };

const PLACES = new WeakMap<Capture, EvidenceAt>();

const placesIn = (capture: Capture): EvidenceAt => {
  const evidenceAt = PLACES.get(capture) ?? openEvidence(capture, undefined);
  PLACES.set(capture, evidenceAt);
  return evidenceAt;
};

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
