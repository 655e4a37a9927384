import type { JudgeContext } from "../../judge/rules/judge-rule.ts";
import { promptRows, resourceRows } from "./offered-rows.ts";
import { toolFindings } from "./tool-findings.ts";
import type { ToolsAtWork } from "./tool-outcomes.ts";
import { toolRows } from "./tool-rows.ts";

/** What became of everything the server offers, and what a caller would call broken about its tools. */
export const judgeTools = ({ view, evidenceAt }: Pick<JudgeContext, "view" | "evidenceAt">): ToolsAtWork => ({
  tools: toolRows(view),
  resources: resourceRows(view),
  prompts: promptRows(view),
  tool_findings: toolFindings(view, evidenceAt),
});
