import { stringMember } from "../../../base/json.ts";
import type { View } from "../../../judge/core/fact.ts";
import { resourceTemplates } from "../../../judge/core/facts/listed.ts";

/** How one uri stands to another. `below`: a sub-resource, by path, query or fragment. */
export type Relation = "same" | "below" | "other";

export const relationOf = (uri: string, asked: string): Relation => {
  const found = plain(uri);
  const wanted = plain(asked);
  if (found === wanted) return "same";
  return found.startsWith(wanted) ? "below" : "other";
};

/** Without what servers and their libraries write differently for the same thing. */
const plain = (uri: string): string => {
  const end = uri.search(/[?#]/);
  const path = end < 0 ? uri : uri.slice(0, end);
  const trimmed = path.replace(/\/$/, "") + (end < 0 ? "" : uri.slice(end));
  return decoded(trimmed.replace(/^[^/?#]+:(?:\/\/[^/?#]*)?/, (head) => head.toLowerCase()));
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Templates as their fixed pieces: what stands before, between and after the expressions. */
const piecesOf = (template: string): readonly string[] => template.split(/\{[^{}]*\}/);

export const isExpansionOf = (uri: string, template: string): boolean => {
  const pieces = piecesOf(template);
  const [first = "", ...rest] = pieces;
  if (!uri.startsWith(first)) return false;
  const last = rest.at(-1);
  if (last === undefined) return uri === first;
  let at = first.length;
  for (const piece of rest) {
    const found = uri.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return uri.endsWith(last);
};

/** A template that begins like the uri may well be meant for it, whatever follows. */
export const isCovered = (view: View, uri: string): boolean =>
  view.once(templatePrefixes).some((prefix) => uri.startsWith(prefix));

const templatePrefixes = (view: View): readonly string[] => {
  const reading = view.read(resourceTemplates);
  if (!reading.seen) return [];
  return reading.items.flatMap(({ value }) => {
    const template = stringMember(value, "uriTemplate");
    return template === undefined ? [] : [piecesOf(template)[0] ?? ""];
  });
};
