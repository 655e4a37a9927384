import { type Json, type JsonObject, stringMember } from "../../../base/json.ts";
import { readPointer } from "../../../base/pointer.ts";
import type { SchemaDialect } from "../../core/schema-findings.ts";
import { refHidesSiblings } from "./dialects.ts";

/** The base address of a schema that declares none. No address here is ever fetched. */
const NO_ADDRESS = "mcptest:/schema";
const MAX_ADDRESS = 8_192;

export type Resolution =
  /** `path` leads from the document `base`, whose address is `home`, to the target; empty for a named one. */
  | { readonly kind: "found"; readonly target: Json; readonly base: Json; readonly path: string; readonly home: string }
  /** It points into this document, and there is nothing. */
  | { readonly kind: "missing" }
  /** Nothing in this document has that address. */
  | { readonly kind: "elsewhere" };

/** Every name that the schemas of one document give themselves, by `$id`, `$anchor` and their older spellings. */
export class SchemaAddresses {
  readonly #dialect: SchemaDialect;
  readonly #places = new Map<string, Json>();
  /** How many schemas claim the same name for `$dynamicRef`. */
  readonly #dynamic = new Map<string, number>();
  readonly rootHome: string;
  /** Documents within the document, this one included. */
  resources = 1;

  constructor(root: Json, dialect: SchemaDialect) {
    this.#dialect = dialect;
    this.rootHome = this.#homeOf(root, NO_ADDRESS);
    this.#places.set(this.rootHome, root);
  }

  /** Notes the names a schema has, and returns the address its references are relative to. */
  add(schema: JsonObject, outer: string, isRoot: boolean): string {
    const home = isRoot ? this.rootHome : this.#homeOf(schema, outer);
    if (!isRoot && home !== outer && !this.#places.has(home)) {
      this.#places.set(home, schema);
      this.resources += 1;
    }
    for (const name of this.#anchorsOf(schema)) {
      const key = `${home}#${name}`;
      if (!this.#places.has(key)) this.#places.set(key, schema);
    }
    const dynamic = this.#dialect === "2020-12" ? stringMember(schema, "$dynamicAnchor") : undefined;
    if (dynamic !== undefined) this.#dynamic.set(dynamic, (this.#dynamic.get(dynamic) ?? 0) + 1);
    return home;
  }

  resolve(reference: string, home: string): Resolution {
    const absolute = resolveAddress(reference, home);
    if (absolute === undefined) return { kind: "elsewhere" };
    const [address, fragment] = split(absolute);
    const base = this.#places.get(address);
    if (base === undefined) return { kind: "elsewhere" };
    const name = decode(fragment);
    if (name === undefined) return { kind: "missing" };
    const isPath = name === "" || name.startsWith("/");
    const target = isPath ? readPointer(base, name) : this.#places.get(`${address}#${name}`);
    if (target === undefined) return { kind: "missing" };
    return { kind: "found", target, base, path: isPath ? name : "", home: address };
  }

  /** Two schemas have the same dynamic name, so which one is meant depends on how evaluation got there. */
  dependsOnDynamicScope(reference: string): boolean {
    const name = decode(split(reference)[1]) ?? "";
    return (this.#dynamic.get(name) ?? 0) > 1;
  }

  #homeOf(schema: Json, outer: string): string {
    const id = this.#idOf(schema);
    if (id === undefined || id.startsWith("#")) return outer;
    return split(resolveAddress(id, outer) ?? outer)[0];
  }

  #idOf(schema: Json): string | undefined {
    const hides = refHidesSiblings(this.#dialect);
    if (hides && stringMember(schema, "$ref") !== undefined) return undefined;
    const old = this.#dialect === "draft-04" || this.#dialect === "draft-03";
    return stringMember(schema, old ? "id" : "$id");
  }

  /** Up to draft 7 an id of "#name" is what later became `$anchor`. */
  #anchorsOf(schema: JsonObject): string[] {
    if (refHidesSiblings(this.#dialect)) {
      const id = this.#idOf(schema);
      return id?.startsWith("#") && id.length > 1 ? [id.slice(1)] : [];
    }
    const keywords = this.#dialect === "2020-12" ? ["$anchor", "$dynamicAnchor"] : ["$anchor"];
    return keywords.flatMap((keyword) => stringMember(schema, keyword) ?? []);
  }
}

const resolveAddress = (reference: string, base: string): string | undefined =>
  reference.length <= MAX_ADDRESS && URL.canParse(reference, base) ? new URL(reference, base).href : undefined;

const split = (address: string): [string, string] => {
  const hash = address.indexOf("#");
  return hash < 0 ? [address, ""] : [address.slice(0, hash), address.slice(hash + 1)];
};

const decode = (fragment: string): string | undefined => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
};
