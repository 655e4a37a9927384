// The certificate page without what stands around it: alone it is one file, in a site it has the site's head and look.

export const TITLE = "Verify a certificate";

/** What the page is for, and whether this browser can do it. */
export const INTRO = `<h1>${TITLE}</h1>
<p class="lead">Find out whether you can rely on a certificate of the Agent-Tool Discoverability Standard. Everything happens
in this page: it has no network access, and nothing you give it leaves your browser.</p>
<p class="notice" id="unsupported" role="alert" hidden>This browser cannot check Ed25519 signatures, so no certificate can be
verified here. Chrome 137, Firefox 129 and Safari 17 can, in a page opened from disk or over https; so can
<code>mcptest cert verify</code>.</p>`;

/** Fields and verdict. Whoever places them gives the element around them the id `page`, hidden until the script runs. */
export const FORM = `<section aria-labelledby="inputs-h">
<h2 id="inputs-h">What to verify</h2>
<div class="drop" id="drop">
<p>Drop the files anywhere on this page, or choose them:</p>
<div class="inputs">
<div class="card">
<label for="certificate-file">Certificate</label>
<p class="hint" id="certificate-hint">The JSON file with <code>signature</code> and <code>canonical_json</code>.</p>
<input type="file" id="certificate-file" accept=".json,application/json" aria-describedby="certificate-hint certificate-status">
<p class="small soft" id="certificate-status">None yet.</p>
<details><summary>Paste it instead</summary>
<textarea id="certificate-text" rows="6" aria-label="Text of the certificate" spellcheck="false" autocomplete="off"></textarea></details>
</div>
<div class="card">
<label for="capture-file">Capture <span class="soft">(optional)</span></label>
<p class="hint" id="capture-hint">The published session; everything is recomputed from it.</p>
<input type="file" id="capture-file" accept=".json,.jsonl,application/json" aria-describedby="capture-hint capture-status">
<p class="small soft" id="capture-status">None yet.</p>
<details><summary>Paste it instead</summary>
<textarea id="capture-text" rows="6" aria-label="Text of the capture" spellcheck="false" autocomplete="off"></textarea></details>
</div>
<div class="card">
<label for="revocations-file">Revocations <span class="soft">(optional)</span></label>
<p class="hint" id="revocations-hint">What the issuer has taken back: <code>revocations.json</code>, fresh from the issuer.</p>
<input type="file" id="revocations-file" accept=".json,application/json" aria-describedby="revocations-hint revocations-status">
<p class="small soft" id="revocations-status">None yet.</p>
<details><summary>Paste it instead</summary>
<textarea id="revocations-text" rows="6" aria-label="Text of the revocations" spellcheck="false" autocomplete="off"></textarea></details>
</div>
<div class="card">
<label for="key">Issuer key you trust</label>
<p class="hint" id="key-hint">Hex or PEM, obtained from the issuer in a way you trust. Never copy it from the certificate: anyone
can make a key and sign.</p>
<textarea id="key" rows="3" aria-describedby="key-hint key-problem" spellcheck="false" autocomplete="off"></textarea>
<p class="problem" id="key-problem" role="status"></p>
</div>
<div class="card">
<label for="subject">Server you are about to call <span class="soft">(optional)</span></label>
<input type="text" id="subject" placeholder="https://mcp.example.com/mcp" spellcheck="false" autocomplete="off">
<label for="time">Time to compare with <span class="soft">(UTC)</span></label>
<input type="text" id="time" placeholder="now" aria-describedby="time-hint time-problem" spellcheck="false" autocomplete="off">
<p class="hint" id="time-hint">Empty means now; otherwise 2026-01-31 or 2026-01-31T12:00:00Z.</p>
<p class="problem" id="time-problem" role="status"></p>
</div>
</div>
</div>
<p><button type="button" id="clear">Clear everything</button></p>
</section>
<section aria-labelledby="verdict-h">
<h2 id="verdict-h" tabindex="-1">Verdict</h2>
<div class="verdict idle" id="verdict"><span id="verdict-mark" aria-hidden="true">·</span>
<div role="status" aria-live="polite" aria-atomic="true"><p id="verdict-title"></p><p id="verdict-line"></p></div></div>
<div id="result" hidden>
<div id="checks"></div>
<p class="small soft" id="notes"></p>
<div id="asserted-part"><h2>What it asserts</h2><div id="asserted"></div></div>
<div id="criteria-part"><h2>Criteria and evidence</h2><div id="criteria"></div></div>
</div>
</section>`;

export const ABOUT = `The standard is a public draft (SaSame, CC-BY), not one of the Model Context Protocol project. A
certificate says what was observed from outside at one moment; it is not an endorsement.`;
