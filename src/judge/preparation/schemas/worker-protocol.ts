import type { SchemaDialect } from "../../core/schema-findings.ts";
import type { SchemaLimits } from "../../core/schema-limits.ts";
import type { MeteredEvaluation } from "./evaluate.ts";

/** Values travel as text: parsing gives back exactly what was there, also a member named `__proto__`. */
export interface WorkerJob {
  readonly schema: string;
  readonly dialect: SchemaDialect;
  readonly instance: string;
  readonly budget: number;
  readonly limits: SchemaLimits;
}

/** `ready` comes once, so that starting up does not count as evaluating. */
export type WorkerMessage = { readonly kind: "ready" } | ({ readonly kind: "done" } & MeteredEvaluation);
