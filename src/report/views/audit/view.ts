import { counted } from "../../../base/counted.ts";
import type {
  Audit,
  CertificateComparison,
  CriterionVerdict,
  DiscoverabilityGrade,
} from "../../../scores/discoverability/discoverability.ts";
import { serverName } from "../../findings/server-name.ts";
import { wherePlace } from "../../findings/words.ts";
import type { ReportView } from "../../report.ts";
import type { Style } from "../../terminal/style.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";
import { comparisonLines } from "./comparison.ts";
import { AUTH_REQUIRED, auditEntry, auditHeadline, auditStandard } from "./headline.ts";
import { auditReport } from "./report.ts";

/** The result of `mcptest audit`. */
export interface AuditResult {
  readonly audit: Audit;
  /** What has changed since the certificate it was compared with. */
  readonly comparison?: CertificateComparison | undefined;
}

/** The audit for a person at a terminal: a line per criterion, and below each that failed what to change. */
const prettyAudit = (audit: Audit, terminal: Terminal): string[] => {
  const { bold, dim, yellow, paragraph } = terminal;
  const { criteria, delivery, surface, auth_required } = audit.discoverability;
  const name = serverName(audit.server.info);
  return [
    bold(show(audit.target)),
    ...(name === "" ? [] : [show(name, 120)]),
    [auditStandard(audit), show(auditEntry(audit))].filter((text) => text !== "").join(" · "),
    ...audit.notes.map((note) => yellow(show(note))),
    ...(auth_required ? ["", ...paragraph(AUTH_REQUIRED).map(yellow)] : []),
    "",
    gradeLine(audit, terminal),
    "",
    ...criteria.flatMap((criterion) => criterionLines(criterion, terminal, audit.discoverability.grade !== null)),
    "",
    show(delivery.text, 300),
    ...(surface.sha256 === null
      ? []
      : [dim(`${counted(surface.tools, "tool")}, surface sha256 ${surface.sha256.slice(0, 16)}…`)]),
  ];
};

const COLORS = { A: "green", B: "green", C: "yellow", D: "red" } as const satisfies Record<
  DiscoverabilityGrade,
  keyof Style
>;

const gradeLine = (audit: Audit, terminal: Terminal): string =>
  terminal[gradeColor(audit.discoverability.grade)](auditHeadline(audit));

const gradeColor = (grade: DiscoverabilityGrade | null) => (grade === null ? "yellow" : COLORS[grade]);

const INDENT = 6;

const criterionLines = (criterion: CriterionVerdict, terminal: Terminal, graded: boolean): string[] => {
  const { id, title, pass, unobserved, detail, faults, fix } = criterion;
  const { verbose, green, red, yellow, bold, dim, paragraph } = terminal;
  const mark = pass ? (graded ? green("✓") : "·") : unobserved === null ? red("✗") : yellow("?");
  const head = [`${mark} ${bold(id.padEnd(3))} ${title}`, ...paragraph(show(detail, 400), INDENT).map(dim)];
  if (pass && !verbose) return head;
  const row: Row = (label, text) => terminal.row(label, text, { indent: INDENT, label: 8 });
  const rows = (label: string, lines: readonly string[]): string[] =>
    lines.flatMap((text, index) => row(index === 0 ? label : "", text));
  const found = faults.map(
    ({ tool, fault, text = "" }) => `${show(tool, 80)} ${fault}${text === "" ? "" : `: ${show(text, 160)}`}`,
  );
  return [
    ...head,
    ...(unobserved === null ? [] : row("", `not observed: ${unobserved}`)),
    ...rows(
      "found",
      firstOf(found, verbose ? found.length : 5, (left) => `and ${left} more`),
    ),
    ...(verbose ? figureRows(criterion, row) : []),
    ...evidenceRows(criterion, rows, verbose),
    ...(fix === null ? [] : row("fix", fix)),
  ];
};

type Row = (label: string, text: string) => string[];

const figureRows = ({ measured, volatile }: CriterionVerdict, row: Row): string[] => {
  const figures = [...Object.entries(measured), ...Object.entries(volatile)];
  return figures.length === 0
    ? []
    : row("figures", figures.map(([name, value]) => `${name} ${show(String(value), 80)}`).join(", "));
};

const evidenceRows = (
  { evidence: { requests, values } }: CriterionVerdict,
  rows: (label: string, lines: readonly string[]) => string[],
  verbose: boolean,
): string[] => {
  const most = verbose ? 20 : 3;
  const sent = requests
    .slice(0, most)
    .map(
      ({ exchange, message }) => `${show(String(exchange), 80)} ${show(JSON.stringify(message), verbose ? 300 : 120)}`,
    );
  const read = values.slice(0, most).map((place) => show(wherePlace(place)));
  return [...rows("sent", sent), ...rows("shown by", read)];
};

export const auditView = {
  pretty: ({ audit, comparison }, terminal) => [
    ...prettyAudit(audit, terminal),
    ...(comparison ? ["", ...comparisonLines(comparison, terminal)] : []),
  ],
  brief: ({ audit, comparison }, terminal) => [
    `${show(audit.target, 120)}: ${gradeLine(audit, terminal)}`,
    ...(comparison ? comparisonLines(comparison, terminal) : []),
  ],
  json: ({ audit, comparison }) => (comparison ? { ...audit, comparison } : audit),
  report: ({ audit, comparison }) => auditReport(audit, comparison),
} as const satisfies ReportView<AuditResult>;
