import { canonicalOrNull } from "../../base/canonical.ts";
import { defined } from "../../base/defined.ts";
import type { DigestOf } from "../../base/digest.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Surface, SurfaceItem } from "./surface.ts";

/**
 * What a model is offered, as one JSON value: the same for two servers that offer the same, in whatever order and on however
 * many pages they list it. Name and version of the server and the revisions it speaks are no part of it. It has an RFC 8785
 * form unless the server sent half a surrogate pair.
 */
export const canonicalSurface = ({ instructions, tools, prompts, resources, templates }: Surface): JsonObject =>
  defined({
    instructions: instructions?.value as string | undefined,
    tools: tools.map(definition),
    prompts: prompts.map(definition),
    resources: resources.map(definition),
    resourceTemplates: templates.map(definition),
  }) as JsonObject;

const definition = ({ value }: SurfaceItem): Json => value;

/** The sha256 of the RFC 8785 form of the whole surface; null where it has none. `surface_sha256` of a certificate is another: of the tools alone. */
export const surfaceDigest = (surface: Surface, digestOf: DigestOf): string | null =>
  digestOf(canonicalSurface(surface));

/** The sha256 of one item as the server lists it. */
export const itemDigest = ({ value }: Pick<SurfaceItem, "value">, digestOf: DigestOf): string | null => digestOf(value);

/** The RFC 8785 text; null where there is none. */
export const surfaceText = (surface: Surface): string | null => canonicalOrNull(canonicalSurface(surface));
