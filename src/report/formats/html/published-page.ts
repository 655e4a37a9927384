import { renderPage } from "./page.ts";
import { code, text } from "./text.ts";

interface PublishedPage {
  readonly subject: string;
  readonly letter: string;
  readonly tone: "pass" | "warn" | "fail";
  readonly headline: string;
  readonly facts: readonly (readonly [string, string])[];
  /** Names of files beside the page, and what each is. */
  readonly files: readonly (readonly [string, string])[];
}

/** The index of a published certificate: what it says and how to check it. It has no script, so it proves nothing by itself. */
export const renderPublishedPage = ({ subject, letter, tone, headline, facts, files }: PublishedPage): string =>
  renderPage({
    title: `Certificate: ${subject}`,
    skip: "Skip to the certificate",
    header: `<h1>MCP certificate</h1>
<div class="hero"><div class="letter ${tone}" aria-hidden="true">${text(letter, 3)}</div>
<div><p class="target">${text(subject, 300)}</p><p class="headline">${text(headline, 600)}</p></div></div>`,
    nav: "",
    main: `<section aria-labelledby="says"><h2 id="says">What it says</h2>
<div class="card"><dl class="facts">
${facts.map(([term, value]) => `<dt>${text(term)}</dt><dd>${text(value, 1_000)}</dd>`).join("\n")}
</dl></div></section>
<section aria-labelledby="files"><h2 id="files">Files</h2>
<ul>
${files.map(([name, what]) => `<li><a href="${text(name)}">${text(name)}</a>: ${text(what)}</li>`).join("\n")}
</ul></section>
<section aria-labelledby="check"><h2 id="check">Check it yourself</h2>
<p>Anyone can write a page like this one. Fetch the files, get the issuer's key from the issuer in a way you trust, and run:</p>
<pre>mcptest cert verify certificate.json --issuer-key &lt;key&gt; --capture capture.json --revocations revocations.json</pre>
<p>Fetch ${code("revocations.json")} again each time: it is where the issuer says what no longer holds.</p></section>`,
    footer:
      "<p>Made by mcptest. A certificate says what was observed from outside at one moment; it is not an endorsement.</p>",
  });
