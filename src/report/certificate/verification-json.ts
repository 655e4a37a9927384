import { escapeJson } from "../escape/json.ts";
import type { VerifiedFile } from "./verification-pretty.ts";

/** The same for machines. */
export const renderVerificationsJson = (
  files: readonly VerifiedFile[],
  tool: { readonly name: string; readonly version: string },
): string => {
  const valid = files.filter(({ verification }) => verification.valid).length;
  const report = {
    format: "mcptest-verification/1",
    tool,
    counts: { certificates: files.length, valid, not_valid: files.length - valid },
    certificates: files.map(({ file, verification }) => ({ file, ...verification })),
  };
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
};
