import { type Json, stringMember } from "../../base/json.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Located, Surface, SurfaceItem, SurfaceText, TextRole } from "./surface.ts";

/** Deeper and more than any client shows to a model; what a server sends must not be read without end. */
const MAX_DEPTH = 64;
const MOST_TEXTS = 20_000;

/**
 * Every text that the server puts before a model: names and descriptions, and everything else that stands in a definition,
 * whatever member it stands in, because a model is shown the whole. Where a list was seen in two forms, both count.
 */
export const surfaceTexts = (surface: Surface): readonly SurfaceText[] => {
  const { instructions, tools, prompts, resources, templates } = surface;
  const texts: SurfaceText[] = instructions ? [{ ...instructions, role: "instructions", owner: undefined }] : [];
  for (const item of [...tools, ...prompts, ...resources, ...templates]) {
    for (const form of [item, ...item.others]) gather(item, form, texts);
    if (texts.length >= MOST_TEXTS) break;
  }
  return texts;
};

/** Where in a definition a value stands, as far as it matters to what it is. */
interface Spot {
  readonly pointer: string;
  /** The member of the definition it stands in. */
  readonly top: string;
  /** The member it stands in directly. */
  readonly key: string;
  readonly depth: number;
  readonly parameter: string | undefined;
}

const gather = (item: SurfaceItem, form: Located<Json>, texts: SurfaceText[]): void => {
  const owner = { kind: item.kind, name: item.name };
  const add = (text: string, { pointer, parameter }: Spot, role: TextRole): void => {
    if (texts.length >= MOST_TEXTS || text === "") return;
    const place = { exchange: form.exchange, pointer };
    texts.push({ ...place, value: untrusted(text), role, owner, ...(parameter === undefined ? {} : { parameter }) });
  };
  const walk = (value: Json, spot: Spot): void => {
    if (typeof value === "string") add(value, spot, roleOf(spot));
    if (typeof value !== "object" || value === null || spot.depth > MAX_DEPTH) return;
    const names = spot.depth > 1 && NAMES_INSIDE.has(spot.key);
    for (const [key, entry] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      const name = String(key);
      const at: Spot = {
        pointer: `${spot.pointer}/${/[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name}`,
        top: spot.depth === 0 ? name : spot.top,
        key: name,
        depth: spot.depth + 1,
        parameter: spot.parameter ?? parameterAt(spot, name, entry),
      };
      // Members whose names the author chose are read as text; longer ones cannot be words of JSON Schema.
      if (typeof key === "string" && (names || name.length > 40)) add(name, at, "parameter-name");
      walk(entry, at);
    }
  };
  walk(form.value, { pointer: form.pointer, top: "", key: "", depth: 0, parameter: undefined });
};

const NAMES_INSIDE = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** The parameter of a tool's schema, or the argument of a prompt, that is entered here. */
const parameterAt = (spot: Spot, name: string, entry: Json): string | undefined => {
  if (spot.depth === 2 && spot.top === "inputSchema" && spot.key === "properties") return name;
  return spot.depth === 1 && spot.top === "arguments" ? stringMember(entry, "name") : undefined;
};

const WORDS_OF_SCHEMAS = new Set(["description", "title", "$comment"]);

const roleOf = ({ top, key, depth }: Spot): TextRole => {
  switch (top) {
    case "_meta":
      return "meta";
    case "arguments":
      return key === "name" ? "parameter-name" : "parameter-text";
    case "outputSchema":
      return "output-text";
    case "inputSchema":
      return WORDS_OF_SCHEMAS.has(key) ? "parameter-text" : "schema-value";
    case "annotations":
      return key === "title" ? "title" : "other";
    case "name":
    case "title":
    case "description":
      return depth === 1 ? top : "other";
    case "uri":
    case "uriTemplate":
      return depth === 1 ? "uri" : "other";
    default:
      return "other";
  }
};
