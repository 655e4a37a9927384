import type { JsonObject } from "../../base/json.ts";

/** What the files that a server serves hold, worked out before judging: judging is pure and does not parse. */
export interface ContentFindings {
  /** By the place of the content: exchange id and index, as `placeKey` writes it. */
  readonly contents: ReadonlyMap<string, ContentFinding>;
}

export interface ContentFinding {
  readonly bytes: number;
  /** Of the raw bytes, in lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Of a SKILL.md. */
  readonly front_matter?: FrontMatter;
  /** Of a page. */
  readonly html?: HtmlFinding;
}

/** What stands before the text of a SKILL.md. */
export type FrontMatter =
  | { readonly kind: "object"; readonly value: JsonObject }
  /** none: the text does not begin with it. broken: it is no YAML. other: it is YAML, but no mapping. */
  | { readonly kind: "none" | "broken" | "other" | "too-large" };

/** A page as an HTML parser reads it; nothing in it is run or fetched. */
export interface HtmlFinding {
  /** Where reading stopped, if it did: the page is larger or deeper than is read. */
  readonly stopped?: "too-large" | "too-deep" | "too-many-elements";
  /** The names of the parse errors as the HTML standard has them, with line and column, the first hundred. */
  readonly errors: readonly HtmlError[];
  /** `html`: the document type of today; another one, or none. */
  readonly doctype: "html" | "other" | "none";
  /** The addresses that the page loads by itself: scripts, styles, images, frames; each with what loads it. */
  readonly loads: readonly { readonly by: string; readonly address: string }[];
  /** Whether anything stands in it: text, an element that shows something, or a script. */
  readonly isEmpty: boolean;
}

export interface HtmlError {
  readonly code: string;
  readonly line: number;
  readonly column: number;
}

export const contentKey = (exchange: string | number, index: number): string => `${exchange}#${index}`;
