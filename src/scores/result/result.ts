import type { AskedPart, RevisionFindings } from "../../capture/capture.ts";
import type { ClientProfile } from "../../judge/core/client.ts";
import type { Level, Rule, Section } from "../../judge/core/rule.ts";
import type { FailedVerdict, Verdict, VerdictState } from "../../judge/core/verdict.ts";
import type { AcceptanceEntry } from "../../judge/corpus/acceptance.ts";
import type { CheckResult, ConformanceResult } from "../../judge/corpus/conformance.ts";
import type { ExtensionStanding } from "../../judge/corpus/extension.ts";
import type { RecognisedSdk } from "../../judge/corpus/sdk.ts";
import type { Upgrade } from "../../judge/corpus/upgrade.ts";
import { GRADES, type Grade } from "../../judge/grade.ts";
import type { InvariantVerdict } from "../../judge/invariants.ts";
import type { JudgedCapture, JudgedServer } from "../../judge/judged.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { AuthorizationBlock } from "../authorization/authorization.ts";
import type { Discoverability } from "../discoverability/discoverability.ts";
import type { LockStanding } from "../lock/lock.ts";
import type { SafetyFinding } from "../safety/safety.ts";
import type { SurfaceTokens } from "../tokens/tokens.ts";
import type { PromptRow, ResourceRow, ToolFinding, ToolRow } from "../tools/tool-outcomes.ts";
import type { BaselineStanding } from "./baseline.ts";
import type { Lanes } from "./result-lanes.ts";

/** How many verdicts there are of each kind. Advisory ones are counted apart. */
export interface VerdictCounts {
  readonly total: number;
  readonly states: Readonly<Record<VerdictState, number>>;
  /** Failed and passed rules that are not advisory, by level. */
  readonly levels: Readonly<Record<Level, { readonly passed: number; readonly failed: number }>>;
  readonly advisory_failed: number;
}

export { GRADES, type Grade };

export interface Scorecard {
  /** null: a basic rule could not be judged, or nothing was exercised, so nothing can be said about the whole. */
  readonly grade: Grade | null;
  /** Weighted share of rules that pass, 0 to 100; null when none was exercised. */
  readonly score: number | null;
  readonly passed: number;
  readonly failed: number;
  readonly failed_must: number;
}

export interface RevisionRow {
  readonly revision: Revision;
  readonly grade: Grade | null;
  readonly counts: VerdictCounts;
}

/**
 * A revision that the server negotiates beside the one it is judged by. It was asked in a short conversation, so it has no
 * grade and counts in none; but what it promises by agreeing to it is held against it.
 */
export interface OlderRevision {
  readonly revision: Revision;
  readonly counts: VerdictCounts;
  /** What fails here and not in the revision the server is judged by; no advisory rules. */
  readonly failures: readonly FailedVerdict[];
  /** The ids of what fails in both. */
  readonly also: readonly string[];
}

/** A conformance run without what the result says already. */
export type ConformanceBlock = Omit<
  ConformanceResult,
  "format" | "role" | "tool" | "target" | "client" | "server" | "spoken" | "checks" | "exchanges" | "notes"
> & {
  /** What failed; the others are in the coverage. */
  readonly failed: readonly (Pick<CheckResult, "check" | "sep" | "level"> & { readonly rules: readonly string[] })[];
};

/** How far it is to a later revision, in ids; `mcptest doctor` tells the rest. */
export interface UpgradeSummary extends Pick<Upgrade, "from" | "to" | "ready"> {
  readonly breaks: readonly (UpgradeRuleId & { readonly advisory?: true })[];
  /** Left over from a release candidate; they break too. Absent where there are none. */
  readonly leftovers?: number;
  /** What has to be built. */
  readonly build: readonly string[];
  /** What is new and left to the server. */
  readonly optional: readonly string[];
  readonly goes: readonly string[];
  readonly unseen: number;
  readonly meets: number;
}

export type UpgradeRuleId = Pick<Rule, "id" | "title" | "level">;

/** What a result says whoever is judged. Everything in it is derived from one capture: the same capture gives the same bytes. */
interface ResultOfAnyone extends JudgedCapture {
  readonly format: "mcptest-result/1";
  /** How the session came out; of a client, who served it is in the capture alone. */
  readonly server: JudgedServer;
  /** When the capture was begun; null when it does not say. */
  readonly observed_at: string | null;
  /** Only a part of the rules was asked for or judged, so there is no grade, no tier and no upgrade. */
  readonly partial?: true;
  /** Which part that is; only where `partial` is set. */
  readonly asked?: AskedPart;
  /** How many rules of the revision have no verdict for that reason; only where `partial` is set. */
  readonly left_out?: number;
  /** The revision whose rules were applied; null where it is unknown which one is spoken. */
  readonly revision: Revision | null;
  readonly verdicts: readonly Verdict[];
  readonly counts: VerdictCounts;
  readonly compliance: ComplianceScore;
  /** How each part of the check came out. */
  readonly lanes: Lanes;
  /** Of the capture's RFC 8785 form. */
  readonly capture_sha256: string | null;
  /** Only where the verdicts were held against a baseline. */
  readonly baseline?: BaselineStanding;
}

export interface ComplianceScore extends Scorecard {
  /** The grade without what the SDK or the launcher brings. */
  readonly grade_yours: Grade | null;
  /** By section, those in which something was exercised. */
  readonly sections: readonly (Scorecard & { readonly section: Section })[];
}

/** About an MCP server. Saved JSON has no role here. */
export interface ServerResult extends ResultOfAnyone, SurfaceBlocks {
  readonly role?: undefined;
  /** How it was started, secrets replaced; only of a command. */
  readonly command?: { readonly words: readonly string[]; readonly cwd?: string };
  /** The SDK that the session betrays; null where none is recognised. */
  readonly sdk: RecognisedSdk | null;
  /** The server does not speak the revision it was to be judged by, so it gets no grade and no tier. */
  readonly spoken?: false;
  readonly revisions: RevisionFindings | null;
  /** How the server fares in each revision that was probed in full; only where that was more than one. */
  readonly matrix?: readonly RevisionRow[];
  /** The older revisions that it negotiates, newest first; only where there are any. */
  readonly older?: readonly OlderRevision[];
  /** The checks of the newest corpus the server speaks; null where nothing can be said. */
  readonly conformance: ConformanceBlock | null;
  readonly invariants: readonly InvariantVerdict[];
  /** Of a part, the criteria that rest on what was asked; null where only some rules are judged. */
  readonly discoverability: Discoverability | null;
  /** What changed since the surface was locked; only where a lock was given. */
  readonly lock?: LockStanding;
  /** The extensions that the server declares or shows; absent where there are none, or only some rules are judged. */
  readonly extensions?: readonly ExtensionStanding[];
  /** What the newest revision would break; null for a server that speaks it, or that could not be asked. */
  readonly upgrade: UpgradeSummary | null;
}

/** What the server offers, and how it did at work. All of it is absent where only some rules are judged, and where the revision is unknown. */
interface SurfaceBlocks {
  /** Every tool of the list: whether it was called, and how that ended. */
  readonly tools?: readonly ToolRow[];
  /** The same of the resources and prompts. */
  readonly resources?: readonly ResourceRow[];
  readonly prompts?: readonly PromptRow[];
  /** What a caller would call broken about the tools. It counts in the score of the tools alone. */
  readonly tool_findings?: readonly ToolFinding[];
  /** What in the surface, or in what was returned, attacks its reader. */
  readonly safety?: readonly SafetyFinding[];
  /** Every consumer and every tool: whether it is accepted there. */
  readonly acceptance?: readonly AcceptanceEntry[];
  /** Which hosts cannot talk to the server at all, and which profiles are old; our own sentences. */
  readonly acceptance_notes?: readonly string[];
  /** What the surface costs a model; `max` where the run set a limit. Absent also where nothing is offered. */
  readonly tokens?: SurfaceTokens & { readonly max?: number };
}

/** What is said only about servers: saved JSON has these members for every role, always empty for the others. */
interface NothingAboutServers {
  readonly revisions: null;
  readonly invariants: readonly never[];
  readonly discoverability: null;
  readonly upgrade: null;
}

export interface ClientResult extends ResultOfAnyone, NothingAboutServers {
  readonly role: "client";
  readonly client: ClientProfile;
  /** The checks of the newest corpus the client speaks; null of a part. */
  readonly conformance: ConformanceBlock | null;
}

export interface AuthorizationServerResult extends ResultOfAnyone, NothingAboutServers {
  readonly role: "authorization-server";
  readonly authorization: AuthorizationBlock;
  readonly conformance: null;
}

/** Everything mcptest says about one capture. Who is judged decides which members there are. */
export type Result = ServerResult | ClientResult | AuthorizationServerResult;

/** The server does not speak the revision it was to be judged by, so nothing in the result counts against it. */
export const isUnspoken = (
  result: Pick<ServerResult, "role" | "spoken"> | Pick<ClientResult | AuthorizationServerResult, "role">,
): boolean => result.role === undefined && result.spoken === false;
