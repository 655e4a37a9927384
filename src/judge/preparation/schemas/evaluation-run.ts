import type { Json } from "../../../base/json.ts";
import type { NotEvaluated, SchemaEvaluation } from "../../core/schema-findings.ts";
import type { SchemaLimits } from "../../core/schema-limits.ts";
import { INTERPRETER_DRAFTS } from "./dialects.ts";
import { evaluateInstance } from "./evaluate.ts";
import { KillableWorker } from "./killable-worker.ts";
import { type JsonSize, measureJson } from "./measure-json.ts";
import { type PreparedSchema, prepareSchema } from "./prepare-schema.ts";
import type { ReadSchema } from "./read-schema.ts";
import type { WalkedSchema } from "./walk-schema.ts";

/** What may run in our own thread. Its stack has room for about 450 levels of the interpreter, the worker's for four times that. */
const INLINE = { frames: 100, values: 1_000, pairs: 200, bytes: 65_536 };

/** All evaluations of one capture share one budget of steps and of time. */
export class EvaluationRun {
  readonly #limits: SchemaLimits;
  readonly #worker: KillableWorker;
  readonly #prepared = new Map<WalkedSchema, PreparedSchema>();
  #steps = 0;
  #workerMs = 0;

  constructor(limits: SchemaLimits) {
    this.#limits = limits;
    this.#worker = new KillableWorker(limits.workerMb);
  }

  async evaluate(schema: ReadSchema, instance: Json): Promise<SchemaEvaluation> {
    const refused = refuse(schema);
    if (refused !== undefined) return { not_evaluated: refused };
    const { walked } = schema;
    if (walked === null) return { not_evaluated: "too large" };
    const size = measureJson(instance, { bytes: this.#limits.instanceBytes, depth: this.#limits.instanceDepth });
    if (size.exceeded !== null) return { not_evaluated: size.exceeded === "bytes" ? "too large" : "too deep" };
    // A scalar counts as one level, and propertyNames checks a name one level below its object.
    const frames = (size.depth + 2) * schema.longest;
    if (frames > this.#limits.frames) return { not_evaluated: "too deep" };
    const budget = Math.min(this.#limits.steps, this.#limits.totalSteps - this.#steps);
    if (budget <= 0) return { not_evaluated: "step limit" };
    return isCheap(walked, size, frames)
      ? this.#evaluateInline(walked, instance, budget)
      : this.#evaluateInWorker(walked, instance, budget);
  }

  close(): Promise<void> {
    return this.#worker.close();
  }

  async #evaluateInline(walked: WalkedSchema, instance: Json, budget: number): Promise<SchemaEvaluation> {
    const prepared = this.#prepared.get(walked) ?? prepareSchema(walked);
    this.#prepared.set(walked, prepared);
    const { evaluation, steps } = await evaluateInstance(prepared, walked.dialect, instance, budget);
    this.#steps += steps;
    return evaluation;
  }

  async #evaluateInWorker(walked: WalkedSchema, instance: Json, budget: number): Promise<SchemaEvaluation> {
    const ms = Math.min(this.#limits.evaluationMs, this.#limits.totalMs - this.#workerMs);
    if (ms <= 0) return { not_evaluated: "time limit" };
    const texts = { schema: JSON.stringify(walked.root), instance: JSON.stringify(instance) };
    const job = { ...texts, dialect: walked.dialect, budget, limits: this.#limits };
    const { answer, tookMs } = await this.#worker.run(job, ms);
    this.#workerMs += tookMs;
    if (typeof answer === "string") return { not_evaluated: answer };
    this.#steps += answer.steps;
    return answer.evaluation;
  }
}

/** Why no value is checked against this schema. An unresolved reference permits nothing and forbids nothing. */
const refuse = ({ finding, walked }: ReadSchema): NotEvaluated | undefined => {
  const { dialect, limits_exceeded: limits } = finding;
  if (limits.includes("schemaJsonDepth") || limits.includes("schemaDepth")) return "too deep";
  if (limits.length > 0) return "too large";
  if (dialect === null) return "unknown dialect";
  if (INTERPRETER_DRAFTS[dialect] === null) return "unsupported dialect";
  if (finding.valid !== true) return "invalid schema";
  if (finding.network_refs.length > 0) return "network $ref refused";
  if (finding.unresolved_refs.length > 0) return "unresolved $ref";
  if (finding.endless_ref !== null) return "endless $ref";
  if (walked?.dependsOnDynamicScope) return "unsupported keyword";
  if (walked?.hasLegacyPattern) return "unsupported pattern";
  return undefined;
};

/** No costly pattern, few values to compare in pairs, nothing large: the step budget alone ends it soon enough. */
const isCheap = (walked: WalkedSchema, size: JsonSize, frames: number): boolean =>
  !walked.hasCostlyPattern &&
  (!walked.hasUniqueItems || size.values <= INLINE.pairs) &&
  frames <= INLINE.frames &&
  size.values <= INLINE.values &&
  size.bytes <= INLINE.bytes;
