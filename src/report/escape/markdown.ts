import type { Untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "./terminal.ts";

/**
 * Text from a server for a Markdown comment, also inside a table: one line, no markup, no HTML. Sites look for names,
 * numbers and addresses after the markup has been rendered, where a backslash does not help; a zero-width space keeps an @
 * from notifying anyone, a # from linking to an issue and an address from becoming a link.
 */
export const escapeMarkdown = (text: Untrusted, maxLength?: number): string =>
  escapeTerminal(text, maxLength)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\\`*_[\]#|~$]/g, "\\$&")
    .replace(/@|\\#|:(?=\/\/)|\b(?:www)(?=\.)|\bmailto(?=:)/gi, "$&&#8203;");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
