import type { VersionDiff } from "../../model/version-diff.ts";
import { escapeJson } from "../escape/json.ts";

export const renderDiffJson = ({ format, from, to, clean, summary, entries }: VersionDiff): string =>
  `${escapeJson(JSON.stringify({ format, from, to, clean, summary, entries }, null, 2))}\n`;
