import { untrusted } from "../../base/untrusted.ts";
import { escapeGithub, escapeGithubProperty } from "../escape/github.ts";
import { webLink } from "../escape/link.ts";
import { isKnown, knownSentence } from "../findings/baseline.ts";
import { originWords } from "../findings/origin.ts";
import { failureSentence, failuresOf, SEVERITIES } from "../findings/words.ts";
import type { ReportFinding, Severity } from "../findings-report.ts";
import type { Report } from "../report.ts";

/** GitHub shows ten annotations of each kind per step and silently drops the rest. */
const MAX_OF_EACH = 10;

/** Workflow commands that a runner turns into annotations, the most severe first, and the headline at the end. */
export const renderGithub = (report: Report): string => {
  const failed = failuresOf(report);
  const annotations = SEVERITIES.flatMap((severity) => {
    const own = failed.filter((finding) => annotationSeverity(finding) === severity);
    // The headline is a notice too, and why too little was seen is a warning.
    const taken = severity === "note" || (severity === "warning" && report.unseen !== undefined) ? 1 : 0;
    const room = MAX_OF_EACH - taken;
    if (own.length <= room) return own.map(annotate);
    const left = own.length - room + 1;
    return [...own.slice(0, room - 1).map(annotate), `::${COMMANDS[severity]} title=mcptest::and ${left} more`];
  });
  return `${[
    ...(report.unseen === undefined
      ? []
      : [`::warning title=mcptest::${message(`${report.target}: ${report.unseen}`)}`]),
    ...annotations,
    `::notice title=${escapeGithubProperty(untrusted(report.title), 100)}::${message(`${report.target}: ${report.headline}`)}`,
  ].join("\n")}\n`;
};

const COMMANDS = { error: "error", warning: "warning", note: "notice" } as const satisfies Record<Severity, string>;

/** A known failure is a notice: an error or a warning in every run would be noise. */
const annotationSeverity = (finding: ReportFinding): Severity => (isKnown(finding) ? "note" : finding.severity);

const annotate = (finding: ReportFinding): string => {
  const title = escapeGithubProperty(untrusted(`${finding.id} ${finding.title}`), 200);
  const { at, details = [] } = finding;
  const place = at ? `file=${escapeGithubProperty(untrusted(at.file), 300)},line=${at.line},col=${at.column},` : "";
  const lines = [
    isKnown(finding) ? knownSentence(finding) : failureSentence(finding),
    originWords(finding),
    finding.fix && `fix: ${finding.fix}`,
    webLink(finding.link),
    ...details.map(([label, text]) => `${label}: ${text}`),
  ].filter((line) => line !== undefined);
  return `::${COMMANDS[annotationSeverity(finding)]} ${place}title=${title}::${lines.map(message).join("%0A")}`;
};

const message = (text: string): string => escapeGithub(untrusted(text), 600);
