import { LEVELS, type Rule, SECTIONS } from "../core/rule.ts";

type RankedRule = Pick<Rule, "id" | "level" | "advisory" | "section" | "basic">;

/**
 * Most severe first: rules that stop every client, then MUST before SHOULD, warnings last; among equals, lower layers
 * (handshake, transport) before what builds on them.
 */
export const bySeverity = (left: RankedRule, right: RankedRule): number =>
  Number(left.advisory) - Number(right.advisory) ||
  Number(right.basic ?? false) - Number(left.basic ?? false) ||
  LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
  SECTIONS.indexOf(left.section) - SECTIONS.indexOf(right.section) ||
  (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
