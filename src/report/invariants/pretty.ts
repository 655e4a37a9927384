import type { InvariantsReport, InvariantVerdict, SessionInvariants } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeTerminal } from "../escape/terminal.ts";
import { createStyle, type Style } from "../style.ts";
import { ADVICE, groupHazards, LONGEST, placeOf, summaryOf } from "./words.ts";

/** For a person: what failed with its evidence, what held in one line. */
export const renderInvariantsPretty = (
  report: InvariantsReport,
  options: { readonly color: boolean; readonly width: number },
): string => {
  const style = createStyle(options.color);
  const lines = [
    ...report.sessions.flatMap((session) => [...renderSession(session, style, options.width), ""]),
    ...renderComposition(report, style, options.width),
    ...(report.notes ?? []).map((note) => style.yellow(show(note))),
    `${report.ok ? style.green("ok") : style.red("not ok")}: ${summaryOf(report)}`,
  ];
  return `${lines.join("\n")}\n`;
};

const MAX_SHOWN = 5;

const renderSession = ({ server_label, invariants }: SessionInvariants, style: Style, width: number): string[] => [
  style.bold(show(server_label)),
  ...invariants.flatMap((verdict) => renderVerdict(verdict, style, width)),
];

const renderVerdict = (verdict: InvariantVerdict, style: Style, width: number): string[] => {
  const { id, title, state, detail, evidence } = verdict;
  const head = (mark: string, paint: (text: string) => string): string[] =>
    wrap(title, width - HEAD).map((line, index) =>
      index === 0 ? `  ${paint(mark)} ${style.bold(id)}  ${line}` : `${" ".repeat(HEAD)}${line}`,
    );
  const remark = (text: string): string[] => wrap(text, width - HEAD).map((line) => `${" ".repeat(HEAD)}${line}`);
  switch (state) {
    case "pass":
      return head("✓", style.green);
    case "not-applicable":
      return [...head("–", style.dim), ...remark(`not applicable: ${show(detail)}`).map(style.dim)];
    case "fail": {
      const shown = evidence
        .slice(0, MAX_SHOWN)
        .map((one) => `${" ".repeat(HEAD)}${style.dim(`at ${show(placeOf(one))}`)}`);
      const more = evidence.length > MAX_SHOWN ? remark(`and ${evidence.length - MAX_SHOWN} more places`) : [];
      return [...head("✗", style.red), ...remark(show(detail)).map(style.red), ...shown, ...more];
    }
  }
};

const renderComposition = (report: InvariantsReport, style: Style, width: number): string[] => {
  const { sessions, composition } = report;
  if (sessions.length < 2) return [];
  const title = style.bold(`${sessions.length} servers behind one client`);
  if (composition.length === 0) return [title, `  ${style.green("✓")} nothing of one is mistaken for another's`, ""];
  return [
    title,
    ...groupHazards(composition).flatMap(({ kind, servers, words }) => [
      ...wrap(`${show(words)}`, width - 4).map((line, index) =>
        index === 0 ? `  ${style.red("✗")} ${line}` : `    ${line}`,
      ),
      ...wrap(`servers: ${servers.map(show).join(", ")}`, width - 4).map((line) => `    ${style.dim(line)}`),
      `    ${style.dim(ADVICE[kind])}`,
    ]),
    "",
  ];
};

/** Two spaces, the mark, the id and its gaps. */
const HEAD = 13;

const show = (text: string): string => escapeTerminal(untrusted(text), LONGEST);

/** Breaks between words; a word that is too long stays whole. */
const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
};
