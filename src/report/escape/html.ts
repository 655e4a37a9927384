import type { Untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "./terminal.ts";

/** Text from a server for HTML, between tags or in a quoted attribute: one line, no markup, nothing invisible. */
export const escapeHtml = (text: Untrusted, maxLength?: number): string =>
  withEntities(escapeTerminal(text, maxLength));

/** The same for `<pre>`: line feeds stay. */
export const escapeHtmlBlock = (text: Untrusted): string =>
  text
    .split("\n")
    .map((line) => escapeHtml(line as Untrusted))
    .join("\n");

const withEntities = (text: string): string =>
  text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? character);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  "`": "&#96;",
};
