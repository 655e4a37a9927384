import { untrusted } from "../../../base/untrusted.ts";
import { escapeHtml } from "../../escape/html.ts";
import { STYLE } from "./style.ts";
import { STYLE_DIGEST } from "./style-digest.ts";

export interface Page {
  /** Escaped here. */
  readonly title: string;
  /** Markup, already safe: what stands in header, navigation, main and footer. */
  readonly header: string;
  readonly nav: string;
  readonly main: string;
  readonly footer: string;
  /** Where the first link leads; default: to the findings. */
  readonly skip?: string;
  /** Whether it holds pictures; they stand in the page itself. */
  readonly hasPictures?: boolean;
}

/** Nothing may be loaded, run or sent; the one style is named by its digest. Pictures are let in only where there are some. */
const policyFor = (hasPictures: boolean): string =>
  `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; ${hasPictures ? "img-src data:; " : ""}base-uri 'none'; form-action 'none'`;

/** What every page begins with. `title` is escaped already. */
export const pageHead = (title: string, policy: string, style: string): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>`;

/** One file that needs nothing else: no script, no network, no font. */
export const renderPage = ({
  title,
  header,
  nav,
  main,
  footer,
  skip = "Skip to the findings",
  hasPictures = false,
}: Page): string =>
  `${pageHead(escapeHtml(untrusted(title), 200), policyFor(hasPictures), STYLE)}
<body>
<a class="skip" href="#main">${skip}</a>
<header>
${header}
</header>
${nav}
<main id="main">
${main}
</main>
<footer>
${footer}
</footer>
</body>
</html>
`;
