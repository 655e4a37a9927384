import type { SuiteResult } from "../../model/suite-result.ts";
import { escapeJson } from "../escape/json.ts";

export const renderSuiteJson = (result: SuiteResult): string => `${escapeJson(JSON.stringify(result, null, 2))}\n`;
