import type { Revision } from "./revision.ts";
import type { Level, RuleTransport, Section } from "./rule.ts";

/** What mcptest does about a requirement. */
export const RULE_CLASSES = ["implemented", "informational", "planned", "excluded"] as const;
export type RuleClass = (typeof RULE_CLASSES)[number];

/** A text and the first revision it holds for. */
export interface TextSince {
  readonly since: Revision;
  readonly text: string;
}

/** A rule for readers: everything that `explain`, the rule pages and the list of rules show. */
export interface RuleText {
  readonly id: string;
  readonly title: string;
  readonly section: Section;
  readonly class: RuleClass;
  /** Why it is not checked; empty when it is. */
  readonly class_reason: string;
  readonly transport?: RuleTransport;
  readonly implied_by?: string;
  readonly revisions: readonly {
    readonly revision: Revision;
    readonly level: Level;
    readonly advisory: boolean;
    readonly spec: string;
  }[];
  readonly means: readonly TextSince[];
  readonly probe: readonly TextSince[];
  readonly why: string;
  readonly example: string;
  readonly fix: string;
}
