import { counted } from "../../../base/counted.ts";
import type { ReportView } from "../../../report/report.ts";
import { show, type Terminal } from "../../../report/terminal/terminal.ts";
import type {
  EntryLevel,
  EntryValidation,
  LiveOutcome,
  LocatedFinding,
} from "../../../scores/server-json/registry-entry.ts";

/** What is wrong with a server.json, a line for each finding, in the order of the file. */
export const validationView = {
  pretty: (result, terminal) => {
    const { file, schema, errors, warnings, findings, live = [] } = result;
    const { bold, dim, green } = terminal;
    const name = [result.name, result.version].flatMap((part) => (part === null ? [] : [show(part, 200)])).join(" ");
    return [
      `${bold(show(file, 300))}${name === "" ? "" : `  ${name}`}`,
      ...findings.flatMap((one) => findingLines(one, file, terminal)),
      ...(live.length > 0 ? ["", ...live.map((one) => liveLine(one, terminal))] : []),
      "",
      errors + warnings === 0
        ? `${green("✓")} nothing is wrong by the schema of ${schema} and the rules of the registry`
        : `${counted(errors, "error")}, ${counted(warnings, "warning")} ${dim(`by the schema of ${schema} and the rules of the registry`)}`,
    ];
  },
} as const satisfies ReportView<EntryValidation>;

const LEVELS = { error: "red", warning: "yellow" } as const satisfies Record<EntryLevel, keyof Terminal>;

const findingLines = (
  { level, line, column, rule, message }: LocatedFinding,
  file: string,
  terminal: Terminal,
): string[] => {
  const place = `${show(file, 300)}:${line}:${column}`;
  return [
    `${place} ${terminal[LEVELS[level]](level)} ${terminal.dim(rule)}`,
    ...terminal.paragraph(show(message, 600), 4),
  ];
};

const liveLine = (
  { place, target, state, reason, name, version, revision }: LiveOutcome,
  { green, yellow }: Terminal,
): string => {
  const said = [name, version, revision].flatMap((part) => (part === null ? [] : [show(part, 80)])).join(" ");
  const mark = state === "answered" ? green("✓") : yellow("–");
  const words = [STATES[state], said, reason === null ? "" : show(reason, 300)]
    .filter((word) => word !== "")
    .join(": ");
  return `${mark} ${place} ${show(target, 200)}: ${words}`;
};

const STATES = {
  answered: "answered",
  "auth-required": "asks for authorization",
  unreachable: "unreachable",
  skipped: "not run",
} as const satisfies Record<LiveOutcome["state"], string>;
