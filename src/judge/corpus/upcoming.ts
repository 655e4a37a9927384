import type { JudgingTool } from "../../base/version.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Condition, Rule, RuleTransport } from "../core/rule.ts";
import type { VerdictEvidence, VerdictState } from "../core/verdict.ts";
import type { JudgedCapture, JudgedServer } from "../judged.ts";
import type { KnownExtension } from "./extension.ts";
import type { RuleChange } from "./upgrade.ts";

/** A feature that the specification keeps only for a while, as its own list of deprecated features names it. */
export interface Deprecation {
  readonly feature: string;
  /** The revision that deprecated it. */
  readonly since: string;
  /** The first day on which a revision may come out without it; absent where the list names no day. */
  readonly removable_from?: string;
  /** The number of the SEP, where one deprecated it. */
  readonly sep?: number;
}

/** A Specification Enhancement Proposal, as its own head describes it. */
export interface Proposal {
  readonly number: number;
  readonly title: string;
  readonly status: string;
  readonly type: string;
  readonly created: string;
}

/** What is read from the specification's repository: `upcoming/announced.json`, or a refreshed one in the cache. */
export interface UpcomingSource {
  /** Without user info and query. */
  readonly url: string;
  readonly ref?: string;
  readonly commit?: string;
  /** The day on which it was read. */
  readonly read_on: string;
  readonly deprecated: readonly Deprecation[];
  readonly proposals: readonly Proposal[];
}

/** What mcptest knows of a deprecated feature: how a session shows that a server uses it, and what to do instead. */
export interface FeatureRow {
  readonly feature: string;
  /** One of these shows it. */
  readonly seen: readonly Condition[];
  /** It exists on this transport only. */
  readonly transport?: RuleTransport;
  readonly instead: string;
  readonly spec: string;
}

/** `upcoming/upcoming.yaml`. */
export interface UpcomingRows {
  readonly features: readonly FeatureRow[];
  /** Proposals that a released revision or a published extension already holds, or that concern no program. */
  readonly settled: readonly number[];
}

export interface UpcomingTable extends UpcomingRows {
  readonly source: UpcomingSource;
}

/** not-seen: looked for, and not there in this session, which is no proof. unknown: the session gave no occasion to look. */
export const FEATURE_USES = ["used", "not-seen", "unknown"] as const;
export type FeatureUse = (typeof FEATURE_USES)[number];

/** A deprecated feature, and whether this server uses it. */
export interface UpcomingRemoval extends Deprecation {
  /** Absent where no server was looked at. */
  readonly use?: FeatureUse;
  readonly evidence: readonly VerdictEvidence[];
  /** Absent of a feature that mcptest does not know yet. */
  readonly instead?: string;
  readonly link: string;
}

/** A rule that the draft adds, changes or drops. */
export interface UpcomingRule extends Pick<Rule, "id" | "title"> {
  readonly change: Exclude<RuleChange, "same" | "level"> | "removed";
  /** How the server does by the draft today; absent where it was not judged by it. */
  readonly state?: VerdictState;
}

/** An extension outside the core, and how this server stands by it. */
export interface UpcomingExtension extends Pick<KnownExtension, "identifier"> {
  /** As people call it; absent of an unknown one. */
  readonly name?: string;
  readonly status: KnownExtension["status"] | "unknown";
  readonly link?: string;
  /** In the server's capabilities; absent where no server was looked at. */
  readonly declared?: boolean;
}

/** What `mcptest compliance upcoming` writes. */
export interface UpcomingReport extends Omit<JudgedCapture, "target"> {
  readonly format: "mcptest-upcoming/1";
  readonly tool: JudgingTool;
  /** null: no server was named. */
  readonly target: string | null;
  readonly server: (Pick<JudgedServer, "transport" | "outcome"> & { readonly name: string | null }) | null;
  /** The revision the server speaks. */
  readonly revision: Revision | null;
  readonly source: Pick<UpcomingSource, "url" | "ref" | "commit" | "read_on">;
  readonly draft: { readonly from: Revision; readonly rules: readonly UpcomingRule[] };
  readonly removals: readonly UpcomingRemoval[];
  /** Accepted or final, and in no revision yet. */
  readonly proposals: readonly (Proposal & { readonly link: string })[];
  /** Those the server declares first, then official and experimental ones that are known. */
  readonly extensions: readonly UpcomingExtension[];
  readonly capture_sha256: string | null;
}

/** What `mcptest compliance refresh` did. */
export interface UpcomingRefresh {
  readonly url: string;
  readonly ref?: string;
  readonly commit?: string;
  readonly archive_sha256: string;
  readonly destination: string;
  readonly deprecated: number;
  readonly proposals: number;
  readonly dry_run: boolean;
  readonly changed: boolean;
}
