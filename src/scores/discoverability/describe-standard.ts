import type { JsonObject } from "../../base/json.ts";
import { MAX_DELIVERY_TOOLS } from "../../capture/tool-safety.ts";
import { DISCOVERABILITY_GRADES, STANDARD_NAME, type StandardVersion } from "./discoverability.ts";
import { GRADE_THRESHOLDS, HONESTY_CAP } from "./discoverability-grade.ts";
import { criterionTexts, HINTS, STANDARD_RULES, TOOL_NAME } from "./standard.ts";

/** One version of the standard as mcptest applies it, for machines. Every number is the one the code compares with. */
export const describeStandard = (version: StandardVersion): JsonObject => {
  const rules = STANDARD_RULES[version];
  const figures: Readonly<Record<string, JsonObject>> = {
    C3: { name_pattern: TOOL_NAME.source, bare_schema_accepted: rules.bareSchema },
    C4: {
      minimum_characters: rules.minDescription,
      minimum_lower_median: rules.minMedian,
      minimum_distinct_ratio: rules.minDistinct,
    },
    C5: { hints: [...HINTS], minimum_ratio: rules.minAnnotated },
    C6: { below_ms: rules.latencyMs },
    C7: { above_characters: rules.substance, tools_called_at_most: MAX_DELIVERY_TOOLS },
    C9: { below_bytes: rules.listBytes },
  };
  return {
    standard: `${STANDARD_NAME}/${version}`,
    criteria: criterionTexts(version).map(({ id, title, checks, bound_to }) => ({
      id,
      title,
      checks,
      bound_to,
      ...(figures[id] ? { figures: figures[id] } : {}),
    })),
    grades: Object.fromEntries(
      DISCOVERABILITY_GRADES.map((grade) => [
        grade,
        { passes_at_least: grade === "D" ? 0 : GRADE_THRESHOLDS[version][grade] },
      ]),
    ),
    honesty_cap: { without: "C7", best_grade: "B", says: HONESTY_CAP },
  };
};
