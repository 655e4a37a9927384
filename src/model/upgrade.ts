import type { ResultExchange } from "./result.ts";
import type { Capture } from "./capture.ts";
import type { Revision } from "./revision.ts";
import type { Level, Section } from "./rule.ts";
import type { Untrusted } from "./untrusted.ts";
import type { VerdictEvidence, VerdictState } from "./verdict.ts";

/** What a later revision does to a rule. `level`: only how strongly it is said. */
export type RuleChange = "added" | "changed" | "level" | "same";

/** How strongly a rule is said, before and after. */
export interface LevelMove {
  readonly from: Level;
  readonly to: Level;
}

/** Something the server does today that the target does not accept. */
export interface UpgradeBreak {
  readonly id: string;
  readonly title: string;
  readonly section: Section;
  readonly level: Level;
  readonly advisory: boolean;
  readonly change: RuleChange;
  /** Present where the revisions say it with different strength. */
  readonly level_move?: LevelMove;
  /** How the server's own revision judges it; null: it has no such rule. */
  readonly today: VerdictState | null;
  /** What the server's own revision expects; absent where it has no such rule. */
  readonly was?: string;
  readonly now: string;
  readonly found: Untrusted;
  readonly evidence: readonly VerdictEvidence[];
  readonly failures: number;
  readonly fix: string;
  readonly spec: string;
  /** Another break that makes this one break too. */
  readonly implied_by?: string;
}

/** Something that release candidates of the target had and the release does not. */
export interface UpgradeLeftover {
  readonly id: string;
  /** The rule of the release that stands in its place. */
  readonly rule: string;
  readonly title: string;
  readonly now: string;
  readonly found: Untrusted;
  readonly evidence: readonly VerdictEvidence[];
  readonly failures: number;
  readonly fix: string;
  readonly spec: string;
}

export interface UpgradeTopicRule {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly fix: string;
  readonly spec: string;
}

/** Rules that stand together: one thing to build, or one that goes. */
export interface UpgradeTopic {
  readonly area: string;
  readonly title: string;
  readonly level: Level;
  /** False: the protocol leaves it to the server whether it offers this at all. */
  readonly needed: boolean;
  readonly rules: readonly UpgradeTopicRule[];
  readonly fix: string;
  readonly spec: string;
  /** How the server does it today, where it does. */
  readonly evidence: readonly VerdictEvidence[];
}

/** A rule that is new or different in the target, about which this capture says nothing. */
export interface UpgradeUnseen {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly change: RuleChange;
  readonly now: string;
  readonly why: string;
  readonly spec: string;
}

export interface UpgradeRule {
  readonly id: string;
  readonly title: string;
  readonly change: RuleChange;
}

/** How far a server is from a later revision, told from what it said in its own. */
export interface Upgrade {
  readonly from: Revision;
  readonly to: Revision;
  /** Nothing breaks; what is to be built may still be much. */
  readonly ready: boolean;
  /** Hardest first, as everything here. */
  readonly breaks: readonly UpgradeBreak[];
  readonly leftovers: readonly UpgradeLeftover[];
  readonly build: readonly UpgradeTopic[];
  readonly goes: readonly UpgradeTopic[];
  readonly unseen: readonly UpgradeUnseen[];
  /** Wrong by the server's own revision already, and by the target in the same way. */
  readonly broken_today: readonly UpgradeRule[];
  /** New or different, or ended, and of no concern to this server: it does not use what they are about. */
  readonly unused: readonly string[];
  /** Already as the target wants it. */
  readonly meets: readonly UpgradeRule[];
  /** Our own bugs: rules that could not be judged because a fact or a rule threw. Nothing is said about the server. */
  readonly errors: readonly { readonly id: string; readonly message: string }[];
}

/** What `mcptest doctor` writes. */
export interface UpgradeReport extends Upgrade {
  readonly format: "mcptest-upgrade/1";
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: string;
  readonly server: {
    readonly name: string | null;
    readonly version: string | null;
    readonly transport: Capture["transport"] | null;
    readonly outcome: Capture["outcome"] | null;
  };
  /** Those that evidence points to. */
  readonly exchanges: readonly ResultExchange[];
  readonly capture_sha256: string | null;
  readonly notes: readonly string[];
}
