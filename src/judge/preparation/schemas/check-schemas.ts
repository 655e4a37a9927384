import type { Capture, Place } from "../../../capture/capture.ts";
import { digestOf } from "../../../capture/digest.ts";
import type { SchemaEvaluation, SchemaFindings, SchemaPair, SchemaPlace } from "../../core/schema-findings.ts";
import { DEFAULT_SCHEMA_LIMITS, type SchemaLimits } from "../../core/schema-limits.ts";
import { collectInstances, type FoundInstance } from "./collect-instances.ts";
import { collectSchemas, type FoundSchema } from "./collect-schemas.ts";
import { EvaluationRun } from "./evaluation-run.ts";
import { type KnownSchemas, type ReadSchema, readSchema } from "./read-schema.ts";

/**
 * Reads every JSON Schema a server published in a capture, and checks the arguments and results of tools against theirs.
 * Nothing is compiled to code and nothing is fetched. The judge takes the findings as data, because judging is pure and
 * this is not: an evaluation that runs out of time ends as `time limit`, which depends on the machine. That is the one
 * exception to "the same capture gives the same result"; every other bound counts, and counts the same everywhere.
 */
export const checkSchemas = async (
  capture: Capture,
  options: { readonly limits?: Partial<SchemaLimits> } = {},
): Promise<SchemaFindings> => {
  const limits = { ...DEFAULT_SCHEMA_LIMITS, ...options.limits };
  const readings: KnownSchemas = { known: new Map<string, ReadSchema>(), measured: new Map() };
  const found = collectSchemas(capture);
  const read = found.map((schema) => readSchema(schema.value, placeKey(schema), schema.revision, limits, readings));
  const places = found.map((schema, index) => toPlace(schema, read[index]));

  const pairs: SchemaPair[] = [];
  const evaluations = new Map<string, SchemaEvaluation>();
  const run = new EvaluationRun(limits);
  try {
    for (const instance of collectInstances(capture, found, limits)) {
      const schema = read[instance.schema_place];
      if (schema === undefined) continue;
      const pair = toPair(instance, schema);
      pairs.push(pair);
      if (!evaluations.has(pair.evaluation))
        evaluations.set(
          pair.evaluation,
          instance.isTooMany ? { not_evaluated: "step limit" } : await run.evaluate(schema, instance.value),
        );
    }
  } finally {
    await run.close();
  }
  // A reading that was tried but not chosen belongs to no place.
  const used = new Set(places.map(({ schema }) => schema));
  const schemas = [...readings.known]
    .filter(([key]) => used.has(key))
    .map(([key, { finding }]) => [key, finding] as const);
  return { places, schemas: inOrder(schemas), pairs, evaluations: inOrder([...evaluations]) };
};

const placeKey = ({ exchange, pointer }: Place): string => `${exchange ?? ""}:${pointer}`;

const toPlace = (found: FoundSchema, read: ReadSchema | undefined): SchemaPlace => {
  const { exchange, pointer, role, tool, revision } = found;
  return { exchange, pointer, role, tool, revision, schema: read?.finding.key ?? "" };
};

const toPair = (instance: FoundInstance, { finding }: ReadSchema): SchemaPair => {
  const { value, isTooMany, ...pair } = instance;
  const evaluation = `${finding.key} ${isTooMany ? "step-limit" : (digestOf(value) ?? placeKey(instance))}`;
  return { ...pair, schema: finding.key, evaluation };
};

/** By key, so that the same findings are the same bytes. Keys are digests and pointers, never bare names of a server. */
const inOrder = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
