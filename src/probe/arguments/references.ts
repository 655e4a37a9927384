import { isJsonObject, type Json, type JsonObject, stringMember } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";

/** Dynamic and recursive references are followed like plain ones: a tool's schema is one document. */
export const REFERENCE_KEYWORDS = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

const MAX_REFERENCE = 2_000;
const MAX_INDEXED = 20_000;
/** Stands for the address of a schema that names none; never opened, like every other address here. */
const NO_ADDRESS = "mcptest:/schema";
/** What these hold are values, and a `$id` in a value names nothing. */
const VALUES: ReadonlySet<string> = new Set(["const", "enum", "default", "examples", "example"]);

interface Index {
  /** By address, and by address with the name of an anchor. */
  readonly places: ReadonlyMap<string, Json>;
  /** The address that a schema's references are relative to, where it is not the root's. */
  readonly homes: ReadonlyMap<JsonObject, string>;
  readonly rootHome: string;
}

/** Follows references inside one schema. Anything that would have to be fetched leads nowhere. */
export class References {
  readonly #root: Json;
  readonly #resolved = new Map<string, Json | undefined>();
  #known: Index | undefined;

  constructor(root: Json) {
    this.#root = root;
  }

  resolve(reference: string, from: JsonObject): Json | undefined {
    if (reference.length > MAX_REFERENCE) return undefined;
    this.#known ??= index(this.#root);
    const home = this.#known.homes.get(from) ?? this.#known.rootHome;
    const key = `${home} ${reference}`;
    if (!this.#resolved.has(key)) this.#resolved.set(key, find(reference, home, this.#known.places));
    return this.#resolved.get(key);
  }
}

const find = (reference: string, home: string, places: Index["places"]): Json | undefined => {
  const [address, fragment] = split(resolveAddress(reference, home));
  const base = places.get(address);
  const name = decode(fragment);
  if (base === undefined || name === undefined || name === "") return name === "" ? base : undefined;
  return name.startsWith("/") ? readPointer(base, name) : places.get(`${address}#${name}`);
};

/** Every `$id` and `$anchor`, found in one bounded walk. */
const index = (root: Json): Index => {
  const rootHome = homeOf(root, NO_ADDRESS);
  const places = new Map<string, Json>([[rootHome, root]]);
  const homes = new Map<JsonObject, string>();
  const waiting: [Json, string][] = [[root, rootHome]];
  for (let next = 0; next < waiting.length; next += 1) {
    const [value, outer] = waiting[next] ?? [null, ""];
    const home = next === 0 ? outer : homeOf(value, outer);
    if (isJsonObject(value)) {
      if (home !== rootHome) homes.set(value, home);
      if (home !== outer && !places.has(home)) places.set(home, value);
      for (const anchor of anchorsOf(value)) {
        if (!places.has(`${home}#${anchor}`)) places.set(`${home}#${anchor}`, value);
      }
    }
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (waiting.length >= MAX_INDEXED) break;
      if (typeof child === "object" && child !== null && !VALUES.has(key)) waiting.push([child, home]);
    }
  }
  return { places, homes, rootHome };
};

/** In draft-07 an `$id` of "#name" is what later became `$anchor`. */
const anchorsOf = (schema: JsonObject): string[] => {
  const id = stringMember(schema, "$id");
  const old = id?.startsWith("#") ? id.slice(1) : undefined;
  const names = [stringMember(schema, "$anchor"), stringMember(schema, "$dynamicAnchor"), old];
  return names.filter((name) => name !== undefined);
};

const homeOf = (schema: Json, outer: string): string => {
  const id = stringMember(schema, "$id");
  return id === undefined || id.length > MAX_REFERENCE ? outer : split(resolveAddress(id, outer))[0];
};

const resolveAddress = (reference: string, base: string): string => {
  try {
    return new URL(reference, base).href;
  } catch {
    // No address in the standard's sense; two that are spelt alike still mean the same.
    return reference.startsWith("#") ? base + reference : reference;
  }
};

const split = (address: string): [address: string, fragment: string] => {
  const hash = address.indexOf("#");
  return hash === -1 ? [address, ""] : [address.slice(0, hash), address.slice(hash + 1)];
};

const decode = (fragment: string): string | undefined => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
};
