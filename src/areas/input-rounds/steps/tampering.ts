import { isJsonObject, type JsonObject, member, valueAt } from "../../../base/json.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * The text with one letter or digit in its first half exchanged for its neighbour. In base64 that flips one bit of the
 * data, and every fourth place flips the lowest bit of a byte, so that encoded text stays text.
 */
export const changeCharacter = (text: string): string => {
  const places = Array.from(text).flatMap((character, place) =>
    character in NEIGHBOURS && place >= text.length / 4 ? [place] : [],
  );
  const place = places.find((at) => at % 4 === 3) ?? places[0];
  if (place === undefined) return `${text}x`;
  return text.slice(0, place) + NEIGHBOURS[text.charAt(place)] + text.slice(place + 1);
};

const NEIGHBOURS: Readonly<Record<string, string>> = Object.assign(
  Object.create(null),
  Object.fromEntries(Array.from(ALPHABET, (character, index) => [character, ALPHABET.charAt(index ^ 1)])),
);

const LONGEST = 100;
const OTHER = "mcptest other";

/** The tool's arguments with another text in a member that takes any; undefined when it has none. */
export const otherArguments = (choice: ToolChoice): JsonObject | undefined => {
  const properties = valueAt(choice.tool, "inputSchema", "properties");
  if (!isJsonObject(properties)) return undefined;
  const free = Object.keys(properties)
    .slice(0, LONGEST)
    .find((name) => isFreeText(member(properties, name)));
  return free === undefined ? undefined : { ...choice.arguments, [free]: OTHER };
};

const NARROW = ["enum", "const", "pattern", "format", "$ref", "allOf", "anyOf", "oneOf", "not", "x-mcp-header"];

const isFreeText = (schema: unknown): boolean => {
  if (!isJsonObject(schema) || member(schema, "type") !== "string") return false;
  const most = member(schema, "maxLength");
  const least = member(schema, "minLength");
  return (
    NARROW.every((keyword) => !Object.hasOwn(schema, keyword)) &&
    (most === undefined || (typeof most === "number" && most >= OTHER.length)) &&
    (least === undefined || (typeof least === "number" && least <= OTHER.length))
  );
};
