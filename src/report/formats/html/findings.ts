import type { ReportFinding } from "../../../model/findings-report.ts";
import type { VerdictEvidence } from "../../../model/verdict.ts";
import { isKnown } from "../../findings/baseline.ts";
import { placeOf, STATE_MARKS } from "../../findings/words.ts";
import type { Cause, Report } from "../../report.ts";
import type { Anchors } from "./anchors.ts";
import { anchor, code, link, prose, text } from "./text.ts";

const MAX_PLACES = 20;

export const renderCause = (cause: Cause, index: number, anchors: Anchors): string => {
  const { finding, follows } = cause;
  return [
    // A known failure stays closed, unless it also causes an unknown one.
    `<details${[finding, ...follows].every(isKnown) ? "" : " open"} class="cause lazy ${finding.severity}" id="${anchor("finding", index)}">`,
    `<summary>${chip(finding)} ${code(finding.id, 80)} ${text(finding.title)}</summary>`,
    renderFacts(cause, anchors),
    ...(follows.length === 0 ? [] : [renderFollows(follows)]),
    "</details>",
  ].join("\n");
};

const renderFollows = (follows: readonly ReportFinding[]): string =>
  `<p class="also">The same cause makes these fail too:</p><ul class="small">${follows
    .map((finding) => `<li>${chip(finding)} ${code(finding.id, 80)} ${text(finding.title)}</li>`)
    .join("")}</ul>`;

const WORDS = { error: "MUST", warning: "SHOULD", note: "MAY" } as const;

const chip = ({ state, severity, level, baseline }: ReportFinding, unseen?: string): string => {
  switch (state) {
    case "fail":
      if (baseline === "stale") return '<span class="chip error">stale</span>';
      return `<span class="chip ${severity}">${level ?? WORDS[severity]}</span>${baseline === "known" ? ' <span class="chip">known</span>' : ""}`;
    case "pass":
      return unseen === undefined
        ? `<span class="chip pass">${STATE_MARKS.pass} pass</span>`
        : '<span class="chip">held</span>';
    case "error":
      return '<span class="chip error">mcptest bug</span>';
    case "inconclusive":
    case "not-applicable":
      return `<span class="chip">${state === "inconclusive" ? "open" : "n/a"}</span>`;
  }
};

const renderFacts = ({ finding, reproduce, excerpt }: Cause, anchors: Anchors): string => {
  const { expected, actual, reason, fix, link: page, evidence } = finding;
  const row = <T>(label: string, value: T | undefined, html: (value: T) => string): string =>
    value === undefined ? "" : `<dt>${label}</dt><dd>${html(value)}</dd>`;
  return `<dl class="facts">${[
    row("expected", expected, prose),
    row("found", actual, (value) => code(value, 400)),
    row("message", excerpt, (value) => code(value, 500)),
    row("why", reason, text),
    row("seen in", evidence.length === 0 ? undefined : evidence, (places) => renderPlaces(places, anchors)),
    row("fix", fix, prose),
    row("spec", page, link),
    row("try it", reproduce, (line) => `<pre tabindex="0" role="group" aria-label="try it">${text(line, 4_096)}</pre>`),
  ].join("")}</dl>`;
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

/** Several servers of a suite may fail the same rule, and several tests may be about it. */
export const rowKey = ({ group, id, title }: ReportFinding): string => JSON.stringify([group, id, title]);

/** Every finding in one line; those with a paragraph link to it. */
export const renderIndex = (
  { findings, unseen }: Pick<Report, "findings" | "unseen">,
  paragraphs: ReadonlyMap<string, string>,
  anchors: Anchors,
): string =>
  [
    '<div class="scroll" tabindex="0" role="region" aria-label="every finding"><table class="index">',
    '<thead><tr><th scope="col">state</th><th scope="col">id</th><th scope="col">rule</th><th scope="col">seen in</th></tr></thead><tbody>',
    ...findings.map((finding) => renderRow(finding, paragraphs.get(rowKey(finding)), anchors, unseen)),
    "</tbody></table></div>",
  ].join("\n");

const renderRow = (
  finding: ReportFinding,
  paragraph: string | undefined,
  anchors: Anchors,
  unseen: string | undefined,
): string => {
  const { id, title, reason, evidence } = finding;
  const name = paragraph === undefined ? code(id, 80) : `<a href="#${paragraph}">${code(id, 80)}</a>`;
  const why = reason === undefined ? "" : `<br><span class="soft small">${text(reason, 200)}</span>`;
  return `<tr><td>${chip(finding, unseen)}</td><td>${name}</td><td>${text(title)}${why}</td><td class="small">${wireLinks(evidence, anchors)}</td></tr>`;
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
