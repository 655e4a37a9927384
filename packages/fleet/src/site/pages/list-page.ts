import { GRADES, htmlText } from "mcptest/internal";
import type { ListedTarget } from "../../model/target.ts";
import type { Site } from "../site-data.ts";
import { renderSitePage, searchBox } from "./layout.ts";
import { day, figure, gradeChip, SHOWN_STATES, STATE_WORDS, stateChip } from "./marks.ts";
import { ALL, addressOf, type ListName, listFile, nameOf, type SiteList, serverFile } from "./names.ts";

export const ROWS_PER_PAGE = 100;
/** Fewer rows where names are long: a page is below 100 kB. */
export const MOST_ROW_BYTES = 85_000;

const DEPTH = 1;

/** The lists that a server stands in. */
export const listsOf = (target: ListedTarget): readonly ListName[] => {
  const { reached, state } = target;
  const now = state === "reachable" ? reached : null;
  const rules = now?.summary.findings.filter(({ kind, advisory }) => kind === "rule" && !advisory) ?? [];
  return [
    ALL,
    { kind: "state", value: state ?? "unasked" },
    ...(now?.grade ? [{ kind: "grade", value: now.grade } as const] : []),
    ...(now?.revision ? [{ kind: "revision", value: now.revision } as const] : []),
    ...(now?.summary.sdk ? [{ kind: "sdk", value: now.summary.sdk.id } as const] : []),
    ...[...new Set(rules.map(({ id }) => id))].map((value) => ({ kind: "rule", value }) as const),
  ];
};

export const renderListRow = (target: ListedTarget): string => {
  const { reached, state, since } = target;
  const isNow = state === "reachable";
  const grade = reached?.grade ?? null;
  const address = addressOf(target.address);
  const name = nameOf(target);
  return `<tr><td><a href="../${serverFile(target.id)}">${htmlText(name, 90)}</a>${name === address ? "" : `<span class="address">${htmlText(address, 110)}</span>`}</td><td>${stateChip(state ?? "unasked")}</td><td>${isNow ? gradeChip(grade) : ""}</td><td class="whole">${isNow ? htmlText(reached?.revision ?? "", 40) : ""}</td><td>${isNow ? htmlText(reached?.summary.sdk?.name ?? "", 40) : ""}</td><td>${since === null ? "" : day(since)}</td></tr>`;
};

export interface ListPage {
  readonly list: ListName;
  readonly page: number;
  readonly hasNext: boolean;
  /** As `renderListRow` makes them. */
  readonly rows: readonly string[];
  /** What the list is about, where its value alone does not say it: the title of a rule, the name of an SDK. */
  readonly about?: string | undefined;
}

export const renderListPage = (site: Site, { list, page, hasNext, rows, about }: ListPage): string => {
  const heading = HEADINGS[list.kind](list.value, about);
  const table = `<table class="stack servers"><caption class="unseen">${htmlText(heading)}, page ${page}</caption>
<thead><tr><th scope="col">Server</th><th scope="col">State</th><th scope="col">Grade</th><th scope="col">Revision</th><th scope="col">SDK</th><th scope="col">Since</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table>`;
  return renderSitePage(site, {
    title: `${heading}${page === 1 ? "" : ` (${page})`} · ${site.title}`,
    depth: DEPTH,
    at: "servers",
    runs: "search",
    skip: "Skip to the list",
    main: `<h1 class="title">${htmlText(heading)}</h1>
${list.kind === "rule" ? `<p class="lead">${htmlText(about ?? "", 300)} <span class="soft">What it means, why it matters and how to mend it:</span> <code>mcptest explain ${htmlText(list.value, 40)}</code></p>` : ""}
${searchBox(DEPTH)}
${page === 1 ? filters() : ""}
<div class="card">${table}</div>
${pager(list, page, hasNext)}`,
  });
};

const HEADINGS = {
  all: () => "All servers",
  state: (value) => `Servers that are ${stateName(value)}`,
  grade: (value) => `Servers with grade ${value}`,
  revision: (value) => `Servers that speak ${value}`,
  sdk: (value, about) => `Servers on ${about ?? value}`,
  rule: (value) => `Servers that break ${value}`,
} as const satisfies Record<SiteList, (value: string, about: string | undefined) => string>;

const stateName = (value: string): string => {
  const state = SHOWN_STATES.find((one) => one === value);
  return state === undefined ? value : STATE_WORDS[state].name;
};

const filters = (): string => {
  const link = (list: ListName, words: string): string => `<li><a href="../${listFile(list)}">${words}</a></li>`;
  return `<nav class="filters" aria-label="lists"><ul>${link(ALL, "all")}${GRADES.map((value) => link({ kind: "grade", value }, htmlText(value))).join("")}${SHOWN_STATES.map((value) => link({ kind: "state", value }, htmlText(STATE_WORDS[value].name))).join("")}</ul></nav>`;
};

/** How many pages there are is not known while they are written: a page knows whether one follows. */
const pager = (list: ListName, page: number, hasNext: boolean): string => {
  if (page === 1 && !hasNext) return "";
  const to = (number: number, rel: string, words: string): string =>
    `<a rel="${rel}" href="../${listFile(list, number)}">${words}</a>`;
  return `<nav class="pager" aria-label="pages">${page > 1 ? to(page - 1, "prev", "← Previous") : "<span></span>"}<span class="soft">Page ${figure(page)}</span>${hasNext ? to(page + 1, "next", "Next →") : "<span></span>"}</nav>`;
};
