import { GRADES, htmlText } from "mcptest/internal";
import type { NamedChange } from "../../model/directory.ts";
import type { FleetRun } from "../../model/run.ts";
import type { Site } from "../site-data.ts";
import { CHANGE_COUNTS, type ChangeCount, changeWords } from "./change-words.ts";
import { changeList } from "./changes-page.ts";
import { type Bar, barTable, columns, stackedBar } from "./charts.ts";
import { renderSitePage, searchBox, section } from "./layout.ts";
import { chip, day, figure, GRADE_TONES, type MarkTone, percent, SHOWN_STATES, STATE_WORDS } from "./marks.ts";
import { ALL, listFile } from "./names.ts";
import { compareRevisions } from "./revision-order.ts";
import type { SiteTotals } from "./totals.ts";

export interface FrontPage {
  readonly totals: SiteTotals;
  /** The newest first. */
  readonly runs: readonly FleetRun[];
  /** The newest first. */
  readonly changes: readonly NamedChange[];
}

const RULES_SHOWN = 15;
const SDKS_SHOWN = 12;
const CHANGES_SHOWN = 10;

/** The fleet at a glance. */
export const renderFrontPage = (site: Site, { totals, runs, changes }: FrontPage): string =>
  renderSitePage(site, {
    title: site.title,
    depth: 0,
    at: "front",
    runs: "search",
    skip: "Skip to the overview",
    main: [
      hero(totals),
      searchBox(0),
      section("grades", "Grades", grades(totals)),
      section("since", "Since the last time", since(runs, changes)),
      section("rules", "Rules most often broken", brokenRules(totals)),
      `<div class="pair">${section("revisions", "Revisions spoken", revisions(totals))}${section("sdks", "SDKs", sdks(totals))}</div>`,
    ].join("\n"),
  });

const hero = (totals: SiteTotals): string => {
  const reachable = totals.states.get("reachable") ?? 0;
  const bars = SHOWN_STATES.map(
    (state): Bar => ({
      label: htmlText(STATE_WORDS[state].name),
      count: totals.states.get(state) ?? 0,
      tone: STATE_WORDS[state].tone,
      fill: `state-${state}`,
      href: listFile({ kind: "state", value: state }),
    }),
  );
  const words = bars.filter(({ count }) => count > 0).map(({ label, count }) => `${count} ${label}`);
  return `<div class="front"><h1><a href="${listFile(ALL)}"><b>${figure(totals.targets)}</b> ${totals.targets === 1 ? "server" : "servers"}</a></h1>
<p class="headline">${figure(reachable)} of them (${percent(reachable, totals.targets)}) speak MCP with us${totals.certified > 0 ? `, and ${figure(totals.certified)} hold a certificate` : ""}.</p></div>
${stackedBar(`${totals.targets} servers: ${words.join(", ")}`, bars, totals.targets)}`;
};

const grades = (totals: SiteTotals): string => {
  if (totals.graded === 0) return '<p class="soft">No server has a grade yet.</p>';
  const bars = GRADES.map(
    (grade): Bar => ({
      label: htmlText(grade),
      count: totals.grades.get(grade) ?? 0,
      tone: GRADE_TONES[grade],
      href: listFile({ kind: "grade", value: grade }),
    }),
  );
  return `<div class="card">${columns(`${figure(totals.graded)} reachable servers with a grade, by how well they keep to the specification`, bars, totals.graded)}</div>`;
};

const COUNT_WORDS = {
  new: ["new", "none"],
  better: ["better grade", "pass"],
  worse: ["worse grade", "fail"],
  back: ["back", "pass"],
  gone: ["gone silent", "fail"],
  surface: ["changed offers", "warn"],
  other: ["other changes", "none"],
} as const satisfies Record<ChangeCount, readonly [string, MarkTone]>;

const since = (runs: readonly FleetRun[], changes: readonly NamedChange[]): string => {
  const [newest] = runs;
  if (newest === undefined) return '<p class="soft">Nothing was asked yet.</p>';
  const ofRun = changes.filter(({ run }) => run === newest.id);
  const counts = new Map<ChangeCount, number>();
  for (const change of ofRun) {
    const { counts: name } = changeWords(change);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const tiles = CHANGE_COUNTS.flatMap((name) => {
    const count = counts.get(name) ?? 0;
    const [words, tone] = COUNT_WORDS[name];
    if (name === "other" && count === 0) return [];
    return [
      `<div class="tile"><dt>${words}</dt><dd class="count ${count === 0 ? "zero" : tone}">${figure(count)}</dd></div>`,
    ];
  });
  return `<p class="soft lead">The newest run began on ${day(newest.startedAt)} and has asked ${figure(newest.done)} of ${figure(newest.queued)} servers.</p>
<dl class="tiles change-tiles">${tiles.join("")}</dl>
${changes.length === 0 ? "" : `<div class="card newest">${changeList(changes.slice(0, CHANGES_SHOWN), 0)}<p class="small"><a href="changes.html">All changes</a></p></div>`}`;
};

const brokenRules = (totals: SiteTotals): string => {
  const rules = totals.brokenRules(RULES_SHOWN);
  if (rules.length === 0) return totals.graded === 0 ? "" : '<p class="soft">No server breaks a rule.</p>';
  const bars = rules.map(
    ({ id, title, level, servers }): Bar => ({
      label: `<code>${htmlText(id, 40)}</code> ${chip(level, level === "MUST" ? "fail" : level === "SHOULD" ? "warn" : "none")} <span class="rule-title">${htmlText(title, 160)}</span>`,
      count: servers,
      tone: level === "MUST" ? "fail" : "warn",
      href: listFile({ kind: "rule", value: id }),
    }),
  );
  return `<div class="card rules">${barTable("How many reachable servers break a rule; each rule leads to them", bars, totals.states.get("reachable") ?? 0)}</div>`;
};

const revisions = (totals: SiteTotals): string => {
  const bars = [...totals.revisions]
    .sort(([left], [right]) => compareRevisions(right, left))
    .map(
      ([revision, count]): Bar => ({
        label: `<span class="whole">${htmlText(revision, 40)}</span>`,
        count,
        tone: "none",
        href: listFile({ kind: "revision", value: revision }),
      }),
    );
  const reachable = totals.states.get("reachable") ?? 0;
  return bars.length === 0
    ? ""
    : `<div class="card">${barTable("The newest one that each reachable server speaks", bars, reachable)}</div>`;
};

const sdks = (totals: SiteTotals): string => {
  const known = [...totals.sdks].sort(([, left], [, right]) => right.count - left.count);
  const bars = known.slice(0, SDKS_SHOWN).map(
    ([id, { name, count }]): Bar => ({
      label: htmlText(name, 60),
      count,
      tone: "none",
      href: listFile({ kind: "sdk", value: id }),
    }),
  );
  if (totals.unknownSdk > 0) bars.push({ label: "not recognised", count: totals.unknownSdk, tone: "none" });
  const reachable = totals.states.get("reachable") ?? 0;
  return bars.length === 0
    ? ""
    : `<div class="card">${barTable("What servers are built on, as their answers show", bars, reachable)}</div>`;
};
