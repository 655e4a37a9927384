import type { Result, ServerResult } from "../../../scores/result/result.ts";
import type { ReportView } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { causeLines } from "./pretty-cause.ts";

export interface FoundInResult {
  readonly id: string;
  readonly result: Result;
}

/** What a saved result says about one id, with its evidence. */
export const foundView = {
  pretty: ({ id, result }, terminal) => {
    const lines = [...ruleFound(id, result, terminal), ...otherFound(id, result, terminal)];
    const where = `In the result of ${show(result.target, 120)}`;
    return ["", terminal.bold(where), ...(lines.length > 0 ? lines : ["  nothing is said about it there"])];
  },
} as const satisfies ReportView<FoundInResult>;

const ruleFound = (id: string, result: Result, terminal: Terminal): string[] =>
  result.verdicts
    .filter((verdict) => verdict.id === id)
    .flatMap((verdict) => {
      if (verdict.state === "fail") return causeLines(result, { verdict, follows: [] }, terminal);
      const why =
        "detail" in verdict
          ? `: ${show(verdict.detail, 300)}`
          : "message" in verdict
            ? `: ${show(verdict.message, 300)}`
            : "";
      return terminal.paragraph(`${verdict.state}${why}`, 2);
    });

/** What a score beside compliance says about the id. */
const otherFound = (id: string, result: Result, terminal: Terminal): string[] => [
  ...(result.role === undefined ? foundInServer(id, result, terminal) : []),
  ...(result.conformance?.failed ?? [])
    .filter((one) => one.check === id)
    .flatMap(({ level, rules }) => [
      ...terminal.paragraph(
        `fail (${level ?? "no level"}), decided by ${rules.map((rule) => show(rule, 40)).join(", ")}`,
        2,
      ),
      ...rules.flatMap((rule) => ruleFound(rule, result, terminal)),
    ]),
];

const foundInServer = (id: string, result: ServerResult, terminal: Terminal): string[] => [
  ...result.invariants
    .filter((one) => one.id === id)
    .flatMap(({ state, detail, evidence }) => [
      ...terminal.paragraph(`${state}: ${show(detail, 400)}`, 2),
      ...evidence
        .slice(0, 3)
        .flatMap(({ exchange, pointer }) =>
          terminal.row("at", show(`${exchange ?? "session"} ${pointer}`), { hard: true }),
        ),
    ]),
  ...(result.discoverability?.criteria ?? [])
    .filter((one) => one.id === id)
    .flatMap(({ pass, detail, fix, faults }) => [
      ...terminal.paragraph(`${pass ? "pass" : "fail"}: ${show(detail, 400)}`, 2),
      ...faults
        .slice(0, 5)
        .flatMap(({ tool, fault }) => terminal.row("tool", `${show(tool, 80)}: ${show(fault, 200)}`, { hard: true })),
      ...(fix === null ? [] : terminal.row("fix", show(fix, 600))),
    ]),
  ...(result.tool_findings ?? [])
    .filter((one) => one.id === id)
    .flatMap(({ tool, why, fix }) => [
      ...terminal.row("tool", show(tool, 80), { hard: true }),
      ...terminal.row("why", show(why, 400)),
      ...terminal.row("fix", show(fix, 600)),
    ]),
  ...(result.safety ?? [])
    .filter((one) => one.id === id)
    .flatMap(({ tool, where, text, why }) => [
      ...terminal.row("where", show(`${tool === undefined ? "" : `${tool}, `}${where.part}`, 200), { hard: true }),
      ...terminal.row("why", show(why, 400)),
      ...(text === "" ? [] : terminal.row("text", show(text, 200), { hard: true })),
    ]),
  ...(result.acceptance ?? [])
    .filter(({ rows = [] }) => rows.includes(id))
    .flatMap(({ tool, why }) => [
      ...terminal.row("tool", tool === null ? "the server as a whole" : show(tool, 80), { hard: true }),
      ...terminal.row("why", show(why ?? "", 400)),
    ]),
];
