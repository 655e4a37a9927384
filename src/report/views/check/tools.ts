import type { ServerResult } from "../../../scores/result/result.ts";
import {
  type OfferedOutcome,
  type ToolFinding,
  type ToolOutcome,
  type ToolRow,
  WORK_IDS,
} from "../../../scores/tools/tool-outcomes.ts";
import { WORK_RULES } from "../../../scores/tools/work-rules.ts";
import type { Tone } from "../../report.ts";
import { firstOf, show, type Terminal } from "../../terminal/terminal.ts";

interface Look {
  readonly words: string;
  readonly mark: string;
  readonly tone: Tone;
}

export const OUTCOME_LOOKS: Readonly<Record<ToolOutcome | OfferedOutcome, Look>> = {
  ok: { words: "ok", mark: "✓", tone: "pass" },
  error: { words: "error", mark: "!", tone: "warn" },
  "protocol-error": { words: "protocol error", mark: "!", tone: "warn" },
  died: { words: "ended the process", mark: "✗", tone: "fail" },
  cancelled: { words: "cancelled", mark: "–", tone: "none" },
  "timed-out": { words: "timed out", mark: "!", tone: "warn" },
  "not-called": { words: "not called", mark: "–", tone: "none" },
  "not-asked": { words: "not asked", mark: "–", tone: "none" },
};

const MOST_LINES = 10;

const ORDER: readonly ToolOutcome[] = ["died", "protocol-error", "error", "timed-out", "ok", "cancelled", "not-called"];

/** What needs a look comes first; otherwise in the order of the list. */
export const worstFirst = (tools: readonly ToolRow[]): readonly ToolRow[] =>
  ORDER.flatMap((outcome) => tools.filter((row) => row.outcome === outcome));

export const timeWords = (ms: number): string => (ms < 10_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`);

export const sizeWords = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} B`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;

const TONES = { pass: "green", warn: "yellow", fail: "red", none: "dim" } as const satisfies Record<
  Tone,
  keyof Terminal
>;

/** Do my tools work: a line for each, what needs a look first; then what of the resources and prompts came. */
export const toolLines = (result: ServerResult, terminal: Terminal): string[] => {
  const { tools = [], resources = [], prompts = [], tool_findings: findings = [] } = result;
  if (tools.length + resources.length + prompts.length === 0) return [];
  const broken = new Set(findings.map(({ tool }) => tool));
  const shownTools = [...worstFirst(tools)].sort((a, b) => Number(broken.has(b.name)) - Number(broken.has(a.name)));
  const longest = Math.min(
    28,
    Math.max(0, ...shownTools.slice(0, MOST_LINES).map(({ name }) => show(name, 28).length)),
  );
  const lines = shownTools.map((row) => toolLine(row, findings, longest, terminal));
  return [
    ...firstOf(lines, terminal.verbose ? lines.length : MOST_LINES, (left) =>
      terminal.dim(`    and ${left} more; --verbose and the HTML report show all of them`),
    ),
    ...offeredLine("resources", "read", resources, terminal),
    ...offeredLine("prompts", "got", prompts, terminal),
    "",
  ];
};

const toolLine = (
  { name, outcome, reason, ms, bytes }: ToolRow,
  findings: readonly ToolFinding[],
  longest: number,
  terminal: Terminal,
): string => {
  const ids = findings.filter(({ tool }) => tool === name).map(({ id }) => id);
  const { words, mark, tone } = OUTCOME_LOOKS[outcome];
  const paint = terminal[ids.length > 0 ? (outcome === "ok" ? "yellow" : "red") : TONES[tone]];
  const shownMark = ids.length > 0 ? (outcome === "ok" ? "!" : "✗") : mark;
  const figures = [...(ms === null ? [] : [timeWords(ms)]), ...(bytes === null ? [] : [sizeWords(bytes)])].join(", ");
  const head = `  ${paint(shownMark)} ${show(name, 28).padEnd(longest)}  ${paint(words)}`;
  const plain = 2 + 2 + longest + 2 + words.length;
  const tail = [...ids, ...(reason === null ? [] : [reason]), ...(reason === null && figures !== "" ? [figures] : [])];
  const room = Math.max(20, terminal.width - plain - 2);
  return tail.length === 0 ? head : `${head}${terminal.dim(`  ${show(tail.join(" · "), room)}`)}`;
};

const offeredLine = (
  what: string,
  verb: string,
  rows: readonly { readonly asked: boolean; readonly outcome: OfferedOutcome }[],
  { dim }: Terminal,
): string[] => {
  if (rows.length === 0) return [];
  const asked = rows.filter((row) => row.asked);
  const failed = asked.filter(({ outcome }) => outcome !== "ok");
  const words = failed.length === 0 ? (asked.length === 0 ? "" : ", all ok") : `, ${failed.length} failed`;
  return [dim(`    ${what}: ${asked.length} of ${rows.length} ${verb}${words}`)];
};

/** What a caller would call broken, with what to do about it; tools that have the same trouble stand together. */
export const toolFindingLines = ({ tool_findings: findings = [] }: ServerResult, terminal: Terminal): string[] => {
  if (findings.length === 0) return [];
  const together = WORK_IDS.map((id) => findings.filter((finding) => finding.id === id));
  return [
    "",
    terminal.bold(
      findings.every(({ id }) => id === "WORK-007") ? "Tools that contradict themselves" : "Tools that do not work",
    ),
    ...together.flatMap(([first, ...others]) => (first ? findingLines(first, others, terminal) : [])),
  ];
};

const findingLines = (
  { id, tool, severity, evidence, why, fix }: ToolFinding,
  others: readonly ToolFinding[],
  terminal: Terminal,
): string[] => {
  const [shown] = evidence;
  const paint = severity === "error" ? terminal.red : terminal.yellow;
  const names = [tool, ...others.map((other) => other.tool)].map((name) => show(name, 60));
  const title = `${severity === "error" ? "✗" : "!"} ${id} ${WORK_RULES[id].title}`;
  return [
    ...terminal.paragraph(title, 2, 0).map(paint),
    ...terminal.row(
      names.length === 1 ? "tool" : "tools",
      firstOf(names, terminal.verbose ? names.length : MOST_LINES, (left) => `and ${left} more`).join(", "),
    ),
    ...(shown?.actual === undefined
      ? []
      : terminal.row(id === "WORK-007" ? "says" : "answer", show(shown.actual, 300), { hard: true })),
    ...terminal.row("why", why),
    ...terminal.row("fix", fix),
  ];
};
