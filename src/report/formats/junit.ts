import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { VerdictEvidence } from "../../judge/core/verdict.ts";
import { escapeXml } from "../escape/xml.ts";
import { isKnown, knownSentence } from "../findings/baseline.ts";
import { originWords } from "../findings/origin.ts";
import { failureSentence, groupsOf, LONGEST, placeOf } from "../findings/words.ts";
import type { ReportFinding } from "../findings-report.ts";
import type { Report } from "../report.ts";
import { firstOf } from "../terminal/terminal.ts";

/**
 * A suite per group, a case per finding. As with the exit code, only an error is a failure: a SHOULD that does not
 * hold, and whatever the baseline lists, is skipped with its text, so that it is visible but fails no build.
 */
export const renderJunit = (report: Report): string => {
  const all = [...report.findings, ...(report.broken ?? [])];
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${show(report.title)}" ${counts(all, report)}>`,
    ...renderUnseen(report),
    ...renderPartial(report),
    ...groupsOf(all).flatMap(({ group, findings }) => [
      `  <testsuite name="${show(group)}" ${counts(findings)}>`,
      ...findings.flatMap((finding) => renderCase(finding, report.target)),
      "  </testsuite>",
    ]),
    "</testsuites>",
  ].join("\n")}\n`;
};

type Kind = "passed" | "failure" | "error" | "skipped";

const OTHER_KINDS = { pass: "passed", error: "error", "not-applicable": "skipped", inconclusive: "skipped" } as const;

const kindOf = ({ state, severity, baseline }: ReportFinding): Kind => {
  if (state !== "fail") return OTHER_KINDS[state];
  if (baseline !== undefined) return baseline === "known" ? "skipped" : "failure";
  return severity === "error" ? "failure" : "skipped";
};

const counts = (
  findings: readonly ReportFinding[],
  { unseen, partial }: Pick<Report, "unseen" | "partial"> = {},
): string => {
  const count = (kind: Kind): number => findings.filter((finding) => kindOf(finding) === kind).length;
  const errors = unseen === undefined ? 0 : 1;
  const skipped = partial === undefined ? 0 : 1;
  return `tests="${findings.length + errors + skipped}" failures="${count("failure")}" errors="${count("error") + errors}" skipped="${count("skipped") + skipped}"`;
};

/** Without it, a file of skipped cases would look green to whoever reads nothing else. */
const renderUnseen = ({ unseen, target, role }: Report): string[] =>
  unseen === undefined
    ? []
    : [
        `  <testsuite name="run" ${counts([], { unseen })}>`,
        `    <testcase classname="${show(target)}" name="the ${role ?? "server"} was seen as a whole">`,
        `      <error type="unseen" message="${show(unseen)}"/>`,
        "    </testcase>",
        "  </testsuite>",
      ];

/** What was left out on purpose fails no build, but is not to be taken for green. */
const renderPartial = ({ partial, target }: Report): string[] =>
  partial === undefined
    ? []
    : [
        `  <testsuite name="partial" ${counts([], { partial })}>`,
        `    <testcase classname="${show(target)}" name="every rule was judged">`,
        `      <skipped message="${show(partial)}"/>`,
        "    </testcase>",
        "  </testsuite>",
      ];

const renderCase = (finding: ReportFinding, target: string): string[] => {
  const { id, title, subject, state, severity, reason } = finding;
  const name = subject === undefined ? `${id} ${title}` : `${id} ${subject}: ${title}`;
  const open = `    <testcase classname="${show(target)}" name="${show(name)}"${placeAttributes(finding)}`;
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

/** Where a test is written and how long it took; runners show both. */
const placeAttributes = ({ at, ms }: ReportFinding): string =>
  [
    ...(at ? [` file="${show(at.file)}" line="${at.line}"`] : []),
    ...(ms === undefined ? [] : [` time="${(ms / 1_000).toFixed(3)}"`]),
  ].join("");

const MAX_PLACES = 20;

const details = ({ evidence, fix, link, origin, at, details: more = [] }: ReportFinding): string[] => [
  ...(at ? [`${at.file}:${at.line}:${at.column}`] : []),
  ...more.map(([label, text]) => `${label}: ${text}`),
  ...firstOf(evidence.map(placeText), MAX_PLACES, (left) => `and ${left} more places`),
  ...[originWords(defined({ origin })) ?? []].flat(),
  ...(fix === undefined ? [] : [`fix: ${fix}`]),
  ...(link === undefined ? [] : [`spec: ${link}`]),
];

const placeText = (place: VerdictEvidence): string => {
  const { item, actual } = place;
  return `at ${placeOf(place)}${item === undefined ? "" : ` (${item})`}${actual === undefined ? "" : `: ${actual}`}`;
};

const show = (text: string): string => escapeXml(untrusted(text), LONGEST);
