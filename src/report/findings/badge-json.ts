import type { FindingsReport } from "../../model/findings-report.ts";
import { escapeJson } from "../escape/json.ts";

/** What shields.io reads from an endpoint. */
export const renderFindingsBadgeJson = ({ badge: { label, message, color } }: FindingsReport): string =>
  `${escapeJson(JSON.stringify({ schemaVersion: 1, label, message, color }))}\n`;
