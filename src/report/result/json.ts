import type { Result } from "../../model/result.ts";
import { escapeJson } from "../escape/json.ts";

export const renderResultJson = (result: Result): string => `${escapeJson(JSON.stringify(result, null, 2))}\n`;
