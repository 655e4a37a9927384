import { type BadgeColor, type Grade, renderBadge, renderBadgeJson } from "mcptest/internal";
import type { ListedTarget } from "../../model/target.ts";
import { STATE_WORDS } from "./marks.ts";

const COLORS = {
  "A+": "brightgreen",
  A: "brightgreen",
  B: "green",
  C: "yellow",
  D: "orange",
  F: "red",
} as const satisfies Record<Grade, BadgeColor>;

/** The badge of a server, as a picture and as what shields.io reads. */
export const serverBadge = ({ state, reached }: ListedTarget): { readonly svg: string; readonly json: string } => {
  const grade = state === "reachable" ? (reached?.grade ?? null) : null;
  const badge = {
    label: "MCP",
    message:
      grade === null ? (state === "reachable" ? "no grade" : STATE_WORDS[state ?? "unasked"].name) : `grade ${grade}`,
    color: grade === null ? ("lightgrey" as const) : COLORS[grade],
  };
  return { svg: renderBadge({ badge }), json: renderBadgeJson({ badge }) };
};
