import type { FindingsReport, ReportFinding } from "../../model/findings-report.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeXml } from "../escape/xml.ts";
import { isKnown, knownSentence } from "./known-words.ts";
import { failureSentence, groupsOf, LONGEST, placeOf } from "./words.ts";

interface Tally {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

/**
 * A suite per group, a case per finding. Only what is severe is a failure, as in the exit code: a SHOULD that does not
 * hold, and whatever the baseline lists, is skipped with its text, so that it is seen and turns nothing red.
 */
export const renderFindingsJunit = (report: FindingsReport): string =>
  `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${show(report.title)}" ${attributes(tallyOf(report.findings))}>`,
    ...groupsOf(report.findings).flatMap(({ group, findings }) => [
      `  <testsuite name="${show(group)}" ${attributes(tallyOf(findings))}>`,
      ...findings.flatMap((finding) => renderCase(finding, report.target)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n")}\n`;

const tallyOf = (findings: readonly ReportFinding[]): Tally => {
  const kinds = findings.map(kindOf);
  const count = (kind: Kind): number => kinds.filter((one) => one === kind).length;
  return { tests: findings.length, failures: count("failure"), errors: count("error"), skipped: count("skipped") };
};

type Kind = "passed" | "failure" | "error" | "skipped";

const kindOf = ({ state, severity, baseline }: ReportFinding): Kind => {
  switch (state) {
    case "pass":
      return "passed";
    case "fail":
      if (baseline !== undefined) return baseline === "known" ? "skipped" : "failure";
      return severity === "error" ? "failure" : "skipped";
    case "error":
      return "error";
    case "not-applicable":
    case "inconclusive":
      return "skipped";
  }
};

const attributes = ({ tests, failures, errors, skipped }: Tally): string =>
  `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}"`;

const renderCase = (finding: ReportFinding, target: string): string[] => {
  const { id, title, state, severity, reason } = finding;
  const open = `    <testcase classname="${show(target)}" name="${show(`${id} ${title}`)}"`;
  const kind = kindOf(finding);
  switch (kind) {
    case "passed":
      return [`${open}/>`];
    case "skipped": {
      const failed = isKnown(finding) ? knownSentence(finding) : `${severity}: ${failureSentence(finding)}`;
      const why = state === "fail" ? failed : `${state}: ${reason ?? ""}`;
      return [`${open}>`, `      <skipped message="${show(why)}"/>`, "    </testcase>"];
    }
    case "failure":
    case "error":
      return [
        `${open}>`,
        `      <${kind} type="${show(id)}" message="${show(failureSentence(finding))}">`,
        ...details(finding).map((line) => show(line)),
        `</${kind}>`,
        "    </testcase>",
      ];
  }
};

const MAX_PLACES = 20;

const details = ({ evidence, fix, link }: ReportFinding): string[] => [
  ...evidence.slice(0, MAX_PLACES).map((one) => {
    const item = one.item === undefined ? "" : ` (${one.item})`;
    return `at ${placeOf(one)}${item}${one.actual === undefined ? "" : `: ${one.actual}`}`;
  }),
  ...(evidence.length > MAX_PLACES ? [`and ${evidence.length - MAX_PLACES} more places`] : []),
  ...(fix === undefined ? [] : [`fix: ${fix}`]),
  ...(link === undefined ? [] : [`spec: ${link}`]),
];

const show = (text: string): string => escapeXml(untrusted(text), LONGEST);
