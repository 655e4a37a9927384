import { DISCOVERABILITY_GRADES, STANDARD_NAME, type StandardVersion } from "../../model/discoverability.ts";
import type { JsonObject } from "../../model/json.ts";
import { MAX_DELIVERY_TOOLS } from "../../model/tool-safety.ts";
import { criterionTexts, HINTS, STANDARD_RULES, TOOL_NAME } from "./standard.ts";

/** What the grades need; handed in, because scores are not the judge's business. */
export interface GradeRules {
  readonly thresholds: { readonly A: number; readonly B: number; readonly C: number };
  readonly honestyCap: string;
}

/** One version of the standard as mcptest applies it, for machines: every number here is the one the code compares with. */
export const describeStandard = (version: StandardVersion, { thresholds, honestyCap }: GradeRules): JsonObject => {
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
      DISCOVERABILITY_GRADES.map((grade) => [grade, { passes_at_least: grade === "D" ? 0 : thresholds[grade] }]),
    ),
    honesty_cap: { without: "C7", best_grade: "B", says: honestyCap },
  };
};
