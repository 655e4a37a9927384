import type { Revision } from "../../protocol/revision.ts";
import type { RegistryRow, Rule } from "../core/rule.ts";

/** What mcptest does about a requirement. */
export const RULE_CLASSES = ["implemented", "informational", "planned", "excluded", "withdrawn"] as const;
export type RuleClass = (typeof RULE_CLASSES)[number];

/** A text and the first revision it holds for. */
export interface TextSince {
  readonly since: Revision;
  readonly text: string;
}

/** A rule for readers: everything that `explain`, the rule pages and the list of rules show. */
export interface RuleText
  extends Pick<RegistryRow, "title" | "section" | "transport" | "lanes" | "implied_by" | "why" | "example" | "fix"> {
  readonly id: string;
  readonly class: RuleClass;
  /** The extension it belongs to; absent of a rule of the core. */
  readonly extension?: string;
  /** Why it is not checked; empty when it is. */
  readonly class_reason: string;
  readonly revisions: readonly (Pick<Rule, "level" | "advisory" | "spec"> & { readonly revision: Revision })[];
  readonly means: readonly TextSince[];
  /** What mcptest sends or looks at; absent until it is worked out, and for rules that are not checked. */
  readonly asks?: readonly string[];
  /** What is to be known about that beyond what is sent; empty where nothing is. */
  readonly probe: readonly TextSince[];
}
