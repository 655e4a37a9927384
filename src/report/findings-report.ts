import type { Untrusted } from "../base/untrusted.ts";
import type { JudgingTool } from "../base/version.ts";
import type { Exchange } from "../capture/capture.ts";
import type { Role } from "../judge/core/client.ts";
import type { Origin } from "../judge/core/origin.ts";
import type { Level } from "../judge/core/rule.ts";
import type { VerdictEvidence, VerdictState } from "../judge/core/verdict.ts";

/** How severe a failure is: a MUST, a SHOULD, or anything weaker. */
export type Severity = "error" | "warning" | "note";

/** One judged thing of any lane: a rule, a SEP check, a criterion, an invariant. */
export interface ReportFinding {
  readonly id: string;
  readonly title: string;
  /** The tool it is about, where it is about one. */
  readonly subject?: Untrusted;
  /** What it is listed under: a section, a SEP, a lane. Our own words. */
  readonly group: string;
  readonly state: VerdictState;
  readonly severity: Severity;
  /** The rule's own level, where there is a rule; the severity of its failure may differ. */
  readonly level?: Level;
  /** Only a warning: it rests on explanatory text or inference. */
  readonly advisory?: true;
  /** Where a failure comes from, as far as known. */
  readonly origin?: Origin;
  /** Our own words: what was expected, or why it was not judged. */
  readonly expected?: string;
  readonly reason?: string;
  /** What the server said instead, shortened. */
  readonly actual?: Untrusted;
  readonly evidence: readonly VerdictEvidence[];
  /** known: it fails, and the baseline lists it. new: it does not, so the run is red. stale: listed, and it passes. */
  readonly baseline?: "known" | "new" | "stale";
  readonly fix?: string;
  readonly link?: string;
  /** An older revision that the server negotiates too and fails in; then it counts in no grade. */
  readonly revision?: string;
  /** The file this finding is about, where the findings of one report come from several. */
  readonly artifact?: string;
  /** Where it is written, for what a user wrote: a test of a suite. */
  readonly at?: FilePlace;
  /** What was asked and answered, and how a snapshot differs, label and text; the text may be a server's. */
  readonly details?: readonly (readonly [label: string, text: Untrusted])[];
  /** How long it took. */
  readonly ms?: number;
}

export interface FilePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * What the formats that machines read (junit, sarif, github, badges) and the plain pages (markdown, html) need to know of
 * any result. A result with a shape of its own is turned into one of these, so that a format is written once.
 */
export interface FindingsReport {
  /** `mcptest conformance`, say. */
  readonly title: string;
  readonly tool: JudgingTool;
  readonly target: Untrusted;
  /** The file the findings are about, as far as there is one: a capture, a suite. SARIF shows them beside it. */
  readonly artifact?: string;
  /** One line: the letter and the counts beside it. */
  readonly headline: string;
  /** The answer as one letter or two, where there is one: the biggest thing on a page. */
  readonly letter?: string;
  readonly badge: { readonly label: string; readonly message: string; readonly color: BadgeColor };
  /** Label and value, in the order they are shown. */
  readonly summary: readonly (readonly [label: string, value: string])[];
  readonly findings: readonly ReportFinding[];
  /** What is broken besides, and counts in no grade: the formats for machines list it too; a page has a block for it. */
  readonly broken?: readonly ReportFinding[];
  /** Whom the findings are about; absent: a server. */
  readonly role?: Extract<Role, "client">;
  /** Why it was not seen as a whole, one sentence. Then nothing may look as if it passed. */
  readonly unseen?: string;
  /** What was left out because the user asked for a part, one sentence. */
  readonly partial?: string;
  /** Those that evidence points to. */
  readonly exchanges: readonly Exchange[];
  readonly notes: readonly string[];
}

export type BadgeColor = "brightgreen" | "green" | "yellow" | "orange" | "red" | "lightgrey";
