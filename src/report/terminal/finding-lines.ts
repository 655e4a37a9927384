import type { VerdictEvidence } from "../../judge/core/verdict.ts";
import { placeOf, wherePlace } from "../findings/words.ts";
import type { ReportFinding } from "../findings-report.ts";
import type { GateResult } from "../gate-result.ts";
import { firstOf, show, type Terminal } from "./terminal.ts";

const MAX_PLACES = 5;
const MARKS = { error: ["✗", "red"], warning: ["!", "yellow"], note: ["·", "dim"] } as const;

/** A failure: what was expected, what was found, where, and what to do. */
export const findingLines = (finding: ReportFinding, terminal: Terminal): string[] => {
  const { id, title, severity, evidence, expected, actual, reason, fix, link, at, details = [] } = finding;
  const places = evidence.map((place) => `${show(placeOf(place), 160)}${itemOf(place)}`);
  const row = (label: string, text: string | undefined, length: number): string[] =>
    text === undefined ? [] : terminal.row(label, show(text, length));
  const [mark, color] = MARKS[severity];
  return [
    `${terminal[color](mark)} ${terminal.bold(show(id, 80))}  ${show(title, 200)}`,
    ...row("expected", expected, 400),
    ...row("found", actual, 300),
    ...row("because", reason, 300),
    ...details.flatMap(([label, text]) => row(label, text, 600)),
    ...row("in", at && `${at.file}:${at.line}:${at.column}`, 300),
    ...placeRows(places, MAX_PLACES, terminal),
    ...row("fix", fix, 400),
    ...row("spec", link, 200),
  ];
};

/** Which element of a list it is about, where it is about one. */
const itemOf = ({ item }: VerdictEvidence): string => (item === undefined ? "" : ` (${show(item, 60)})`);

export const placeLine = (place: VerdictEvidence): string => `${show(wherePlace(place))}${itemOf(place)}`;

/** `at` and the first places, already escaped. */
export const placeRows = (places: readonly string[], most: number, { row }: Terminal): string[] =>
  firstOf(places, most, (left) => `and ${left} more`).flatMap((place, index) => row(index === 0 ? "at" : "", place));

/** A bug in mcptest, never the server's fault. */
export const selfErrorLine = (id: string, message: string, { red }: Terminal): string =>
  red(`mcptest itself failed at ${show(id, 40)}: ${show(message)}; please report this with the capture`);

/** One line per gate, and below a gate what it found. */
export const gateLines = (gates: readonly GateResult[], { green, red, dim }: Terminal, quiet = false): string[] =>
  gates.flatMap(({ pass, line, details }) => [
    (pass ? green : red)(show(line, 2_000)),
    ...(quiet ? [] : details.map((detail) => dim(`  ${show(detail, 400)}`))),
  ]);
