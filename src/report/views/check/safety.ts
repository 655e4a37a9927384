import { untrusted } from "../../../base/untrusted.ts";
import type { ServerResult } from "../../../scores/result/result.ts";
import type { SafetyFinding, SafetyPart } from "../../../scores/safety/safety.ts";
import { SAFE_RULES } from "../../../scores/safety/safety-rules.ts";
import type { ReportFinding } from "../../findings-report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

const PARTS = {
  instructions: "instructions of the server",
  name: "name",
  title: "title",
  description: "description",
  "parameter-name": "name of a parameter",
  "parameter-text": "text of a parameter",
  "schema-value": "value in the schema",
  "output-text": "output schema",
  uri: "uri",
  meta: "_meta",
  other: "definition",
  annotations: "annotations",
  "tool-result": "result",
  prompt: "prompt that was got",
  resource: "resource that was read",
} as const satisfies Record<SafetyPart, string>;

/** `lookup, text of a parameter query`: names come from the server. */
export const safetyPlace = ({ tool, where: { part, parameter } }: SafetyFinding): string =>
  [...(tool === undefined ? [] : [tool]), `${PARTS[part]}${parameter === undefined ? "" : ` ${parameter}`}`].join(", ");

const MOST_LINES = 10;

/** What attacks its reader, for a person at a terminal. The text itself is escaped and short. */
export const safetyLines = ({ safety = [] }: ServerResult, terminal: Terminal): string[] => {
  if (safety.length === 0) return [];
  const lines = safety.map((finding) => findingLines(finding, terminal));
  const most = terminal.verbose ? lines.length : MOST_LINES;
  return [
    terminal.bold("What a model reads"),
    ...terminal.paragraph("These count in no grade; --fail-on safety makes errors fail the run.").map(terminal.dim),
    ...lines.slice(0, most).flat(),
    ...(lines.length > most ? [terminal.dim(`  and ${lines.length - most} more; --verbose shows them`)] : []),
  ];
};

const findingLines = (finding: SafetyFinding, terminal: Terminal): string[] => {
  const { id, severity, text, why } = finding;
  const { title, fix } = SAFE_RULES[id];
  const paint = severity === "error" ? terminal.red : terminal.yellow;
  return [
    ...terminal.paragraph(`${severity === "error" ? "✗" : "!"} ${id} ${title}`, 2, 0).map(paint),
    ...terminal.row("where", show(safetyPlace(finding), 200), { hard: true }),
    ...(text === "" ? [] : terminal.row("text", show(text, 200), { hard: true })),
    ...terminal.row("why", why),
    ...terminal.row("fix", fix),
  ];
};

/** For formats that list findings: a warning each, because none of them counts in a grade. */
export const safetyFindings = ({ safety = [] }: ServerResult): readonly ReportFinding[] =>
  safety.map((finding) => {
    const { id, where, text, why, tool } = finding;
    const { title, fix } = SAFE_RULES[id];
    const { exchange, pointer, sha256 } = where;
    return {
      id,
      title,
      group: "safety",
      state: "fail",
      severity: "warning",
      advisory: true,
      expected: "a surface that says nothing to its reader but what it is for",
      reason: why,
      ...(text === "" ? {} : { actual: text }),
      evidence: [{ exchange, pointer, sha256, ...(tool === undefined ? {} : { item: untrusted(tool) }) }],
      fix,
    };
  });
