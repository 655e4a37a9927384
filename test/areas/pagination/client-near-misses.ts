import { onParams } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, MODERN, type NearMissClient, nearMiss } from "../../clients/mutant-client.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("two-pages", ["C-PAGE-001", "C-PAGE-003"], EVERYWHERE, "pages").does({ capabilities: {} }),
  nearMiss("empty-cursors-too", ["C-PAGE-004"], MODERN, "empty-cursor").does({ capabilities: {} }),
  nearMiss("every-page", ["C-PAGE-005", "C-PAGE-006"], EVERYWHERE, "uneven-pages").does({ capabilities: {} }),
  nearMiss("a-long-page", ["C-PAGE-007"], EVERYWHERE, "long-list").does({ capabilities: {} }),
  nearMiss("cursors-of-its-own-session", ["C-PAGE-008"], BOTH, "two-sessions").does({ capabilities: {} }),
  nearMiss("five-pages-are-enough", ["C-PAGE-009"], EVERYWHERE, "endless-pages").does({
    wantsPage: (sizes) => sizes.length < 5,
  }),
  nearMiss("empty-cursor", ["C-PAGE-002"], EVERYWHERE).does(
    onParams("prompts/list", (params) => ({ ...params, cursor: "" })),
  ),
];
