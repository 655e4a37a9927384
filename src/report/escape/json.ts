import { defuseLines } from "./runner-commands.ts";

/**
 * JSON to print. `JSON.stringify` lets through characters that a terminal or editor would obey or hide (C1 controls,
 * bidirectional and invisible characters); here they become escapes. The value stays the same.
 */
export const escapeJson = (json: string): string => defuseLines(json.replace(NOT_PLAIN, asEscapes), "json");

/** A value as text that ends in a line feed. */
export const printJson = (value: unknown): string => `${escapeJson(JSON.stringify(value, null, 2))}\n`;

// A line feed is layout: inside a string it is already an escape.
const NOT_PLAIN = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const asEscapes = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
