import type { Untrusted } from "../../base/untrusted.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { Level, Rule } from "../core/rule.ts";
import type { VerdictEvidence, VerdictState } from "../core/verdict.ts";
import type { JudgedCapture, JudgedServer } from "../judged.ts";
import type { SdkUpgrade } from "./sdk.ts";

/** What a later revision does to a rule. `level`: only how strongly it is said. */
export type RuleChange = "added" | "changed" | "level" | "same";

/** How strongly a rule is said, before and after. */
export interface LevelMove {
  readonly from: Level;
  readonly to: Level;
}

/** What the server does, and what the target wants instead. */
export interface UpgradeFault extends Pick<Rule, "id" | "title" | "fix" | "spec"> {
  readonly now: string;
  readonly found: Untrusted;
  readonly evidence: readonly VerdictEvidence[];
  readonly failures: number;
}

/** Something the server does today that the target does not accept. */
export interface UpgradeBreak extends UpgradeFault, Pick<Rule, "section" | "level" | "advisory"> {
  readonly change: RuleChange;
  /** Present where the revisions say it with different strength. */
  readonly level_move?: LevelMove;
  /** How the server's own revision judges it; null: it has no such rule. */
  readonly today: VerdictState | null;
  /** What the server's own revision expects; absent where it has no such rule. */
  readonly was?: string;
  /** Another break that makes this one break too. */
  readonly implied_by?: string;
}

/** Something that release candidates of the target had and the release does not. */
export interface UpgradeLeftover extends UpgradeFault {
  /** The rule of the release that stands in its place. */
  readonly rule: string;
}

export type UpgradeTopicRule = Pick<Rule, "id" | "title" | "level" | "fix" | "spec">;

/** Rules that stand together: one thing to build, or one that goes. */
export interface UpgradeTopic extends Omit<UpgradeTopicRule, "id"> {
  readonly area: string;
  /** False: the protocol leaves it to the server whether it offers this at all. */
  readonly needed: boolean;
  readonly rules: readonly UpgradeTopicRule[];
  /** How the server does it today, where it does. */
  readonly evidence: readonly VerdictEvidence[];
}

/** A rule that is new or different in the target, about which this capture says nothing. */
export interface UpgradeUnseen extends Pick<Rule, "id" | "title" | "level" | "spec"> {
  readonly change: RuleChange;
  readonly now: string;
  readonly why: string;
}

export interface UpgradeRule extends Pick<Rule, "id" | "title"> {
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
  /** New, different or ended, and irrelevant to this server: it does not use what they are about. */
  readonly unused: readonly string[];
  /** Already as the target wants it. */
  readonly meets: readonly UpgradeRule[];
  /** Our own bugs: rules that could not be judged because a fact or a rule threw. They say nothing about the server. */
  readonly errors: readonly { readonly id: string; readonly message: string }[];
}

/** What `mcptest doctor` writes. */
export interface UpgradeReport extends Omit<Upgrade, "from" | "ready">, JudgedCapture {
  /** What upgrading the SDK does by itself; absent where no SDK is recognised, or nothing newer was recorded. */
  readonly sdk?: SdkUpgrade;
  readonly format: "mcptest-upgrade/1";
  /** null: the server never said which revision it speaks, so there is nothing to compare with. */
  readonly from: Revision | null;
  /** null: too little was seen to say that nothing breaks. */
  readonly ready: boolean | null;
  readonly server: Pick<JudgedServer, "transport" | "outcome"> & {
    readonly name: string | null;
    readonly version: string | null;
  };
  readonly capture_sha256: string | null;
}
