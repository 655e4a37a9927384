import type { ConformanceResult } from "../../model/conformance.ts";
import { escapeJson } from "../escape/json.ts";

export const renderConformanceJson = (result: ConformanceResult): string =>
  `${escapeJson(JSON.stringify(result, null, 2))}\n`;
