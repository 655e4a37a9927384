import type { JsonObject } from "../../base/json.ts";
import type { Untrusted } from "../../base/untrusted.ts";
import type { Place } from "../../capture/capture.ts";

export const SURFACE_KINDS = ["tool", "prompt", "resource", "resource-template"] as const;
export type SurfaceKind = (typeof SURFACE_KINDS)[number];

/** A value and where it stands in the capture. */
export interface Located<T> extends Place {
  readonly value: T;
}

/** One thing that the server lists, with everything it says of it: schemas, annotations, icons, `_meta`. */
export interface SurfaceItem extends Located<JsonObject> {
  readonly kind: SurfaceKind;
  /** Of a resource its uri, of a template its uriTemplate. */
  readonly name: Untrusted;
  /** Other definitions under the same name, in the order in which they were seen: the list changed, or differs by session. */
  readonly others: readonly Located<JsonObject>[];
}

/** How much of a list was seen. none: it was not asked for, or not answered. */
export type SeenPart = "whole" | "part" | "none";

/** What a server offers to a model, each piece with the place it came from. Items are in the order of their names. */
export interface Surface {
  /** Name, title and version; of the environment and not of what a model reads. */
  readonly server_info: Located<JsonObject> | undefined;
  readonly capabilities: Located<JsonObject> | undefined;
  /** The revisions that the server was seen to speak or says it speaks, oldest first. */
  readonly revisions: readonly string[];
  readonly instructions: Located<Untrusted> | undefined;
  readonly tools: readonly SurfaceItem[];
  readonly prompts: readonly SurfaceItem[];
  readonly resources: readonly SurfaceItem[];
  readonly templates: readonly SurfaceItem[];
  readonly seen: Readonly<Record<SurfaceKind, SeenPart>>;
}

/** Which part of the surface a text is. */
export const TEXT_ROLES = [
  "instructions",
  "name",
  "title",
  "description",
  "parameter-name",
  "parameter-text",
  "schema-value",
  "output-text",
  "uri",
  "meta",
  "other",
] as const;
export type TextRole = (typeof TEXT_ROLES)[number];

/** One text of the surface, such as the description of a parameter. */
export interface SurfaceText extends Located<Untrusted> {
  readonly role: TextRole;
  /** Whose it is; undefined for the instructions of the server. */
  readonly owner: Pick<SurfaceItem, "kind" | "name"> | undefined;
  /** The parameter of a tool or prompt that it belongs to, if any. */
  readonly parameter?: string;
}
