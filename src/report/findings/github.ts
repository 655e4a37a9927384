import type { FindingsReport, ReportFinding, Severity } from "../../model/findings-report.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeGithub, escapeGithubProperty } from "../escape/github.ts";
import { webLink } from "../escape/link.ts";
import { isKnown, knownSentence } from "./known-words.ts";
import { failureSentence, failuresOf, SEVERITIES } from "./words.ts";

/** GitHub shows ten annotations of each kind per step and drops the others without a word. */
const MAX_OF_EACH = 10;

/** Workflow commands that a runner turns into annotations, the loudest first, and the headline at the end. */
export const renderFindingsGithub = (report: FindingsReport): string => {
  const failed = failuresOf(report);
  const annotations = SEVERITIES.flatMap((severity) => {
    const own = failed.filter((finding) => loudness(finding) === severity);
    // The headline is a notice too.
    const room = severity === "note" ? MAX_OF_EACH - 1 : MAX_OF_EACH;
    if (own.length <= room) return own.map(annotate);
    const left = own.length - room + 1;
    return [...own.slice(0, room - 1).map(annotate), `::${COMMANDS[severity]} title=mcptest::and ${left} more`];
  });
  return `${[
    ...annotations,
    `::notice title=${escapeGithubProperty(untrusted(report.title), 100)}::${message(`${report.target}: ${report.headline}`)}`,
  ].join("\n")}\n`;
};

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const satisfies Record<Severity, string>;

/** What is known is told, and quietly: an annotation for each run of it would be noise. */
const loudness = (finding: ReportFinding): Severity => (isKnown(finding) ? "note" : finding.severity);

const annotate = (finding: ReportFinding): string => {
  const title = escapeGithubProperty(untrusted(`${finding.id} ${finding.title}`), 200);
  const page = webLink(finding.link);
  const lines = [
    isKnown(finding) ? knownSentence(finding) : failureSentence(finding),
    ...(finding.fix === undefined ? [] : [`fix: ${finding.fix}`]),
    ...(page === undefined ? [] : [page]),
  ];
  return `::${COMMANDS[loudness(finding)]} title=${title}::${lines.map(message).join("%0A")}`;
};

const message = (text: string): string => escapeGithub(untrusted(text), 600);
