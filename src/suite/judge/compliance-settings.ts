import type { Revision } from "../../protocol/revision.ts";
import type { BaselineEntry } from "../../scores/result/baseline.ts";
import type { RuleBook } from "../rules/rule-book.ts";
import type { SuiteCompliance, SuiteTest } from "../suite.ts";
import type { SavedScorecard } from "../suite-result.ts";
import type { FailLevel } from "./decide.ts";

export interface ComplianceSettings {
  readonly book: RuleBook;
  readonly compliance: SuiteCompliance;
  /** The revision to judge by: the suite's pin, unless another was asked for. */
  readonly pinned?: Revision;
  readonly red: FailLevel;
  readonly baseline?: readonly BaselineEntry[];
  /** What grade_delta compares with; absent until one is saved. */
  readonly saved?: SavedScorecard;
  readonly spot?: (test: SuiteTest) => string;
}
