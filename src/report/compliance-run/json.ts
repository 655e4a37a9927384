import type { ComplianceResult } from "../../model/suite-result.ts";
import { escapeJson } from "../escape/json.ts";

export const renderComplianceJson = (result: ComplianceResult): string =>
  `${escapeJson(JSON.stringify(result, null, 2))}\n`;
