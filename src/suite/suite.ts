import type { ToolPolicy } from "../capture/tool-policy.ts";
import type { CorpusRow, Expectation } from "../judge/core/rule.ts";
import type { Revision } from "../protocol/revision.ts";
import type { DiscoverabilityGrade } from "../scores/discoverability/discoverability.ts";
import type { LockGate } from "../scores/lock/lock.ts";
import type { Gate } from "../scores/result/gate.ts";
import type { Functional } from "./functional.ts";
import type { SuitePath } from "./problem.ts";
import type { SuiteValue } from "./suite-value.ts";

export type { SuiteValue } from "./suite-value.ts";

/** What the expectations of the two gates may look at. */
export const GRADE_TARGETS = ["grade", "score", "grade_regressed", "regressed_sections"] as const;
export const SPEC_TARGETS = [
  "spec_clean",
  "spec_breaking_changes",
  "spec_added",
  "spec_removed",
  "spec_unchanged",
] as const;

/** A parsed suite: variables filled in, names resolved, every part checked. */
export interface Suite {
  /** As the user named it. */
  readonly file: string;
  /** Relative paths start here. */
  readonly folder: string;
  readonly name?: string;
  readonly servers: ReadonlyMap<string, SuiteServer>;
  readonly tools?: ToolPolicy;
  /** What each server has to meet, as `--fail-on` of `check` has it. */
  readonly failOn?: readonly Gate[];
  /** A lock that each server is compared with. */
  readonly lock?: { readonly file: string; readonly failOn: LockGate };
  /** How many tokens the surface of each server may cost. */
  readonly maxTokens?: number;
  readonly compliance?: SuiteCompliance;
  readonly conformance?: SuiteConformance;
  readonly audit?: SuiteAudit;
  readonly invariants?: SuiteInvariants;
  readonly tests?: Functional;
  /** Values of the environment that captures must not hold. */
  readonly secrets: readonly string[];
  /** What was read differently from how it is written. */
  readonly notes: readonly string[];
  /** `file:line:column` of a part, for mistakes that show only later. */
  spot(path: SuitePath): string;
  /** Resolves a path written in the suite against its folder. */
  resolve(path: string): string;
}

export interface SuiteServer {
  readonly name: string;
  readonly path: SuitePath;
  /** A list of words, or one string to be split into words. */
  readonly command?: string | readonly string[];
  readonly args: readonly string[];
  readonly url?: string;
  readonly headers: ReadonlyMap<string, SuiteValue>;
  readonly bearerTokenEnv?: string;
  readonly env: ReadonlyMap<string, SuiteValue>;
  readonly cwd?: string;
  readonly ca?: string;
  readonly insecure: boolean;
}

export interface SuiteCompliance {
  readonly specVersion?: Revision;
  readonly specVersionCheck?: SpecVersionCheck;
  readonly gradeDelta?: GradeDelta;
  readonly baseline?: string;
  readonly servers: readonly string[];
  /** Absent: every rule of the revision. */
  readonly tests?: readonly SuiteTest[];
}

export interface SpecVersionCheck {
  readonly against?: string;
  readonly expect?: readonly Expectation[];
}

export type GradeDelta = SpecVersionCheck & { readonly against: string };

export interface SuiteTest extends Pick<CorpusRow, "when" | "each"> {
  readonly name: string;
  readonly server: string;
  readonly path: SuitePath;
  /** The rule it tests: named by `check`, or at the start of its name. */
  readonly ruleId?: string;
  /** The method whose answer is checked. */
  readonly method?: string;
  /** Absent: the expectations of the corpus, or that the method is answered with a result. */
  readonly expect?: readonly Expectation[];
}

export interface SuiteConformance {
  readonly servers: readonly string[];
  readonly targetVersion?: string;
  readonly corpusDir?: string;
  readonly failOn: "must" | "should" | "never";
}

export interface SuiteAudit {
  readonly servers: readonly string[];
  readonly minGrade?: DiscoverabilityGrade;
}

export interface SuiteInvariants {
  readonly servers: readonly string[];
  readonly transport: "shared" | "separate";
}
