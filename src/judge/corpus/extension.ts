import type { Revision } from "../../protocol/revision.ts";
import type { Condition, Rule } from "../core/rule.ts";

/** An extension whose rules are judged: the head of a folder `compliance/extensions/<id>/<version>/`. */
export interface ExtensionHead {
  /** The folder: `skills`. */
  readonly id: string;
  /** The name in `capabilities.extensions`. */
  readonly identifier: string;
  /** As people call it. */
  readonly name: string;
  /** The version of its text, as its repository names it. */
  readonly version: string;
  /** The first revision of the base protocol that the text is written for. */
  readonly since: Revision;
  /** The address of the text; rules add their anchor. */
  readonly text: string;
  /**
   * What shows that a server uses the extension without declaring it: one of these is enough. Its rules then warn, because a
   * server that declares nothing has promised nothing.
   */
  readonly traces?: readonly Condition[];
}

/** The rules of an extension as they stand beside one revision. */
export interface ExtensionRuleset extends ExtensionHead {
  readonly rules: readonly Rule[];
}

/** An extension that is recognised by its name alone. */
export interface KnownExtension {
  readonly identifier: string;
  readonly name: string;
  readonly status: "official" | "experimental";
  readonly link: string;
  /** The first part of the ids of rules that stand with those of the revision: they are counted here, and graded there. */
  readonly rules?: string;
}

/** Everything about extensions that holds beside one revision. */
export interface Extensions {
  readonly judged: readonly ExtensionRuleset[];
  readonly known: readonly KnownExtension[];
}

/** How a server stands by an extension that it declares or shows. */
export interface ExtensionStanding {
  /** The name in `capabilities.extensions`: text of the server, so it is escaped like any other. */
  readonly identifier: string;
  /** As people call it; absent of an unknown one. */
  readonly name?: string;
  readonly status: ExtensionStatus;
  /** In the server's capabilities; false: only its traces were seen. */
  readonly declared: boolean;
  /** The text it was judged by; absent where nothing was judged. */
  readonly version?: string;
  readonly link?: string;
  readonly counts?: ExtensionCounts;
  /** Why it was not judged. */
  readonly note?: string;
}

export const EXTENSION_STATUSES = ["judged", "official", "experimental", "unknown"] as const;

/** judged: by rules of ours. The others are listed and never failed. */
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number];

export interface ExtensionCounts {
  readonly passed: number;
  readonly failed: number;
  readonly failed_must: number;
  readonly warnings: number;
  readonly open: number;
}
