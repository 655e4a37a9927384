import type { ReportFinding } from "../../model/findings-report.ts";
import type { Untrusted } from "../../model/untrusted.ts";
import type { VerdictEvidence } from "../../model/verdict.ts";
import { isKnown } from "../findings/known-words.ts";
import { placeOf, STATE_MARKS } from "../findings/words.ts";
import { anchor, code, link, prose, text } from "./text.ts";
import type { Anchors } from "./transcript.ts";

/** Failures that have one cause; a failure by itself is a cause of its own. */
export interface Cause {
  readonly finding: ReportFinding;
  /** What fails for the same reason. */
  readonly follows: readonly ReportFinding[];
  /** A line to see it again. */
  readonly reproduce?: string;
  /** The part of the message that shows it. */
  readonly excerpt?: Untrusted;
}

const MAX_PLACES = 20;

export const renderCause = ({ finding, follows, reproduce, excerpt }: Cause, index: number, anchors: Anchors): string =>
  [
    // What is known stays closed, unless something else fails with it.
    `<details${[finding, ...follows].every(isKnown) ? "" : " open"} class="cause lazy ${finding.severity}" id="${anchor("finding", index)}">`,
    `<summary>${chip(finding)} ${code(finding.id, 80)} ${text(finding.title)}</summary>`,
    renderFacts(finding, anchors, { reproduce, excerpt }),
    ...(follows.length === 0 ? [] : [renderFollows(follows)]),
    "</details>",
  ].join("\n");

const renderFollows = (follows: readonly ReportFinding[]): string =>
  `<p class="also">The same cause also fails:</p><ul class="small">${follows
    .map((finding) => `<li>${chip(finding)} ${code(finding.id, 80)} ${text(finding.title)}</li>`)
    .join("")}</ul>`;

const WORDS = { error: "MUST", warning: "SHOULD", note: "MAY" } as const;

export const chip = ({ state, severity, level, baseline }: ReportFinding): string => {
  switch (state) {
    case "fail":
      if (baseline === "stale") return '<span class="chip error">stale</span>';
      return `<span class="chip ${severity}">${level ?? WORDS[severity]}</span>${baseline === "known" ? ' <span class="chip">known</span>' : ""}`;
    case "pass":
      return `<span class="chip pass">${STATE_MARKS.pass} pass</span>`;
    case "error":
      return '<span class="chip error">our bug</span>';
    case "inconclusive":
    case "not-applicable":
      return `<span class="chip">${state === "inconclusive" ? "open" : "n/a"}</span>`;
  }
};

interface Shown {
  readonly reproduce?: string | undefined;
  readonly excerpt?: Untrusted | undefined;
}

const renderFacts = (finding: ReportFinding, anchors: Anchors, { reproduce, excerpt }: Shown): string => {
  const { expected, actual, reason, fix, link: page, evidence } = finding;
  const rows: readonly (readonly [string, string])[] = [
    ...(expected === undefined ? [] : [["expected", prose(expected)] as const]),
    ...(actual === undefined ? [] : [["found", code(actual, 400)] as const]),
    ...(excerpt === undefined ? [] : [["message", code(excerpt, 500)] as const]),
    ...(reason === undefined ? [] : [["why", text(reason)] as const]),
    ...(evidence.length === 0 ? [] : [["seen in", renderPlaces(evidence, anchors)] as const]),
    ...(fix === undefined ? [] : [["fix", prose(fix)] as const]),
    ...(page === undefined ? [] : [["spec", link(page)] as const]),
    ...(reproduce === undefined
      ? []
      : [["try it", `<pre tabindex="0" role="group" aria-label="try it">${text(reproduce, 4_096)}</pre>`] as const]),
  ];
  return `<dl class="facts">${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("")}</dl>`;
};

const renderPlaces = (evidence: readonly VerdictEvidence[], anchors: Anchors): string => {
  const shown = evidence.slice(0, MAX_PLACES).map((one) => {
    const target = one.exchange === null ? undefined : anchors.get(one.exchange);
    const place = code(placeOf(one), 200);
    const item = one.item === undefined ? "" : ` ${text(`(${one.item})`, 100)}`;
    const actual = one.actual === undefined || evidence.length === 1 ? "" : `: ${code(one.actual, 160)}`;
    return `<li>${target === undefined ? place : `<a href="#${target}">${place}</a>`}${item}${actual}</li>`;
  });
  const more = evidence.length > MAX_PLACES ? [`<li>and ${evidence.length - MAX_PLACES} more</li>`] : [];
  return `<ul>${[...shown, ...more].join("")}</ul>`;
};

/** Several servers of a suite may fail the same rule, and several tests be about it. */
export const rowKey = ({ group, id, title }: ReportFinding): string => JSON.stringify([group, id, title]);

/** Every finding in one line; those with a paragraph of their own lead to it. */
export const renderIndex = (
  findings: readonly ReportFinding[],
  paragraphs: ReadonlyMap<string, string>,
  anchors: Anchors,
): string =>
  [
    '<div class="scroll" tabindex="0" role="region" aria-label="every finding"><table class="index">',
    '<thead><tr><th scope="col">state</th><th scope="col">id</th><th scope="col">what is claimed</th><th scope="col">seen in</th></tr></thead><tbody>',
    ...findings.map((finding) => renderRow(finding, paragraphs.get(rowKey(finding)), anchors)),
    "</tbody></table></div>",
  ].join("\n");

const renderRow = (finding: ReportFinding, paragraph: string | undefined, anchors: Anchors): string => {
  const { id, title, reason, evidence } = finding;
  const name = paragraph === undefined ? code(id, 80) : `<a href="#${paragraph}">${code(id, 80)}</a>`;
  const why = reason === undefined ? "" : `<br><span class="soft small">${text(reason, 200)}</span>`;
  return `<tr><td>${chip(finding)}</td><td>${name}</td><td>${text(title)}${why}</td><td class="small">${wireLinks(evidence, anchors)}</td></tr>`;
};

const MAX_LINKS = 3;

const wireLinks = (evidence: readonly VerdictEvidence[], anchors: Anchors): string => {
  const names = [...new Set(evidence.flatMap(({ exchange }) => (exchange === null ? [] : [exchange])))];
  const links = names.slice(0, MAX_LINKS).map((name) => {
    const target = anchors.get(name);
    return target === undefined ? text(String(name), 60) : `<a href="#${target}">${text(String(name), 60)}</a>`;
  });
  return [...links, ...(names.length > MAX_LINKS ? [`+${names.length - MAX_LINKS}`] : [])].join(" ");
};
