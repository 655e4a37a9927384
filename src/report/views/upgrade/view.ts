import type { Exchange } from "../../../capture/capture.ts";
import type { VerdictEvidence } from "../../../judge/core/verdict.ts";
import type { SdkUpgrade } from "../../../judge/corpus/sdk.ts";
import type { UpgradeBreak, UpgradeReport, UpgradeTopic } from "../../../judge/corpus/upgrade.ts";
import { excerptAt, exchangeAt } from "../../findings/excerpt.ts";
import { wherePlace } from "../../findings/words.ts";
import type { ReportView } from "../../report.ts";
import { placeLine, placeRows } from "../../terminal/finding-lines.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { upgradeReport } from "./report.ts";
import { sdkSentences } from "./sdk.ts";
import { idList, levelWords, startOf, upgradeHeadline } from "./words.ts";

/** A heading and what is below it; neither is shown where there is nothing below. */
interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

type Part = (report: UpgradeReport, terminal: Terminal) => readonly Section[];

/** For a person at a terminal: what breaks, what to build, what goes away, and last what is right already. */
const prettyUpgrade = (report: UpgradeReport, terminal: Terminal): readonly string[] => [
  ...head(report, terminal),
  ...[breaks, leftovers, build, goes, unseen, today, meets]
    .flatMap((part) => part(report, terminal))
    .flatMap(({ title, lines }) => (lines.length === 0 ? [] : ["", terminal.bold(title), ...lines])),
];

const head = (report: UpgradeReport, { bold, yellow, red, green, paragraph }: Terminal): readonly string[] => {
  const { server, target, from, to, notes, errors, ready } = report;
  const paint = ready === null ? yellow : ready ? green : red;
  const name = `${server.name ?? ""} ${server.version ?? ""}`.trim();
  const about = [...(server.name === null ? [] : [show(name, 120)]), ...(server.transport ? [server.transport] : [])];
  return [
    bold(show(target)),
    ...(about.length === 0 ? [] : [about.join(" · ")]),
    ...notes.map((note) => yellow(show(note))),
    ...errors.map(({ id, message }) => red(`mcptest failed at ${id}: ${show(message)}`)),
    "",
    `${bold(from === to ? to : `${startOf(report)} → ${to}`)}  ${paint(upgradeHeadline(report))}`,
    ...sdkSentences(report).flatMap((sentence) => paragraph(sentence, 2)),
  ];
};

const breaks: Part = (report, terminal) => {
  const [hard, soft] = [false, true].map((wanted) => report.breaks.filter(({ advisory }) => advisory === wanted));
  const lines = (list: readonly UpgradeBreak[] = []): string[] =>
    withConsequences(list).flatMap(([one, others]) => breakLines(one, others, report, terminal));
  return [
    { title: `Breaks (${hard?.length})`, lines: lines(hard) },
    { title: `Warnings (${soft?.length}): based on explanatory text or inference`, lines: lines(soft) },
  ];
};

/** A break that another one causes is named with it, once. */
const withConsequences = (
  list: readonly UpgradeBreak[],
): readonly (readonly [UpgradeBreak, readonly UpgradeBreak[]])[] => {
  const byId = new Map(list.map((one) => [one.id, one]));
  const causeOf = ({ implied_by }: UpgradeBreak): UpgradeBreak | undefined =>
    implied_by === undefined ? undefined : byId.get(implied_by);
  const rootOf = (one: UpgradeBreak, steps = 0): UpgradeBreak => {
    const cause = causeOf(one);
    return cause && steps < list.length ? rootOf(cause, steps + 1) : one;
  };
  return list
    .filter((one) => !causeOf(one))
    .map((root) => [root, list.filter((one) => one !== root && rootOf(one) === root)] as const);
};

const breakLines = (
  one: UpgradeBreak,
  others: readonly UpgradeBreak[],
  report: UpgradeReport,
  terminal: Terminal,
): string[] => {
  const { row, bold, dim, red, yellow } = terminal;
  return [
    `${one.advisory ? yellow("!") : red("✗")} ${bold(one.id)} ${dim(one.level)}  ${one.title}`,
    ...(one.was === undefined || one.was === one.now ? [] : row("was", one.was)),
    ...row("now", one.now),
    ...(one.level_move ? row("level", levelWords(one.level_move)) : []),
    ...row("found", show(one.found, 300)),
    ...places(one.evidence, one.failures, report, terminal),
    ...row("fix", one.fix),
    ...row("spec", one.spec),
    ...(others.length > 0 ? row("so also", idList(others.map(({ id }) => id))) : []),
  ];
};

const leftovers: Part = (report, terminal) => {
  const { row, bold, dim, red } = terminal;
  const lines = report.leftovers.flatMap((one) => [
    `${red("✗")} ${bold(one.id)} ${dim(one.rule)}  ${one.title}`,
    ...row("now", one.now),
    ...row("found", show(one.found, 300)),
    ...places(one.evidence, one.failures, report, terminal),
    ...row("fix", one.fix),
    ...(one.spec === "" ? [] : row("spec", one.spec)),
  ]);
  return [{ title: `Left over from a release candidate (${report.leftovers.length})`, lines }];
};

const MAX_PLACES = 3;

/** Where it was seen, and the message that shows it. */
const places = (
  evidence: readonly VerdictEvidence[],
  total: number,
  report: UpgradeReport,
  terminal: Terminal,
): string[] => {
  const shown = evidence.slice(0, MAX_PLACES).map(placeLine);
  const more = total - shown.length;
  return [
    ...placeRows(shown, MAX_PLACES, terminal),
    ...(more > 0 ? terminal.row("", `and ${more} more`) : []),
    ...messageRows(evidence, report, terminal),
  ];
};

const messageRows = (
  [place]: readonly VerdictEvidence[],
  { exchanges }: UpgradeReport,
  { row }: Terminal,
): string[] => {
  const exchange = place && exchangeAt(exchanges, place);
  const text = exchange && excerptAt(exchange, placeInMessage(exchange, place.pointer));
  return text === undefined ? [] : row("message", show(text, 240));
};

/** The message itself, not what was noted about its arrival. */
const placeInMessage = ({ response }: Exchange, pointer: string): string => {
  if (pointer === "") return response === undefined ? "/http" : "/response";
  return /^\/meanwhile\/\d+\/message$/.test(pointer) ? `${pointer}/method` : pointer;
};

const build: Part = (report, terminal) => {
  const needed = report.build.filter((topic) => topic.needed);
  const optional = report.build.filter((topic) => !topic.needed);
  return [
    {
      title: `New to build (${needed.length})`,
      lines: needed.flatMap((topic) => topicLines(topic, "+", report, terminal)),
    },
    {
      title: "New, if you want to offer it",
      lines: optional.map((topic) => `  ${topic.title} ${terminal.dim(idsOf(topic.rules))}`),
    },
  ];
};

const goes: Part = (report, terminal) => {
  const lines = report.goes.flatMap((topic) => topicLines(topic, "-", report, terminal));
  return [{ title: `Goes away (${report.goes.length})`, lines }];
};

const topicLines = (
  { title, level, rules, evidence, fix, spec }: UpgradeTopic,
  mark: "+" | "-",
  report: UpgradeReport,
  terminal: Terminal,
): string[] => {
  const { row, bold, dim, green, yellow, verbose } = terminal;
  const [first] = evidence;
  return [
    `${(mark === "+" ? green : yellow)(mark)} ${bold(title)} ${dim(level)}`,
    ...(verbose ? [] : row("rules", idsOf(rules))),
    ...(mark === "+" && report.sdk ? row("sdk", bySdk(rules, report.sdk)) : []),
    ...(first ? [...row("today", show(wherePlace(first))), ...messageRows(evidence, report, terminal)] : []),
    ...row("fix", fix),
    ...row("spec", spec),
    ...(verbose
      ? rules.flatMap((rule) => [
          `    ${rule.id} ${dim(rule.level)}  ${rule.title}`,
          ...(mark === "+" ? row("", rule.fix) : []),
        ])
      : []),
  ];
};

/** How much of it an upgrade of the SDK does. */
const bySdk = (rules: UpgradeTopic["rules"], { name, to, does }: SdkUpgrade): string => {
  const done = rules.filter(({ id }) => does.includes(id)).length;
  const how = done === rules.length ? "does it" : done === 0 ? "does not show it" : `does ${done} of ${rules.length}`;
  return `${name} ${to} ${how}`;
};

const idsOf = (rules: readonly { readonly id: string }[]): string => idList(rules.map(({ id }) => id));

const unseen: Part = ({ unseen: all }, terminal) => {
  const { row, bold, dim, verbose } = terminal;
  const lines = verbose
    ? all.flatMap((one) => [
        `? ${bold(one.id)} ${dim(one.level)}  ${one.title}`,
        ...row("now", one.now),
        ...(one.why === "" ? [] : row("why", show(one.why, 300))),
        ...row("spec", one.spec),
      ])
    : row("rules", idsOf(all));
  const title = `Check yourself (${all.length}): new or different, but not visible in this session`;
  return all.length === 0 ? [] : [{ title, lines }];
};

const today: Part = ({ broken_today: all }) => [
  {
    title: `Already failing today (${all.length}): unrelated to the upgrade; run mcptest check for details`,
    lines: all.map(({ id, title }) => `  ${id}  ${title}`),
  },
];

const meets: Part = ({ meets: all, to }, terminal) => {
  const moved = all.filter(({ change }) => change !== "same");
  if (all.length === 0) return [];
  const lines = terminal.verbose
    ? all.map(({ id, title }) => `${terminal.green("✓")} ${id}  ${title}`)
    : terminal.row("rules", idsOf(moved.length > 0 ? moved : all));
  return [{ title: `Already meets ${to} (${all.length} rules, ${moved.length} of them new or different)`, lines }];
};

/** The result of `mcptest doctor`. */
export const upgradeView = {
  pretty: prettyUpgrade,
  brief: (report) => [`${show(report.target)}: ${startOf(report)} → ${report.to}: ${upgradeHeadline(report)}`],
  report: upgradeReport,
} as const satisfies ReportView<UpgradeReport>;
