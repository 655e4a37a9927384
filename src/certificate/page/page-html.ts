import { pageHead } from "../../report/formats/html/page.ts";
import { STYLE } from "../../report/formats/html/style.ts";
import { encodeBase64 } from "../verify/encodings.ts";
import { ABOUT, FORM, INTRO, TITLE } from "./page-markup.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { sha256 } from "./sha256.ts";

const LOOK = STYLE + PAGE_STYLE;

const digest = (text: string): string => `'sha256-${encodeBase64(sha256(new TextEncoder().encode(text)))}'`;

/**
 * The whole page in one file. The policy names its one script and its one style by their digests and allows nothing else:
 * no network, no other script, no form, and no text that turns into markup.
 */
export const renderVerifyPage = (script: string): string => {
  // Either would end or change the script element, and the digest would no longer match.
  if (/<\/script|<!--/i.test(script)) throw new Error("the page's script holds a text that HTML would read as markup");
  const policy = [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(LOOK)}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return `${pageHead(`${TITLE} · mcptest`, policy, LOOK)}
<body>
<a class="skip" href="#verdict-h">Skip to the verdict</a>
<header>
${INTRO}
<noscript><p class="notice">This page checks signatures with its own script; allow scripts here, or use
<code>mcptest cert verify</code>.</p></noscript>
</header>
<main id="page" hidden>
${FORM}
</main>
<footer>
<p>Made by mcptest. ${ABOUT}</p>
</footer>
<script>${script}</script>
</body>
</html>
`;
};
