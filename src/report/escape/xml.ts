import type { Untrusted } from "../../base/untrusted.ts";
import { escapeTerminal } from "./terminal.ts";

/**
 * Text from a server for XML, in an attribute or between tags. XML 1.0 has no way to write most control characters, so
 * they are made visible first, as on a terminal.
 */
export const escapeXml = (text: Untrusted, maxLength?: number): string =>
  escapeTerminal(text, maxLength).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
