import type { VerdictEvidence, VerdictState } from "../../../judge/core/verdict.ts";
import { groupsOf } from "../../findings/words.ts";
import type { ReportFinding } from "../../findings-report.ts";
import type { Report } from "../../report.ts";
import type { Anchors } from "./anchors.ts";
import { chip } from "./chip.ts";
import { legend, renderBar } from "./section-bars.ts";
import { code, text } from "./text.ts";

/** Every finding in one line, folded by section; those with a paragraph link to it. */
export const renderVerdicts = (
  { findings, unseen }: Pick<Report, "findings" | "unseen">,
  paragraphOf: (finding: ReportFinding) => string | undefined,
  anchors: Anchors,
): string =>
  [
    '<div class="card sections">',
    ...groupsOf(findings).map(({ group, findings: own }) => {
      const rows = STATES.flatMap((state) => own.filter((finding) => finding.state === state));
      return [
        `<details class="section lazy"><summary><span class="name">${text(group, 60)}</span>${renderBar(own)}</summary><ul class="rows">`,
        ...rows.map((finding) => renderRow(finding, paragraphOf(finding), anchors, unseen)),
        "</ul></details>",
      ].join("\n");
    }),
    legend,
    "</div>",
  ].join("\n");

/** What needs a look first, what needs none last. */
const STATES = ["fail", "error", "inconclusive", "pass", "not-applicable"] as const satisfies readonly VerdictState[];

const renderRow = (
  finding: ReportFinding,
  paragraph: string | undefined,
  anchors: Anchors,
  unseen: string | undefined,
): string => {
  const { id, title, reason, evidence } = finding;
  const name = paragraph === undefined ? code(id, 80) : `<a href="#${paragraph}">${code(id, 80)}</a>`;
  const why = reason === undefined ? "" : ` <span class="soft small">${text(reason, 200)}</span>`;
  return `<li>${chip(finding, unseen)} ${name}<div>${text(title)}${why}</div><div class="small">${wireLinks(evidence, anchors)}</div></li>`;
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
