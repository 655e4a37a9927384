import type { ServerResult } from "../../../../scores/result/result.ts";
import { SAFE_RULES } from "../../../../scores/safety/safety-rules.ts";
import type { Block, Cell } from "../../../report.ts";
import { safetyPlace } from "../safety.ts";

const WORDS =
  "Whether the texts that a model is shown, and what was returned in this session, attack their reader. Found by fixed rules, without a model and without a network; shouted words and strong verbs alone are no finding. Nothing here counts in grade or tier.";

/** Everything that was found in the surface and in results. */
export const safetyBlock = ({ safety }: ServerResult): Block | undefined => {
  if (!safety) return undefined;
  return {
    id: "safety",
    title: "Safety of the surface",
    words: WORDS,
    tables: [
      {
        caption: "what attacks its reader",
        empty: "Nothing was found.",
        columns: ["", "id", "where", "what was found", "text", "fix"],
        rows: safety.map((finding): readonly Cell[] => {
          const { id, severity, text, why } = finding;
          return [
            { text: severity, as: "chip", tone: severity === "error" ? "fail" : "warn" },
            { text: id, as: "code" },
            { text: safetyPlace(finding), as: "code" },
            { text: `${SAFE_RULES[id].title}. ${why}`, as: "prose" },
            { text, as: "code" },
            { text: SAFE_RULES[id].fix, as: "prose" },
          ];
        }),
      },
    ],
  };
};
