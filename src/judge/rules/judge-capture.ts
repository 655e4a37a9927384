import { FACTS } from "../../facts/all-facts.ts";
import type { Fact } from "../../facts/fact.ts";
import { openView } from "../../facts/view.ts";
import type { Capture } from "../../model/capture.ts";
import type { Revision } from "../../model/revision.ts";
import type { Rule, Ruleset } from "../../model/rule.ts";
import type { SchemaFindings } from "../../model/schema-findings.ts";
import type { Finding, Verdict } from "../../model/verdict.ts";
import { type Digests, openExhibitor } from "./evidence.ts";
import { type Bench, judgeRule } from "./judge-rule.ts";
import type { RegexEngine } from "./match.ts";

export interface JudgeTools {
  readonly digests: Digests;
  /** Needed only where a row says `regex`. */
  readonly regex?: RegexEngine;
  readonly facts?: ReadonlyMap<string, Fact>;
}

export interface JudgeOptions {
  /** The revision spoken in the part of the capture that is judged; the ruleset's unless said. */
  readonly spoken?: Revision;
  readonly schemas?: SchemaFindings;
}

/** Every rule of the ruleset against one capture, in the order of the ids. */
export const judgeCapture = (
  capture: Capture,
  ruleset: Ruleset,
  tools: JudgeTools,
  { spoken = ruleset.revision, schemas }: JudgeOptions = {},
): readonly Verdict[] => judgeOn(openBench(capture, spoken, tools, schemas), ruleset);

/** What a capture is judged on. Readings and digests stay with it: rulesets that share a bench share them. */
export const openBench = (
  capture: Capture,
  spoken: Revision,
  { digests, regex = noRegex, facts = FACTS }: JudgeTools,
  schemas?: SchemaFindings,
): Bench => ({
  view: openView(capture, spoken, schemas),
  facts,
  exhibit: openExhibitor(capture, digests),
  regex,
});

export const judgeOn = (bench: Bench, ruleset: Ruleset): readonly Verdict[] =>
  ruleset.rules
    .map((rule) => verdict(rule, ruleset.revision, judgeSafely(rule, bench)))
    .sort((left, right) => (left.id < right.id ? -1 : left.id > right.id ? 1 : 0));

/** What throws here is our mistake, and never the server's. */
const judgeSafely = (rule: Rule, bench: Bench): Finding => {
  try {
    return judgeRule(rule, bench);
  } catch (error) {
    return { state: "error", message: error instanceof Error ? error.message : String(error), evidence: [] };
  }
};

const verdict = (rule: Rule, revision: Revision, finding: Finding): Verdict => ({
  id: rule.id,
  title: rule.title,
  level: rule.level,
  revision,
  section: rule.section,
  advisory: rule.advisory,
  ...finding,
  spec: rule.spec,
  fix: rule.fix,
  ...(rule.basic ? { basic: rule.basic } : {}),
  ...(rule.implied_by === undefined ? {} : { implied_by: rule.implied_by }),
});

const noRegex: RegexEngine = () => {
  throw new Error("a row uses the matcher regex, and no engine was handed in");
};
