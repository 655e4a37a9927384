import type { InvariantsReport } from "../../model/invariants.ts";
import { escapeJson } from "../escape/json.ts";

/** schemas/invariants.schema.json describes it. */
export const renderInvariantsJson = (report: InvariantsReport): string =>
  `${escapeJson(JSON.stringify(report, null, 2))}\n`;
