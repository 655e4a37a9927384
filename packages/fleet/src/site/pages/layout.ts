import { htmlText } from "mcptest/internal";
import type { Site } from "../site-data.ts";
import { minute } from "./marks.ts";
import { ALL, listFile } from "./names.ts";

export interface SitePage {
  /** Escaped here. */
  readonly title: string;
  /** How far the file lies below the root of the site. */
  readonly depth: number;
  /** Which link of the head leads here. */
  readonly at?: "front" | "servers" | "changes" | "verify";
  /** Markup, already safe. */
  readonly main: string;
  /** The one script of the site that it runs; without it the page has none and may run none. */
  readonly runs?: PageScript;
  /** Where the first link leads. */
  readonly skip: string;
}

/** `search` finds servers, `verify` verifies certificates. Each is a file in the root of the site, `<name>.js`. */
export type PageScript = "search" | "verify";

/**
 * Everything comes from the site itself. Scripts are named by `'self'` and not by their digest, because a browser cannot compare
 * digests of files that a page from a folder loads. Shards of the index are the only scripts made by a script.
 */
const policyOf = (runs: PageScript | undefined): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    // The page that verifies holds what the reader gave it, and has no pictures.
    ...(runs === "verify" ? [] : ["img-src 'self'"]),
    ...(runs === undefined ? [] : ["script-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${runs === "search" ? "mcptest-shards" : "'none'"}`,
  ].join("; ");

export const rootOf = (depth: number): string => (depth === 0 ? "./" : "../".repeat(depth));

/** One page. Its links are relative, so that the site works from a folder and under any address. */
export const renderSitePage = (site: Site, { title, depth, at, main, runs, skip }: SitePage): string => {
  const root = rootOf(depth);
  const place = (name: SitePage["at"], file: string, words: string): string =>
    `<li><a href="${root}${file}"${at === name ? ' aria-current="page"' : ""}>${words}</a></li>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(runs)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${htmlText(title, 200)}</title>
<link rel="stylesheet" href="${root}style.css">${runs === "verify" ? `\n<link rel="stylesheet" href="${root}verify.css">` : ""}
<link rel="alternate" type="application/atom+xml" title="Changes" href="${root}feed.atom">
<link rel="alternate" type="application/feed+json" title="Changes" href="${root}feed.json">
${runs === undefined ? "" : `<script src="${root}${runs}.js" defer></script>\n`}</head>
<body>
<a class="skip" href="#main">${skip}</a>
<header class="bar-top">
<p class="brand"><a href="${root}index.html">${htmlText(site.title, 80)}</a></p>
<nav aria-label="site"><ul>${place("front", "index.html", "Overview")}${place("servers", listFile(ALL), "Servers")}${place("changes", "changes.html", "Changes")}${place("verify", "verify.html", "Verify")}</ul></nav>
</header>
<main id="main">
${main}
</main>
<footer>
<p>Read at ${minute(site.madeAt)} · mcptest ${htmlText(site.version, 40)} · <a href="${root}feed.atom">Atom</a> · <a href="${root}feed.json">JSON feed</a></p>
<p>What stands here was observed from outside. Names, descriptions and answers are the servers' own words.</p>
</footer>
</body>
</html>
`;
};

/** A part of a page with its heading. */
export const section = (id: string, title: string, html: string): string =>
  html === ""
    ? ""
    : `<section id="${id}" aria-labelledby="${id}-h"><h2 id="${id}-h">${htmlText(title)}</h2>\n${html}\n</section>`;

/** Where one searches. Without a script there are the lists. */
export const searchBox = (depth: number): string => `<search class="search" data-root="${rootOf(depth)}" hidden>
<label for="search">Find a server</label>
<input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="name, address, grade, revision or SDK" aria-describedby="found-words">
<p id="found-words" class="soft small" role="status"></p>
<ol id="found" class="found"></ol>
</search>`;
