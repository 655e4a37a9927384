import type { VerdictEvidence } from "../../../judge/core/verdict.ts";
import { placeOf } from "../../findings/words.ts";
import type { ReportFinding } from "../../findings-report.ts";
import type { Cause } from "../../report.ts";
import type { Anchors } from "./anchors.ts";
import { chip } from "./chip.ts";
import { code, link, prose, text } from "./text.ts";

const MAX_PLACES = 20;

export interface CauseLook {
  /** Of the element, for links. */
  readonly id: string;
  readonly open: boolean;
  /** Less to look at: what is only a warning, or not the author's to fix. */
  readonly quiet: boolean;
}

/** One failure: what to do, what was expected and found, how to see it again, and behind a click where it was seen. */
export const renderCause = (cause: Cause, { id, open, quiet }: CauseLook, anchors: Anchors): string => {
  const { finding, follows } = cause;
  return [
    `<details${open ? " open" : ""} class="cause lazy ${quiet ? "quiet" : finding.severity}" id="${id}">`,
    `<summary>${chip(finding)} ${code(finding.id, 80)} <span>${text(finding.title)}</span></summary>`,
    renderFacts(cause, anchors),
    ...(follows.length === 0 ? [] : [renderFollows(follows)]),
    "</details>",
  ].join("\n");
};

const renderFollows = (follows: readonly ReportFinding[]): string =>
  `<p class="also">The same cause makes these fail too:</p><ul class="plain small">${follows
    .map((finding) => `<li>${chip(finding)} ${code(finding.id, 80)} ${text(finding.title)}</li>`)
    .join("")}</ul>`;

const renderFacts = ({ finding, reproduce, excerpt }: Cause, anchors: Anchors): string => {
  const { expected, actual, reason, fix, link: page, evidence, at, details = [] } = finding;
  const row = <T>(label: string, value: T | undefined, html: (value: T) => string): string =>
    value === undefined ? "" : `<dt>${label}</dt><dd>${html(value)}</dd>`;
  return `<dl class="facts">${[
    row("fix", fix, prose),
    row("expected", expected, prose),
    row("found", actual, (value) => code(value, 400)),
    row("why", reason, text),
    ...details.map(([label, value]) => row(text(label, 40), value, (shown) => code(shown, 600))),
    row("in", at && `${at.file}:${at.line}:${at.column}`, (place) => code(place, 300)),
    row("try it", reproduce, copyable),
    row("spec", page, (address) => link(address, address.replace(SPECIFICATION, ""))),
  ].join("")}</dl>${evidence.length === 0 && excerpt === undefined ? "" : renderSeen(evidence, excerpt, anchors)}`;
};

/** What every address of the specification begins with. */
const SPECIFICATION = /^https:\/\/modelcontextprotocol\.io\/specification\/(?=.)/;

/** One click selects the whole line, so that it can be copied without a script. */
const copyable = (line: string): string =>
  `<pre class="copy" tabindex="0" role="group" aria-label="try it: a click selects the line">${text(line, 4_096)}</pre>`;

const renderSeen = (evidence: readonly VerdictEvidence[], excerpt: string | undefined, anchors: Anchors): string => {
  const places = evidence.length === 1 ? "1 place" : `${evidence.length} places`;
  const message = excerpt === undefined ? "" : `<p class="message">${code(excerpt, 500)}</p>`;
  return `<details class="more"><summary>Seen in ${places}</summary>${message}${renderPlaces(evidence, anchors)}</details>`;
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
  return shown.length === 0 ? "" : `<ul>${[...shown, ...more].join("")}</ul>`;
};
