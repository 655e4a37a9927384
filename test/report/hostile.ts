// Text that tries to be more than text, in every field that a report shows.

import type { Result } from "../../src/scores/result/result.ts";

export const HOSTILE_TEXTS = {
  script: `</pre></code></title></style><script>document.title="owned"</script><img src=x onerror="document.title='owned'">`,
  attribute: `" onmouseover="document.title='owned'" x="`,
  ansi: "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m",
  markdown:
    "[click](javascript:alert(1)) **bold** `code` | cell | <b>html</b> @everyone #1 ![x](https://evil.example/x.png)",
  cdata: "]]><x>&lt;!--",
  command: "::error::owned\r\n::set-output name=a::b ##[error]owned %0A::warning::owned",
  runner: "  ::error::owned ##vso[task.setvariable variable=x]owned ##teamcity[message text='owned'] ##[error]owned",
  bidi: "\u{202e}evil\u{2066}\u{200b}\u{feff}\u{e0041}",
  lone: "\u{d800}half",
} as const;

export type HostileName = keyof typeof HOSTILE_TEXTS;

/** The same result with the text put into everything that is text and has no closed list of values. */
export const poison = (result: Result, text: string): Result => walk(result, "", text) as Result;

/** Members with a closed list of values, or by which parts of a result find each other. */
const KEPT = new Set([
  "format",
  "state",
  "level",
  "section",
  "revision",
  "transport",
  "outcome",
  "grade",
  "encoding",
  "kind",
  "verdict",
  "exchange",
  "id",
  "ended_by",
  "blast",
  "consumer",
  "part",
]);

const walk = (value: unknown, name: string, text: string): unknown => {
  if (typeof value === "string") return KEPT.has(name) ? value : `${text}${value.slice(0, 40)}`;
  if (Array.isArray(value)) return value.map((entry) => walk(entry, name, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      name === "params" || name === "result" ? `${text}${key}` : key,
      walk(entry, key, text),
    ]),
  );
};
