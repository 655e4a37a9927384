import { type Untrusted, untrusted } from "../../../base/untrusted.ts";
import type { Verdict } from "../../../judge/core/verdict.ts";
import { escapeHtml, escapeHtmlBlock } from "../../../report/escape/html.ts";
import type { HostConfig, StepState, WalkPage, WalkStep } from "../client-walk.ts";

/** Where the style and the script of the page are; nothing else may be loaded, run or sent to. */
export const WALK_STYLE_PATH = "/mcptest.css";
export const WALK_SCRIPT_PATH = "/mcptest.js";
export const WALK_EVENTS_PATH = "/events";
export const WALK_NEXT_PATH = "/next";

export const WALK_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The page a person follows while a client is tested. It can be read without its script, which only keeps it current. */
export const renderWalkPage = (page: WalkPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>mcptest client: ${page.isOver ? "done" : text(page.task.title, 80)}</title>
<link rel="stylesheet" href="${WALK_STYLE_PATH}">
<script src="${WALK_SCRIPT_PATH}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to what to do now</a>
<header>
<h1>mcptest client</h1>
<p id="who" class="target">${clientLine(page.clients)}</p>
</header>
<main id="main">
<section aria-labelledby="now-h">
<h2 id="now-h">What to do now</h2>
<div class="card now">
<div id="now" aria-live="polite">${nowPart(page)}</div>
<form method="post" action="${WALK_NEXT_PATH}"><input type="hidden" name="token" value="${text(page.token)}">
<button type="submit">Next: leave this out</button></form>
</div>
</section>
<section aria-labelledby="config-h">
<h2 id="config-h">Where the client finds the server</h2>
<p>The address is <code>${text(page.url)}</code>. Take the block of your client:</p>
${page.configs.map(configPart).join("\n")}
</section>
<section aria-labelledby="so-far-h">
<h2 id="so-far-h">Judged so far</h2>
<div id="so-far">${verdictPart(page.verdicts)}</div>
</section>
<section aria-labelledby="steps-h">
<h2 id="steps-h">All steps</h2>
<div id="steps">${stepsPart(page.steps)}</div>
</section>
<section aria-labelledby="said-h">
<h2 id="said-h">What the client sent last</h2>
<div id="said">${saidPart(page.said)}</div>
</section>
</main>
<footer><p class="soft small">Served by mcptest on this machine. Ctrl-C in the terminal ends the run and prints the verdicts.</p></footer>
</body>
</html>
`;

const text = (value: string, maxLength?: number): string => escapeHtml(untrusted(value), maxLength);

const clientLine = (clients: readonly Untrusted[]): string =>
  clients.length === 0
    ? "No client has connected yet"
    : clients
        .slice(0, 3)
        .map((label) => escapeHtml(label, 80))
        .join(", ") + (clients.length > 3 ? " and others" : "");

const nowPart = ({ task }: WalkPage): string =>
  `<h3>${text(task.title)}</h3>
<ol>${task.sentences.map((sentence) => `<li>${text(sentence)}</li>`).join("")}</ol>`;

const configPart = ({ host, place, text: config }: HostConfig): string =>
  `<details><summary>${text(host)} <span class="soft">${text(place)}</span></summary><pre class="copy">${escapeHtmlBlock(untrusted(config))}</pre></details>`;

const MAX_FAILURES = 50;

const verdictPart = (verdicts: readonly Verdict[] | undefined): string => {
  if (verdicts === undefined) return '<p class="soft">Nothing was said yet.</p>';
  const failed = verdicts.flatMap((verdict) => (verdict.state === "fail" ? [verdict] : []));
  const count = (state: Verdict["state"]): number => verdicts.filter((verdict) => verdict.state === state).length;
  const line = `${count("pass")} passed, ${failed.length} failed, ${count("inconclusive")} not reached yet, ${count("not-applicable")} do not apply`;
  const rows = failed.slice(0, MAX_FAILURES).map(
    ({ id, level, title, expected, actual }) =>
      `<li><span class="chip ${level === "MUST" ? "fail" : "warn"}">${text(level)}</span> <code>${text(id)}</code> ${text(title)}
<span class="step">Expected ${text(expected)}; found ${escapeHtml(actual, 200)}</span></li>`,
  );
  const more =
    failed.length > MAX_FAILURES ? `<p class="soft">${failed.length - MAX_FAILURES} more are in the report.</p>` : "";
  return `<p>${line}. This may change until the run ends.</p>${rows.length > 0 ? `<ul class="plain failures">${rows.join("")}</ul>` : ""}${more}`;
};

const STATES: Readonly<Record<StepState, { readonly words: string; readonly look: string }>> = {
  done: { words: "done", look: "pass" },
  skipped: { words: "left out", look: "warn" },
  now: { words: "now", look: "" },
  "to-come": { words: "to come", look: "" },
};

const stepsPart = (steps: readonly WalkStep[]): string =>
  `<ol class="first">${steps
    .map(({ phrase, state, proven, name }) => {
      const { words, look } = STATES[state];
      const code = proven ? '<span class="step">The code of the step came back.</span>' : "";
      return `<li${state === "now" ? ' aria-current="step"' : ""}><span class="chip ${look}">${words}</span> ${text(phrase)} <code>${text(name)}</code>${code}</li>`;
    })
    .join("")}</ol>`;

const saidPart = (said: readonly Untrusted[]): string =>
  said.length === 0
    ? '<p class="soft">Nothing.</p>'
    : `<ol class="plain">${said.map((line) => `<li><code>${escapeHtml(line, 160)}</code></li>`).join("")}</ol>`;
