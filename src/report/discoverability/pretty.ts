import type { Audit, CriterionVerdict, DiscoverabilityGrade } from "../../model/discoverability.ts";
import { counted, show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { AUTH_REQUIRED, auditEntry, auditHeadline, auditServer, auditStandard } from "./headline.ts";

export interface AuditPrettyOptions {
  readonly color: boolean;
  readonly width: number;
  /** Also the figures and requests of what passed. */
  readonly verbose?: boolean;
}

/** The audit for a person at a terminal: ten lines, and below each that failed what to change. */
export const renderAuditPretty = (audit: Audit, options: AuditPrettyOptions): string => {
  const style = createStyle(options.color);
  const { criteria, delivery, surface, auth_required } = audit.discoverability;
  const server = auditServer(audit);
  return `${[
    style.bold(show(audit.target, 200)),
    ...(server === "" ? [] : [server]),
    [auditStandard(audit), ...auditEntry(audit)].join(" · "),
    ...audit.notes.map((note) => style.yellow(show(note, 200))),
    ...(auth_required ? ["", ...wrapText(AUTH_REQUIRED, options.width).map((line) => style.yellow(line))] : []),
    "",
    gradeLine(audit, style),
    "",
    ...criteria.flatMap((criterion) => criterionLines(criterion, options, style)),
    "",
    show(delivery.text, 300),
    ...(surface.sha256 === null
      ? []
      : [style.dim(`${counted(surface.tools, "tool")}, surface sha256 ${surface.sha256.slice(0, 16)}…`)]),
  ].join("\n")}\n`;
};

/** The answer in one line. */
export const renderAuditLine = (audit: Audit, { color }: { readonly color: boolean }): string =>
  `${show(audit.target, 120)}: ${gradeLine(audit, createStyle(color))}\n`;

const gradeLine = (audit: Audit, style: Style): string => {
  const { grade } = audit.discoverability;
  return style[COLORS[grade]](auditHeadline(audit));
};

const COLORS = { A: "green", B: "green", C: "yellow", D: "red" } as const satisfies Record<
  DiscoverabilityGrade,
  keyof Style
>;

const MAX_FAULTS = 5;
const INDENT = "      ";

const criterionLines = (
  criterion: CriterionVerdict,
  { width, verbose = false }: AuditPrettyOptions,
  style: Style,
): string[] => {
  const { id, title, pass, unobserved, detail, faults, fix } = criterion;
  const mark = pass ? style.green("✓") : unobserved === null ? style.red("✗") : style.yellow("?");
  const row = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - INDENT.length - 9)).map(
      (line, index) => `${INDENT}${style.dim((index === 0 ? label : "").padEnd(8))} ${line}`,
    );
  const head = [
    `${mark} ${style.bold(id.padEnd(3))} ${title}`,
    ...wrapText(show(detail, 400), Math.max(20, width - INDENT.length)).map((line) => `${INDENT}${style.dim(line)}`),
  ];
  if (pass && !verbose) return head;
  const shown = verbose ? faults : faults.slice(0, MAX_FAULTS);
  return [
    ...head,
    ...(unobserved === null ? [] : row("", `not observed: ${unobserved}`)),
    ...shown.flatMap(({ tool, fault, text }, index) =>
      row(
        index === 0 ? "found" : "",
        `${show(tool, 80)} ${fault}${text === undefined || text === "" ? "" : `: ${show(text, 160)}`}`,
      ),
    ),
    ...(faults.length > shown.length ? row("", `and ${faults.length - shown.length} more`) : []),
    ...(verbose ? figureRows(criterion, row) : []),
    ...evidenceRows(criterion, row, verbose),
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

const MAX_SHOWN = 3;

const evidenceRows = ({ evidence }: CriterionVerdict, row: Row, verbose: boolean): string[] => {
  const most = verbose ? 20 : MAX_SHOWN;
  const asked = evidence.requests
    .slice(0, most)
    .flatMap(({ exchange, message }, index) =>
      row(
        index === 0 ? "sent" : "",
        `${show(String(exchange), 80)} ${show(JSON.stringify(message), verbose ? 300 : 120)}`,
      ),
    );
  const read = evidence.values
    .slice(0, most)
    .flatMap(({ exchange, pointer }, index) =>
      row(
        index === 0 ? "shown by" : "",
        `${exchange === null ? "session" : show(String(exchange), 80)} ${show(pointer, 120)}`,
      ),
    );
  return [...asked, ...read];
};
