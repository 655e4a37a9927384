import { LEVELS, type Level, SECTIONS, type Section } from "../../model/rule.ts";

interface Weighed {
  readonly id: string;
  readonly level: Level;
  readonly advisory: boolean;
  readonly section: Section;
  readonly basic?: true | undefined;
}

/**
 * Hardest first: what stops a client altogether, then MUST before SHOULD, warnings last; among equals what lies deeper
 * (handshake, transport) before what lies on top of it.
 */
export const byHardness = (left: Weighed, right: Weighed): number =>
  Number(left.advisory) - Number(right.advisory) ||
  Number(right.basic ?? false) - Number(left.basic ?? false) ||
  LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
  SECTIONS.indexOf(left.section) - SECTIONS.indexOf(right.section) ||
  (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
