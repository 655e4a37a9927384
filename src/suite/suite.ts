import type { DiscoverabilityGrade } from "../model/discoverability.ts";
import type { Revision } from "../model/revision.ts";
import type { Condition, Expectation } from "../model/rule.ts";
import type { SuitePath } from "./problem.ts";

/** A suite as it was understood: variables filled in, names resolved, every part known to make sense. */
export interface Suite {
  /** As the user named it. */
  readonly file: string;
  /** Relative paths start here. */
  readonly folder: string;
  readonly name?: string;
  readonly servers: ReadonlyMap<string, SuiteServer>;
  readonly tools?: ToolWish;
  readonly compliance?: SuiteCompliance;
  readonly conformance?: SuiteConformance;
  readonly audit?: SuiteAudit;
  readonly invariants?: SuiteInvariants;
  /** `file:line:column` of a part, for what only shows later. */
  spot(path: SuitePath): string;
  /** A path of the suite's, from the folder of the suite. */
  resolve(path: string): string;
}

export type ToolWish = "none" | "read-only" | "undeclared" | "all";

/** A value that stands in the file, or the environment variable that holds it. */
export type SuiteValue = { readonly text: string } | { readonly env: string };

export interface SuiteServer {
  readonly name: string;
  readonly path: SuitePath;
  /** Words, or one text to be split. */
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

export interface GradeDelta {
  readonly against: string;
  readonly expect?: readonly Expectation[];
}

export interface SuiteTest {
  readonly name: string;
  readonly server: string;
  readonly path: SuitePath;
  /** The rule it is about: named by `check`, or at the beginning of its name. */
  readonly ruleId?: string;
  /** The method whose answer is looked at. */
  readonly method?: string;
  readonly when?: readonly Condition[];
  readonly each?: boolean;
  /** Absent: what the corpus expects, or that the method is answered with a result. */
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
