import { escapeJson } from "../escape/json.ts";
import type { Report } from "../report.ts";

/** What shields.io reads from an endpoint. */
export const renderBadgeJson = ({ badge: { label, message, color } }: Pick<Report, "badge">): string =>
  `${escapeJson(JSON.stringify({ schemaVersion: 1, label, message, color }))}\n`;
