import type { Exchange } from "../../model/capture.ts";
import type { UpgradeBreak, UpgradeLeftover, UpgradeReport, UpgradeTopic } from "../../model/upgrade.ts";
import type { VerdictEvidence } from "../../model/verdict.ts";
import { show } from "../capture-head.ts";
import { exchangeAt, excerptAt } from "../result/excerpt.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { idList, isWarning, levelWords, upgradeHeadline } from "./words.ts";

export interface UpgradePaper {
  readonly color: boolean;
  readonly width: number;
  /** Also every rule that is met, and what this capture says nothing about. */
  readonly verbose?: boolean;
}

interface Pen {
  readonly style: Style;
  readonly report: UpgradeReport;
  readonly verbose: boolean;
  row(label: string, text: string): readonly string[];
}

/** For a person at a terminal: what breaks, what is to be built, what goes, and last what is right already. */
export const renderUpgradePretty = (report: UpgradeReport, { color, width, verbose = false }: UpgradePaper): string => {
  const style = createStyle(color);
  const pen: Pen = {
    style,
    report,
    verbose,
    row: (label, text) =>
      wrapText(text, Math.max(20, width - 12)).map((line, index) =>
        `  ${style.dim((index === 0 ? label : "").padEnd(9))} ${line}`.trimEnd(),
      ),
  };
  return `${[...head(pen), ...breaks(pen), ...leftovers(pen), ...build(pen), ...goes(pen), ...unseen(pen), ...today(pen), ...meets(pen)].join("\n")}\n`;
};

const head = ({ report, style }: Pen): readonly string[] => {
  const { server, target, from, to, notes } = report;
  const name = server.name === null ? [] : [`${show(server.name, 80)} ${show(server.version ?? "", 40)}`.trimEnd()];
  const line = upgradeHeadline(report);
  return [
    style.bold(show(target, 200)),
    [...name, ...(server.transport === null ? [] : [server.transport])].join(" · "),
    ...notes.map((note) => style.yellow(show(note, 200))),
    ...report.errors.map(({ id, message: text }) => style.red(`mcptest failed at ${id}: ${show(text, 200)}`)),
    "",
    `${style.bold(from === to ? to : `${from} → ${to}`)}  ${report.ready ? style.green(line) : style.red(line)}`,
  ].filter((text, index) => text !== "" || index > 1);
};

const heading = (text: string, style: Style): readonly string[] => ["", style.bold(text)];

const breaks = (pen: Pen): readonly string[] => {
  const all = pen.report.breaks;
  const hard = all.filter((one) => !isWarning(one));
  const soft = all.filter(isWarning);
  return [
    ...(hard.length > 0 ? heading(`Breaks (${hard.length})`, pen.style) : []),
    ...withConsequences(hard).flatMap(([one, others]) => breakLines(one, others, pen)),
    ...(soft.length > 0 ? heading(`Warnings (${soft.length}): they rest on prose or on a conclusion`, pen.style) : []),
    ...withConsequences(soft).flatMap(([one, others]) => breakLines(one, others, pen)),
  ];
};

/** A break that another one causes is named with it, once. */
const withConsequences = (
  list: readonly UpgradeBreak[],
): readonly (readonly [UpgradeBreak, readonly UpgradeBreak[]])[] => {
  const ids = new Set(list.map(({ id }) => id));
  const rootOf = (one: UpgradeBreak, steps = 0): string => {
    const cause = one.implied_by === undefined ? undefined : list.find(({ id }) => id === one.implied_by);
    return cause && steps < list.length ? rootOf(cause, steps + 1) : one.id;
  };
  const roots = list.filter(({ implied_by }) => implied_by === undefined || !ids.has(implied_by));
  return roots.map((root) => [root, list.filter((one) => one !== root && rootOf(one) === root.id)] as const);
};

const breakLines = (one: UpgradeBreak, others: readonly UpgradeBreak[], pen: Pen): readonly string[] => {
  const mark = isWarning(one) ? pen.style.yellow("!") : pen.style.red("✗");
  return [
    `${mark} ${pen.style.bold(one.id)} ${pen.style.dim(one.level)}  ${one.title}`,
    ...(one.was === undefined || one.was === one.now ? [] : pen.row("was", one.was)),
    ...pen.row("now", one.now),
    ...(one.level_move ? pen.row("level", levelWords(one.level_move)) : []),
    ...pen.row("found", show(one.found, 300)),
    ...places(one.evidence, one.failures, pen),
    ...pen.row("fix", one.fix),
    ...pen.row("spec", one.spec),
    ...(others.length > 0 ? pen.row("so also", idList(others.map(({ id }) => id))) : []),
  ];
};

const leftovers = (pen: Pen): readonly string[] => {
  const all = pen.report.leftovers;
  if (all.length === 0) return [];
  return [
    ...heading(`Left over from a release candidate (${all.length})`, pen.style),
    ...all.flatMap((one) => leftoverLines(one, pen)),
  ];
};

const leftoverLines = (one: UpgradeLeftover, pen: Pen): readonly string[] => [
  `${pen.style.red("✗")} ${pen.style.bold(one.id)} ${pen.style.dim(one.rule)}  ${one.title}`,
  ...pen.row("now", one.now),
  ...pen.row("found", show(one.found, 300)),
  ...places(one.evidence, one.failures, pen),
  ...pen.row("fix", one.fix),
  ...(one.spec === "" ? [] : pen.row("spec", one.spec)),
];

const MOST_PLACES = 3;

/** Where it was seen, and the message that shows it. */
const places = (evidence: readonly VerdictEvidence[], total: number, pen: Pen): readonly string[] => {
  const shown = evidence.slice(0, MOST_PLACES);
  const [first] = evidence;
  const more = total - shown.length;
  return [
    ...shown.flatMap(({ exchange, pointer, item }, index) => {
      const name = item === undefined ? "" : ` (${show(item, 60)})`;
      const where = exchange === null ? "session" : String(exchange);
      return pen.row(index === 0 ? "at" : "", `${show(where, 80)} ${show(pointer, 120)}${name}`);
    }),
    ...(more > 0 ? pen.row("", `and ${more} more`) : []),
    ...(first ? message(first, pen) : []),
  ];
};

const message = (place: VerdictEvidence, pen: Pen): readonly string[] => {
  const exchange = exchangeAt(pen.report.exchanges, place);
  const text = exchange && excerptAt(exchange, placeInMessage(exchange, place.pointer));
  return text === undefined ? [] : pen.row("message", show(text, 240));
};

/** The message itself, not what was noted about its arrival. */
const placeInMessage = ({ response }: Exchange, pointer: string): string => {
  if (pointer === "") return response === undefined ? "/http" : "/response";
  return /^\/meanwhile\/\d+\/message$/.test(pointer) ? `${pointer}/method` : pointer;
};

const build = (pen: Pen): readonly string[] => {
  const needed = pen.report.build.filter((topic) => topic.needed);
  const optional = pen.report.build.filter((topic) => !topic.needed);
  return [
    ...(needed.length > 0 ? heading(`New to build (${needed.length})`, pen.style) : []),
    ...needed.flatMap((topic) => topicLines(topic, "+", pen)),
    ...(optional.length > 0
      ? [
          ...heading("New, if you want to offer it", pen.style),
          ...optional.map((topic) => `  ${topic.title} ${pen.style.dim(idList(idsOf(topic)))}`),
        ]
      : []),
  ];
};

const goes = (pen: Pen): readonly string[] => {
  const all = pen.report.goes;
  return all.length === 0
    ? []
    : [...heading(`Goes (${all.length})`, pen.style), ...all.flatMap((topic) => topicLines(topic, "-", pen))];
};

const topicLines = (topic: UpgradeTopic, mark: "+" | "-", pen: Pen): readonly string[] => [
  `${mark === "+" ? pen.style.green(mark) : pen.style.yellow(mark)} ${pen.style.bold(topic.title)} ${pen.style.dim(topic.level)}`,
  ...(pen.verbose ? [] : pen.row("rules", idList(idsOf(topic)))),
  ...(topic.evidence.length > 0 ? topicPlace(topic, pen) : []),
  ...pen.row("fix", topic.fix),
  ...pen.row("spec", topic.spec),
  ...(pen.verbose
    ? topic.rules.flatMap(({ id, title, level, fix }) => [
        `    ${id} ${pen.style.dim(level)}  ${title}`,
        ...(mark === "+" ? pen.row("", fix) : []),
      ])
    : []),
];

const idsOf = ({ rules }: UpgradeTopic): readonly string[] => rules.map(({ id }) => id);

const topicPlace = ({ evidence }: UpgradeTopic, pen: Pen): readonly string[] => {
  const [first] = evidence;
  if (!first) return [];
  const where = first.exchange === null ? "session" : String(first.exchange);
  return [...pen.row("today", `${show(where, 80)} ${show(first.pointer, 120)}`), ...message(first, pen)];
};

const unseen = (pen: Pen): readonly string[] => {
  const all = pen.report.unseen;
  if (all.length === 0) return [];
  const title = `Look yourself (${all.length}): new or different, and not to be seen in this session`;
  if (!pen.verbose) return [...heading(title, pen.style), ...pen.row("rules", idList(all.map(({ id }) => id)))];
  return [
    ...heading(title, pen.style),
    ...all.flatMap((one) => [
      `? ${pen.style.bold(one.id)} ${pen.style.dim(one.level)}  ${one.title}`,
      ...pen.row("now", one.now),
      ...(one.why === "" ? [] : pen.row("why", show(one.why, 300))),
      ...pen.row("spec", one.spec),
    ]),
  ];
};

const today = (pen: Pen): readonly string[] => {
  const all = pen.report.broken_today;
  if (all.length === 0) return [];
  return [
    ...heading(`Wrong today already (${all.length}): no matter of the upgrade; mcptest check tells more`, pen.style),
    ...all.map(({ id, title }) => `  ${id}  ${title}`),
  ];
};

const meets = (pen: Pen): readonly string[] => {
  const { meets: all, to } = pen.report;
  const moved = all.filter(({ change }) => change !== "same");
  if (all.length === 0) return [];
  return [
    ...heading(`Already meets ${to} (${all.length} rules, ${moved.length} of them new or different)`, pen.style),
    ...(pen.verbose
      ? all.map(({ id, title }) => `${pen.style.green("✓")} ${id}  ${title}`)
      : pen.row("rules", idList((moved.length > 0 ? moved : all).map(({ id }) => id)))),
  ];
};
