/**
 * JSON that is printed: what `JSON.stringify` lets through and a terminal or editor would obey or hide (C1 controls,
 * bidirectional and invisible characters) is written as an escape. The value stays the same.
 */
export const escapeJson = (json: string): string => json.replace(NOT_PLAIN, asEscapes);

// A line feed is layout: inside a string it is an escape already.
const NOT_PLAIN = /(?!\n)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const asEscapes = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
