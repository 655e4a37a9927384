import { htmlCode, htmlText } from "mcptest/internal";
import type { FleetChange } from "../../model/change.ts";
import type { HistoryEntry } from "../../model/directory.ts";
import { changeWords } from "./change-words.ts";
import { changeChip } from "./changes-page.ts";
import { fitting } from "./fit.ts";
import { chip, day, gradeChip, type MarkTone, STATE_WORDS, stateChip } from "./marks.ts";

/** A run as one mark: the grade where there is one, else how the server was found. */
const mark = ({ state, grade }: HistoryEntry): string =>
  state === "reachable" && grade !== null ? gradeChip(grade) : stateChip(state);

/** The runs, the newest first: neighbours that found the same are one line. */
export const renderHistory = (history: readonly HistoryEntry[]): string => {
  if (history.length === 0) return '<p class="soft">It was not asked yet.</p>';
  const spans: { newest: HistoryEntry; oldest: HistoryEntry; runs: number }[] = [];
  for (const entry of history) {
    const last = spans.at(-1);
    const isSame =
      last !== undefined &&
      last.newest.state === entry.state &&
      last.newest.grade === entry.grade &&
      last.newest.revision === entry.revision;
    if (isSame) {
      last.oldest = entry;
      last.runs += 1;
    } else spans.push({ newest: entry, oldest: entry, runs: 1 });
  }
  const strip = [...history]
    .reverse()
    .map((entry, index) => `<rect class="${FILLS[toneOf(entry)]}" x="${index * 10}" width="8.6" height="20" rx="1.6"/>`)
    .join("");
  const words = `${history.length} runs, the newest on the right`;
  const picture =
    history.length < 2
      ? ""
      : `<svg class="strip" viewBox="0 0 ${history.length * 10} 20" width="${history.length * 14}" height="28" role="img" aria-label="${words}">${strip}</svg>`;
  const rows = spans.map(
    ({ newest, oldest, runs }) =>
      `<li>${runs === 1 ? day(newest.at) : `${day(oldest.at)} – ${day(newest.at)}`} ${mark(newest)} <span class="soft">${newest.state === "reachable" ? htmlText(newest.revision ?? "", 40) : htmlText(STATE_WORDS[newest.state].means)}${runs > 1 ? ` · ${runs} runs` : ""}</span></li>`,
  );
  return `<div class="card">${picture}<ol class="runs">${rows.join("\n")}</ol></div>`;
};

const FILLS = { pass: "s-pass", warn: "s-warn", fail: "s-fail", none: "s-value" } as const satisfies Record<
  MarkTone,
  string
>;

const toneOf = ({ state, grade }: HistoryEntry): MarkTone => {
  if (state !== "reachable") return STATE_WORDS[state].tone;
  if (grade === null) return "none";
  return grade === "A+" || grade === "A" ? "pass" : grade === "B" || grade === "C" ? "warn" : "fail";
};

const CLASS_TONES = {
  breaking: "fail",
  meaning: "warn",
  compatible: "pass",
  cosmetic: "none",
  environment: "none",
} as const satisfies Record<string, MarkTone>;

/** Drift: what was different from one run to the next. */
export const renderDrift = (changes: readonly FleetChange[]): string => {
  if (changes.length === 0) return '<p class="soft">Nothing has changed between the runs.</p>';
  const lines = changes.map((change) => {
    const details = (change.detail.changes ?? [])
      .slice(0, DETAILS_SHOWN)
      .map(
        ({ class: kind, part, name, what }) =>
          `<li>${chip(kind, CLASS_TONES[kind])} ${htmlText(part, 40)} ${htmlCode(name, 60)}: ${htmlText(what, 160)}</li>`,
      );
    return `<li>${day(change.at)}${changeChip(change)}<span>${htmlText(changeWords(change).phrase, 200)}${details.length === 0 ? "" : `<ul class="details">${details.join("")}</ul>`}</span></li>`;
  });
  return `<div class="card newest"><ul class="changes">${fitting(lines, MOST_BYTES).shown.join("\n")}</ul></div>`;
};

const DETAILS_SHOWN = 10;
/** A page holds more than the changes, and is below 100 kB. */
const MOST_BYTES = 25_000;
