import type { UpgradeReport } from "../../model/upgrade.ts";
import { escapeJson } from "../escape/json.ts";

export const renderUpgradeJson = (report: UpgradeReport): string => `${escapeJson(JSON.stringify(report, null, 2))}\n`;
