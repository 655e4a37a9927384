import { defined } from "../../base/defined.ts";
import { untrusted } from "../../base/untrusted.ts";
import { printJson } from "../escape/json.ts";
import { webLink } from "../escape/link.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { escapeSarif } from "../escape/sarif.ts";
import { failureSentence, failuresOf, LONGEST, placeOf } from "../findings/words.ts";
import type { ReportFinding, Severity } from "../findings-report.ts";
import type { Report } from "../report.ts";

/**
 * SARIF 2.1.0 as GitHub's code scanning takes it without a notice: a result per failure, a rule per id that failed, each with a
 * description and help. The place on the wire is a logical location.
 */
export const renderSarif = (report: Report): string => {
  const failed = failuresOf(report);
  const rules = new Map(failed.map((finding) => [finding.id, finding]));
  // SARIF wants baselineState on all results of a run or on none.
  const baselined = report.findings.some(({ baseline }) => baseline !== undefined);
  const indexes = new Map([...rules.keys()].map((id, index) => [id, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: report.tool.name,
            version: report.tool.version,
            rules: [...rules.values()].map(toRule),
          },
        },
        ...(report.unseen === undefined ? {} : { invocations: [toInvocation(report.unseen)] }),
        ...(report.partial === undefined ? {} : toPart(report.partial)),
        results: failed.map((finding) => ({
          ...toResult(finding, report, indexes.get(finding.id) ?? 0),
          ...(baselined ? toStanding(finding) : {}),
        })),
      },
    ],
  };
  return printJson(log);
};

/** Code scanning must not take a run that saw too little for one that found nothing. */
const toInvocation = (unseen: string): object => ({
  executionSuccessful: false,
  toolExecutionNotifications: [{ level: "error", message: { text: show(unseen) } }],
});

/** A category of its own: what a part does not mention must not close the alerts of a whole run. */
const toPart = (partial: string): object => ({
  automationDetails: { id: "mcptest-partial/", description: { text: show(partial) } },
  properties: { partial: true },
});

const toRule = ({ id, title, group, severity, level, advisory, fix, link }: ReportFinding): object => {
  const page = webLink(link);
  const help = fix ?? title;
  return {
    id,
    shortDescription: { text: show(title) },
    fullDescription: { text: show(`${title}. ${advisory ? "A warning" : (level ?? WORDS[severity])}, ${group}.`) },
    help: {
      text: page === undefined ? show(help) : `${show(help)} ${page}`,
      markdown: `${escapeMarkdown(untrusted(help), LONGEST)}${page === undefined ? "" : `\n\n[Specification](<${page}>)`}`,
    },
    ...defined({ helpUri: page }),
    defaultConfiguration: { level: severity },
    properties: { tags: [group], precision: "very-high", "problem.severity": PROBLEM_SEVERITIES[severity] },
  };
};

const WORDS = { error: "MUST", warning: "SHOULD", note: "MAY" } as const satisfies Record<Severity, string>;

/** What code scanning sorts and filters alerts by. */
const PROBLEM_SEVERITIES = {
  error: "error",
  warning: "warning",
  note: "recommendation",
} as const satisfies Record<Severity, string>;

const BASELINE_STATES = { known: "unchanged", new: "new", stale: "absent" } as const;

/** A known failure existed before, and was accepted outside the source code. */
const toStanding = ({ baseline = "new", reason }: ReportFinding): object => ({
  baselineState: BASELINE_STATES[baseline],
  ...(baseline === "known"
    ? { suppressions: [{ kind: "external", status: "accepted", justification: show(reason ?? "") }] }
    : {}),
});

const MAX_PLACES = 20;

const toResult = (finding: ReportFinding, report: Report, ruleIndex: number): object => ({
  ruleId: finding.id,
  ruleIndex,
  level: finding.severity,
  message: {
    text: [
      `${show(report.target)}: ${show(failureSentence(finding))}${finding.fix === undefined ? "" : `. ${show(finding.fix)}`}`,
      ...(finding.details ?? []).map(([label, text]) => show(`${label}: ${text}`)),
    ].join("\n"),
  },
  locations: [
    {
      physicalLocation: {
        // Who is judged has no source file to point to, and code scanning drops what has no path at all.
        artifactLocation: {
          uri: toUri(finding.at?.file ?? finding.artifact ?? report.artifact ?? `mcp-${report.role ?? "server"}`),
        },
        region: finding.at ? { startLine: finding.at.line, startColumn: finding.at.column } : { startLine: 1 },
      },
      logicalLocations: finding.evidence
        .slice(0, MAX_PLACES)
        .map((one) => ({ fullyQualifiedName: show(placeOf(one)), kind: "member" })),
    },
  ],
  ...(finding.origin ? { properties: { origin: finding.origin } } : {}),
  // Without it, the same finding in two runs would be two alerts.
  partialFingerprints: { "mcptest/v1": fingerprintOf(finding) },
});

const fingerprintOf = ({ group, id, subject }: ReportFinding): string =>
  [group, id, ...(subject === undefined ? [] : [show(subject)])].join("/");

/** A path as a URI reference; lone surrogates, which no URI can hold, become U+FFFD. */
const toUri = (file: string): string => {
  const path = file.replaceAll("\\", "/").replace(/\p{Cs}/gu, "\u{fffd}");
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${encoded}` : encoded;
};

const show = (text: string): string => escapeSarif(untrusted(text), LONGEST);
