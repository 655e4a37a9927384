import { counted } from "../../../base/counted.ts";
import type { Cause, Report } from "../../report.ts";
import type { Anchors } from "./anchors.ts";
import { type CauseGroup, groupCauses } from "./cause-groups.ts";
import { chip } from "./chip.ts";
import { renderCause } from "./findings.ts";
import { anchor, code, prose, text } from "./text.ts";

/** Nobody reads more, and a page with more is slow to open. */
const MAX_CAUSES = 200;

/** As many as one can plan at once; and with fewer than this, a list of them says nothing new. */
const FIRST = 5;
const WORTH_A_LIST = 3;

export interface Fixes {
  readonly title: string;
  readonly html: string;
  /** Where each cause is told, in the order in which the page tells them. */
  readonly places: ReadonlyMap<Cause, string>;
}

/** What to fix first, every failure in full, and what is less than that. */
export const renderFixes = (causes: readonly Cause[], report: Report, anchors: Anchors): Fixes => {
  const groups = groupCauses(causes);
  const places = new Map(
    groups
      .flatMap(({ causes: own }) => own)
      .slice(0, MAX_CAUSES)
      .map((cause, index) => [cause, anchor("finding", index)] as const),
  );
  const own = groups.find(({ kind }) => kind === "fix")?.causes ?? [];
  const tools = brokenTools(report);
  return {
    title: own.length + tools > 0 ? "What to fix" : report.unseen === undefined ? "Nothing to fix" : "What was seen",
    html: [
      tools > 0
        ? `<p class="card"><a href="#tools">${counted(tools, "finding")} about the tools</a>: these come first.</p>`
        : "",
      own.length + tools === 0 ? nothing(report, causes.length) : "",
      own.length >= WORTH_A_LIST ? renderFirst(own, places) : "",
      ...groups.map((group) => renderGroup(group, places, anchors)),
      ...(causes.length > places.size
        ? [
            `<p class="card">and ${causes.length - places.size} more; <a href="#all">the verdicts</a> list all of them</p>`,
          ]
        : []),
    ].join("\n"),
    places,
  };
};

/** They stand in a section of their own; but nobody has nothing to fix who has some. */
const brokenTools = ({ blocks = [] }: Report): number =>
  blocks.find(({ id }) => id === "tools")?.tables.find(({ empty }) => empty !== undefined)?.rows.length ?? 0;

const nothing = ({ findings, unseen }: Report, others: number): string => {
  if (unseen !== undefined) return `<p class="card">${text(unseen)}</p>`;
  const passed = findings.filter(({ state }) => state === "pass").length;
  if (passed === 0) return '<p class="card">Nothing could be judged.</p>';
  return `<p class="card">${others > 0 ? "Nothing here is yours to fix" : "Everything that could be judged holds"}: ${passed} passed.</p>`;
};

const renderFirst = (causes: readonly Cause[], places: ReadonlyMap<Cause, string>): string => {
  const rows = causes.slice(0, FIRST).map((cause) => {
    const { finding, follows } = cause;
    const also = follows.length === 0 ? "" : ` <span class="soft small">fixes ${follows.length} more</span>`;
    const fix = finding.fix === undefined ? "" : `<span class="step">${prose(firstStep(finding.fix), 300)}</span>`;
    return `<li><a href="#${places.get(cause) ?? "all"}">${code(finding.id, 80)} ${text(finding.title)}</a> ${chip(finding)}${also}${fix}</li>`;
  });
  const left = causes.length - rows.length;
  return [
    `<ol class="first card">${rows.join("\n")}</ol>`,
    ...(left > 0 ? [`<p class="soft small">and ${counted(left, "more failure")} below, worst first</p>`] : []),
  ].join("\n");
};

/** What to do, without the conditions and exceptions that follow. */
const firstStep = (fix: string): string => {
  const [first = fix] = fix.split(/(?<=[.;])\s/);
  return `${first.replace(/[.;]$/, "")}.`;
};

const renderGroup = (
  { kind, title, words, causes }: CauseGroup,
  places: ReadonlyMap<Cause, string>,
  anchors: Anchors,
): string => {
  const quiet = kind !== "fix";
  const shown = causes.flatMap((cause) => {
    const id = places.get(cause);
    return id === undefined ? [] : [renderCause(cause, { id, open: !quiet, quiet }, anchors)];
  });
  if (shown.length === 0) return "";
  const head = title === "" ? "" : `<h3>${text(title)}</h3>`;
  return `${head}${words === undefined ? "" : `<p class="soft small">${text(words)}</p>`}\n<div>${shown.join("\n")}</div>`;
};
