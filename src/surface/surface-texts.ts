import { toPointer } from "../json/pointer.ts";
import type { Json } from "../model/json.ts";
import type { Located, Surface, SurfaceItem, SurfaceText, TextRole } from "../model/surface.ts";
import { untrusted } from "../model/untrusted.ts";

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

type Path = readonly (string | number)[];

const gather = (item: SurfaceItem, form: Located<Json>, texts: SurfaceText[]): void => {
  const owner = { kind: item.kind, name: item.name };
  const add = (text: string, path: Path, role: TextRole): void => {
    if (texts.length >= MOST_TEXTS || text === "") return;
    const parameter = parameterOf(path, form.value);
    const place = { exchange: form.exchange, pointer: form.pointer + toPointer(path) };
    texts.push({ ...place, value: untrusted(text), role, owner, ...(parameter === undefined ? {} : { parameter }) });
  };
  const walk = (value: Json, path: Path): void => {
    if (typeof value === "string") add(value, path, roleOf(path));
    if (typeof value !== "object" || value === null || path.length > MAX_DEPTH) return;
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, entry] of entries) {
      const at = [...path, key];
      if (typeof key === "string" && isNamed(path, key)) add(key, at, "parameter-name");
      walk(entry, at);
    }
  };
  walk(form.value, []);
};

/** Members whose names the author chose: they are read as text. Longer ones cannot be words of JSON Schema. */
const isNamed = (path: Path, key: string): boolean =>
  (path.length > 1 && NAMES_INSIDE.has(String(path.at(-1)))) || key.length > 40;

const NAMES_INSIDE = new Set(["properties", "patternProperties", "$defs", "definitions"]);

const IN_SCHEMAS = new Set(["inputSchema", "outputSchema"]);
const WORDS_OF_SCHEMAS = new Set(["description", "title", "$comment"]);

const roleOf = (path: Path): TextRole => {
  const [first = "", ...rest] = path;
  const last = path.at(-1);
  if (first === "_meta") return "meta";
  if (first === "arguments") return last === "name" ? "parameter-name" : "parameter-text";
  if (first === "outputSchema") return "output-text";
  if (IN_SCHEMAS.has(String(first)))
    return rest.length > 0 && WORDS_OF_SCHEMAS.has(String(last)) ? "parameter-text" : "schema-value";
  if (first === "annotations" && last === "title") return "title";
  if (path.length > 1) return "other";
  switch (first) {
    case "name":
    case "title":
    case "description":
      return first;
    case "uri":
    case "uriTemplate":
      return "uri";
    default:
      return "other";
  }
};

/** The parameter of a tool's schema, or the argument of a prompt, that a path leads into. */
const parameterOf = (path: Path, form: Json): string | undefined => {
  const [first, second, third] = path;
  if (first === "inputSchema" && second === "properties" && third !== undefined) return String(third);
  if (first !== "arguments" || typeof second !== "number") return undefined;
  const list = (form as Record<string, Json>)["arguments"];
  const argument = Array.isArray(list) ? list[second] : undefined;
  const name = typeof argument === "object" && argument !== null && !Array.isArray(argument) ? argument["name"] : null;
  return typeof name === "string" ? name : undefined;
};
