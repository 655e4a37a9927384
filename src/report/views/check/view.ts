import type { Result } from "../../../scores/result/result.ts";
import type { ReportView } from "../../report.ts";
import { show } from "../../terminal/terminal.ts";
import { headlineLine } from "./headline.ts";
import { prettyResult } from "./pretty.ts";
import { resultReport } from "./report.ts";

/** The result of `mcptest check`. */
export const checkView = {
  pretty: prettyResult,
  brief: (result, terminal) => [
    `${show(result.target, 120)} (${result.revision ?? "revision unknown"}): ${headlineLine(result, terminal)}`,
  ],
  report: resultReport,
} as const satisfies ReportView<Result>;
