import type { Json } from "../../base/json.ts";
import type { SchemaEvaluation } from "../../judge/core/schema-findings.ts";
import { DEFAULT_SCHEMA_LIMITS } from "../../judge/core/schema-limits.ts";
import { EvaluationRun } from "../../judge/preparation/schemas/evaluation-run.ts";
import { type KnownSchemas, readSchema } from "../../judge/preparation/schemas/read-schema.ts";
import type { Revision } from "../../protocol/revision.ts";

/** Checks values against schemas of a server, within the budgets for what nobody trusts. Whoever opens it closes it. */
export class SchemaChecker {
  readonly #run = new EvaluationRun(DEFAULT_SCHEMA_LIMITS);
  readonly #known: KnownSchemas = { known: new Map(), measured: new Map() };

  check(schema: Json, value: Json, revision: Revision): Promise<SchemaEvaluation> {
    return this.#run.evaluate(readSchema(schema, "schema", revision, DEFAULT_SCHEMA_LIMITS, this.#known), value);
  }

  close(): Promise<void> {
    return this.#run.close();
  }
}
