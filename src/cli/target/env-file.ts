import { UsageError } from "../usage-error.ts";

/**
 * Reads `NAME=value` lines as VS Code does for `envFile`. Node's own parseEnv would silently join a malformed
 * line with the next one.
 */
export const parseEnvFile = (text: string, shown: string): Map<string, string> => {
  const variables = new Map<string, string>();
  for (const [index, line] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const match = /^(?:export\s+)?([\w.-]+)\s*=\s*(.*)$/.exec(trimmed);
    const value = match ? readValue(match[2] ?? "") : undefined;
    if (match?.[1] === undefined || value === undefined) {
      throw new UsageError(`${shown}:${index + 1}:1: this line is not NAME=value; fix it or start it with #`);
    }
    variables.set(match[1], value);
  }
  return variables;
};

/** Undefined when a quote is not closed on its line. */
const readValue = (text: string): string | undefined => {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text.replace(/(?:^|\s+)#.*$/, "");
  const match = (quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/ : /^'([^']*)'\s*(?:#.*)?$/).exec(text);
  if (!match) return undefined;
  const inner = match[1] ?? "";
  return quote === "'" ? inner : inner.replace(/\\(.)/g, (whole, char: string) => ESCAPES[char] ?? whole);
};

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", $: "$" };
