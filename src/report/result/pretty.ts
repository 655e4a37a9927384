import { stringMember } from "../../model/json.ts";
import type { Result } from "../../model/result.ts";
import { LEVELS } from "../../model/rule.ts";
import type { Verdict } from "../../model/verdict.ts";
import { show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { headline } from "./headline.ts";

export interface PrettyOptions {
  readonly color: boolean;
  readonly width: number;
  /** Also what passed, and what was left open. */
  readonly verbose?: boolean;
}

type Failed = Extract<Verdict, { state: "fail" }>;

/** The result for a person at a terminal: what is wrong, worst first, and what to do about it. */
export const renderResultPretty = (result: Result, options: PrettyOptions): string => {
  const style = createStyle(options.color);
  return `${[
    ...head(result, style),
    "",
    headline(result, style),
    ...failures(result, options, style),
    ...errors(result, style),
    ...openQuestions(result, style),
    ...(options.verbose ? everything(result, style) : []),
  ].join("\n")}\n`;
};

const head = ({ target, server, revision, revisions, notes }: Result, style: Style): string[] => {
  const name = stringMember(server.info, "name");
  const others = (revisions?.asked ?? []).filter(
    (asked) => asked.answered === asked.revision && asked.revision !== revision,
  );
  return [
    style.bold(show(target, 200)),
    ...(name === undefined
      ? []
      : [`${show(name, 80)} ${show(stringMember(server.info, "version") ?? "", 40)}`.trimEnd()]),
    [
      `judged by ${revision}`,
      ...(server.transport ? [server.transport] : []),
      ...(others.length > 0 ? [`also negotiates ${others.map((entry) => show(entry.revision, 40)).join(", ")}`] : []),
    ].join(" · "),
    ...notes.map((note) => style.yellow(show(note, 200))),
  ];
};

const failures = ({ verdicts }: Result, options: PrettyOptions, style: Style): string[] => {
  const failed = verdicts.filter((verdict): verdict is Failed => verdict.state === "fail");
  const groups = [
    ...LEVELS.map((level) => ({
      title: level as string,
      rows: failed.filter((row) => !row.advisory && row.level === level),
    })),
    {
      title: "warnings (they rest on prose or on a conclusion, and count in no grade)",
      rows: failed.filter((row) => row.advisory),
    },
  ];
  return groups
    .filter(({ rows }) => rows.length > 0)
    .flatMap(({ title, rows }) => ["", style.bold(title), ...rows.flatMap((row) => failure(row, options, style))]);
};

const MAX_PLACES = 5;

const failure = (verdict: Failed, { width }: PrettyOptions, style: Style): string[] => {
  const row = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - 12)).map(
      (line, index) => `  ${style.dim((index === 0 ? label : "").padEnd(9))} ${line}`,
    );
  const places = verdict.evidence.slice(0, MAX_PLACES).map(({ exchange, pointer, item, actual }) => {
    const what = item === undefined ? "" : ` (${show(item, 60)})`;
    const found = actual === undefined || verdict.evidence.length === 1 ? "" : `: ${show(actual, 80)}`;
    return `${show(exchange === null ? "session" : String(exchange), 80)} ${show(pointer, 120)}${what}${found}`;
  });
  const more = verdict.evidence.length - MAX_PLACES;
  return [
    `${verdict.advisory ? style.yellow("!") : style.red("✗")} ${style.bold(verdict.id)}  ${verdict.title}`,
    ...row("expected", verdict.expected),
    ...row("found", show(verdict.actual, 300)),
    ...places.flatMap((place, index) => row(index === 0 ? "at" : "", place)),
    ...(more > 0 ? row("", `and ${more} more`) : []),
    ...row("fix", verdict.fix),
    ...row("spec", verdict.spec),
  ];
};

const errors = ({ verdicts }: Result, style: Style): string[] =>
  verdicts.flatMap((verdict) =>
    verdict.state === "error"
      ? [
          "",
          style.red(
            `mcptest itself failed at ${verdict.id}: ${show(verdict.message, 200)}; please report it with the capture`,
          ),
        ]
      : [],
  );

/** By reason: a server behind a login leaves hundreds of questions open for the same one. */
const openQuestions = ({ verdicts }: Result, style: Style): string[] => {
  const open = verdicts.flatMap((verdict) => (verdict.state === "inconclusive" ? [verdict] : []));
  const reasons = [...new Set(open.map(({ reason }) => reason))];
  if (reasons.length === 0) return [];
  return [
    "",
    ...reasons.map((reason) => {
      const rows = open.filter((row) => row.reason === reason);
      const details = [...new Set(rows.map(({ detail }) => show(detail, 120)))];
      return style.dim(
        `inconclusive, ${reason} (${rows.length}): ${details.slice(0, 3).join("; ")}${details.length > 3 ? "; …" : ""}`,
      );
    }),
  ];
};

const everything = ({ verdicts }: Result, style: Style): string[] => [
  "",
  ...verdicts
    .filter(({ state }) => state !== "fail" && state !== "error")
    .map((verdict) => {
      const why = "detail" in verdict ? style.dim(` ${show(verdict.detail, 120)}`) : "";
      return `${MARKS[verdict.state]} ${verdict.id}  ${verdict.title}${why}`;
    }),
];

const MARKS = { pass: "✓", fail: "✗", "not-applicable": "–", inconclusive: "?", error: "!" } as const;
