import { digestOf, digestOfRaw } from "../capture/digest.ts";
import { openBench } from "../judge/rules/judge-capture.ts";
import type { Bench } from "../judge/rules/judge-rule.ts";
import type { Capture } from "../model/capture.ts";
import type { Revision } from "../model/revision.ts";
import type { Ruleset } from "../model/rule.ts";
import type { SchemaFindings } from "../model/schema-findings.ts";
import { checkSchemas } from "../schema-check/check-schemas.ts";
import { loadRegex, needsRegex } from "./regex-engine.ts";

const BENCHES = new WeakMap<Capture, Map<Revision, Bench>>();

/**
 * What a session is judged on, for the rulesets given. A capture never changes, so its facts are read and its schemas
 * checked once, by however many revisions it is judged.
 */
export const benchFor = async (capture: Capture, spoken: Revision, rulesets: readonly Ruleset[]): Promise<Bench> => {
  const benches = BENCHES.get(capture) ?? new Map<Revision, Bench>();
  BENCHES.set(capture, benches);
  const bench = benches.get(spoken) ?? openBench(capture, spoken, { digests: DIGESTS }, await schemasOf(capture));
  benches.set(spoken, bench);
  return rulesets.some(needsRegex) ? { ...bench, regex: await loadRegex() } : bench;
};

const DIGESTS = { value: digestOf, raw: digestOfRaw } as const;

const SCHEMAS = new WeakMap<Capture, Promise<SchemaFindings>>();

const schemasOf = (capture: Capture): Promise<SchemaFindings> => {
  const findings = SCHEMAS.get(capture) ?? checkSchemas(capture);
  SCHEMAS.set(capture, findings);
  return findings;
};
