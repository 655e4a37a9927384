import type { BadgeColor } from "../../findings-report.ts";
import type { Report, ScoreRow } from "../../report.ts";
import { prose, text } from "./text.ts";

export interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly html: string;
}

const TONES = {
  brightgreen: "pass",
  green: "pass",
  yellow: "warn",
  orange: "warn",
  red: "fail",
  lightgrey: "none",
} as const satisfies Record<BadgeColor, string>;

/** The answer: the letter, what it is about, each score with the way to its details. */
export const renderHeader = (report: Report, sections: readonly PageSection[]): string => {
  const { title, tool, badge, target, headline, answer, scores, summary, notes, letter = badge.message } = report;
  const long = letter.length > 3 ? " long" : "";
  return [
    `<div class="top"><h1>${text(title)}</h1><p>${[...dateOf(report.observedAt), text(`${tool.name} ${tool.version}`, 60)].join(" · ")}</p></div>`,
    `<div class="hero"><div class="letter ${TONES[badge.color]}${long}" role="img" aria-label="${text(badge.label)} ${text(letter, 24)}">${text(letter, 24)}</div>`,
    `<div><p class="target">${text(target, 200)}</p>${(answer ?? [headline]).map((sentence) => `<p class="headline">${prose(sentence)}</p>`).join("")}${yours(report)}</div></div>`,
    scores ? renderScores(scores, sections) : "",
    ...(summary.length === 0 ? [] : [renderTiles(summary)]),
    ...notes.slice(0, 20).map((note) => `<p class="soft">${text(note)}</p>`),
  ].join("\n");
};

/** A link to each section; it stays in sight while the reader scrolls. */
export const renderNav = (sections: readonly PageSection[]): string =>
  `<nav aria-label="on this page"><ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${text(title)}</a></li>`).join("")}</ul></nav>`;

/** In the time of the capture, to the minute. */
const dateOf = (observed: string | undefined): readonly string[] => {
  const [whole, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(observed ?? "") ?? [];
  if (whole === undefined) return observed === undefined ? [] : [text(observed, 40)];
  return [`<time datetime="${text(whole, 40)}">${text(`${day} ${time}`, 40)} UTC</time>`];
};

const yours = ({ gradeYours }: Report): string =>
  gradeYours === undefined
    ? ""
    : `<p class="yours"><span class="chip none">${text(gradeYours, 4)}</span> without what the SDK brings</p>`;

const renderScores = (scores: readonly ScoreRow[], sections: readonly PageSection[]): string =>
  `<div class="lanes">${scores
    .map(({ score, name, mark, tone, words }) => {
      const target = sectionOf(score, sections);
      const inner = `<b class="${tone}">${text(mark, 4)}</b><span><strong>${text(name, 60)}</strong><span>${text(words, 160)}</span></span>`;
      return target === undefined
        ? `<div class="tile lane">${inner}</div>`
        : `<a class="tile lane" href="#${target}">${inner}</a>`;
    })
    .join("")}</div>`;

/** All verdicts together are the compliance score. */
const sectionOf = (score: ScoreRow["score"], sections: readonly PageSection[]): string | undefined => {
  const wanted = score === "compliance" ? "all" : score;
  return sections.find(({ id }) => id === wanted)?.id;
};

const renderTiles = (summary: Report["summary"]): string =>
  `<dl class="facts-line">${summary.map(([label, value]) => `<div><dt>${text(label)}</dt><dd>${unbroken(text(value))}</dd></div>`).join("")}</dl>`;

/** Keeps a date from breaking across two lines. */
const unbroken = (html: string): string => html.replace(/\d{4}-\d\d-\d\d/g, '<span class="whole">$&</span>');
