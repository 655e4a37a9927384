import { VERIFY_ABOUT, VERIFY_FORM, VERIFY_INTRO, VERIFY_TITLE } from "mcptest/internal";
import type { Site } from "../site-data.ts";
import { renderSitePage } from "./layout.ts";

/**
 * The page that verifies certificates, as a page of the site: its script and its style are files beside it, so that it stays as small as
 * the others. Whoever wants it as one file has `mcptest cert page`.
 */
export const renderSiteVerifyPage = (site: Site): string =>
  renderSitePage(site, {
    title: `${VERIFY_TITLE} · ${site.title}`,
    depth: 0,
    at: "verify",
    runs: "verify",
    skip: "Skip to the page",
    // The last sentence is for whoever has this file without its script, or a browser that runs none; the style hides it otherwise.
    main: `${VERIFY_INTRO}
<div id="page" hidden>
${VERIFY_FORM}
</div>
<p class="notice waiting">Nothing can be verified here until the script of this page runs. Allow scripts, and keep
<code>verify.js</code> beside this file; or use <code>mcptest cert verify</code>.</p>
<p class="small soft">${VERIFY_ABOUT}</p>`,
  });

/** What it adds to its own look in a site. */
export const VERIFY_STYLE = `
main>h1{margin:1.4rem 0 .6rem}
#page:not([hidden])~.waiting{display:none}
#page~.small{margin-top:2rem}
`;
