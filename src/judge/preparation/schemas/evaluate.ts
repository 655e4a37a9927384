import type { Json } from "../../../base/json.ts";
import type { SchemaDialect, SchemaEvaluation } from "../../core/schema-findings.ts";
import { INTERPRETER_DRAFTS } from "./dialects.ts";
import { instanceErrors } from "./instance-errors.ts";
import { type PreparedSchema, StepLimitError } from "./prepare-schema.ts";

export interface MeteredEvaluation {
  readonly evaluation: SchemaEvaluation;
  readonly steps: number;
}

/**
 * Validates a value with an interpreter, so that nothing a server sends is compiled to code. Ends after `budget` steps.
 * The caller has bounded the recursion, and runs regular expressions only where the thread can be killed.
 */
export const evaluateInstance = async (
  prepared: PreparedSchema,
  dialect: SchemaDialect,
  instance: Json,
  budget: number,
): Promise<MeteredEvaluation> => {
  const draft = INTERPRETER_DRAFTS[dialect];
  if (draft === null) return { evaluation: { not_evaluated: "unsupported dialect" }, steps: 0 };
  // Loaded only once there is something to evaluate.
  const { validate } = await import("@cfworker/json-schema");
  const { root, lookup, meter } = prepared;
  meter.steps = 0;
  meter.budget = budget;
  const end = (evaluation: SchemaEvaluation): MeteredEvaluation => ({ evaluation, steps: meter.steps });
  try {
    const result = validate(instance, root, draft, lookup, false);
    return end(result.valid ? { valid: true } : { valid: false, errors: instanceErrors(result.errors) });
  } catch (error) {
    if (error instanceof StepLimitError) return end({ not_evaluated: "step limit" });
    if (error instanceof RangeError) return end({ not_evaluated: "too deep" });
    // An expression may parse and still be too large to run: `(a{1000}){1000}`.
    if (error instanceof SyntaxError) return end({ not_evaluated: "too large" });
    return end({ not_evaluated: "evaluator failed" });
  }
};
