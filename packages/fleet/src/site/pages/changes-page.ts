import { htmlText } from "mcptest/internal";
import type { FleetChange } from "../../model/change.ts";
import type { NamedChange } from "../../model/directory.ts";
import type { Site } from "../site-data.ts";
import { changeWords } from "./change-words.ts";
import { fitting } from "./fit.ts";
import { renderSitePage, rootOf } from "./layout.ts";
import { chip, day, type MarkTone } from "./marks.ts";
import { serverFile } from "./names.ts";

/** How many the page of changes shows; the feeds have as many. */
export const CHANGES_ON_PAGE = 200;

const WORDS = {
  added: "new",
  state: "state",
  grade: "grade",
  revision: "revision",
  surface: "surface",
} as const satisfies Record<FleetChange["kind"], string>;

export const changeChip = (change: FleetChange): string => {
  const tone: MarkTone = changeWords(change).tone;
  return chip(WORDS[change.kind], tone);
};

/** Changes with the names of their servers. */
export const changeList = (changes: readonly NamedChange[], depth: number): string =>
  `<ul class="changes">${fitting(
    changes.map(
      (change) =>
        `<li>${day(change.at)}${changeChip(change)}<span><a href="${rootOf(depth)}${serverFile(change.target)}">${htmlText(change.name, 80)}</a> <span class="what">${htmlText(changeWords(change).phrase, 200)}</span></span></li>`,
    ),
    MOST_BYTES,
  ).shown.join("\n")}</ul>`;

/** Of a page that is below 100 kB. */
const MOST_BYTES = 80_000;

export const renderChangesPage = (site: Site, changes: readonly NamedChange[]): string =>
  renderSitePage(site, {
    title: `Changes · ${site.title}`,
    depth: 0,
    at: "changes",
    skip: "Skip to the changes",
    main: `<h1 class="title">Changes</h1>
<p class="lead soft">What was different from one run to the next, the newest first${changes.length >= CHANGES_ON_PAGE ? `; the last ${CHANGES_ON_PAGE}` : ""}. Also as <a href="feed.atom">Atom</a> and <a href="feed.json">JSON feed</a>.</p>
${changes.length === 0 ? '<p class="soft">Nothing has changed so far.</p>' : `<div class="card newest">${changeList(changes.slice(0, CHANGES_ON_PAGE), 0)}</div>`}`,
  });
