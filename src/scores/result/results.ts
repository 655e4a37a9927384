import type { JudgingTool } from "../../base/version.ts";
import type { Result } from "./result.ts";

/** One server of a client configuration. */
export interface NamedResult {
  readonly name: string;
  /** What a check of this server alone would exit with. */
  readonly exit_code: number;
  /** null: its entry cannot be used; `error` says why. */
  readonly result: Result | null;
  readonly error?: string;
}

/** The servers of a client configuration, each with its result. */
export interface Results {
  readonly format: "mcptest-results/1";
  readonly tool: JudgingTool;
  readonly results: readonly NamedResult[];
}
