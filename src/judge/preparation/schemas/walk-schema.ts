import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import { toPointer } from "../../../base/pointer.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { SchemaDialect, SchemaProblem, SchemaReference } from "../../core/schema-findings.ts";
import type { SchemaLimitName, SchemaLimits } from "../../core/schema-limits.ts";
import { checkKeyword } from "./check-keyword.ts";
import { KEYWORDS, type KeywordTable } from "./keywords.ts";
import { isCheapPattern, readPattern } from "./patterns.ts";
import { type Resolution, SchemaAddresses } from "./schema-addresses.ts";

/** A schema inside the schema; `true` and `false` need no node. */
export interface SchemaNode {
  readonly raw: JsonObject;
  readonly pointer: string;
  readonly depth: number;
  readonly home: string;
  /** Where its references lead: schemas of the same document. */
  readonly targets: Map<string, JsonObject | boolean>;
}

export type WalkedSchema = Readonly<Omit<Walk, "run">>;

type WalkLimits = Pick<SchemaLimits, "schemaDepth" | "subschemas" | "references" | "patternChars">;

type Found = Extract<Resolution, { readonly kind: "found" }>;

interface Waiting extends Pick<SchemaNode, "pointer" | "depth" | "home"> {
  readonly value: Json;
}

const REFERENCES = ["$ref", "$dynamicRef", "$recursiveRef"] as const;
const MAX_SHOWN = 200;

/**
 * Reads every schema in a schema once, without recursion, and checks each keyword by the table of the dialect. The caller
 * has measured the whole before. A place that only a reference names is read as a schema too.
 */
export const walkSchema = (root: Json, dialect: SchemaDialect, limits: WalkLimits): WalkedSchema | null => {
  const table = KEYWORDS[dialect];
  return table === null ? null : new Walk(root, dialect, table, limits).run();
};

class Walk {
  readonly root: Json;
  readonly dialect: SchemaDialect;
  readonly table: KeywordTable;
  readonly nodes = new Map<JsonObject, SchemaNode>();
  readonly problems: SchemaProblem[] = [];
  readonly networkRefs: SchemaReference[] = [];
  readonly unresolvedRefs: SchemaReference[] = [];
  depth = 0;
  subschemas = 0;
  references = 0;
  // These decide whether and where it can be evaluated.
  /** A regular expression that may take long. */
  hasCostlyPattern = false;
  hasLegacyPattern = false;
  hasUniqueItems = false;
  /** Which schema a reference means depends on the way to it. */
  dependsOnDynamicScope = false;
  readonly #limits: WalkLimits;
  readonly #exceeded = new Set<SchemaLimitName>();
  readonly #addresses: SchemaAddresses;
  readonly #waiting: Waiting[] = [];
  readonly #unresolved: SchemaNode[] = [];

  constructor(root: Json, dialect: SchemaDialect, table: KeywordTable, limits: WalkLimits) {
    this.root = root;
    this.dialect = dialect;
    this.table = table;
    this.#limits = limits;
    this.#addresses = new SchemaAddresses(root, dialect);
  }

  get limits(): SchemaLimitName[] {
    return [...this.#exceeded].sort();
  }

  run(): WalkedSchema {
    this.#waiting.push({ value: this.root, pointer: "", depth: 1, home: this.#addresses.rootHome });
    this.#readAll();
    // Only now are all names known. A target may have names and references of its own, so continue until nothing is new.
    for (let next = 0; next < this.#unresolved.length && this.#exceeded.size === 0; next += 1) {
      const node = this.#unresolved[next];
      if (node !== undefined) this.#resolve(node);
      this.#readAll();
    }
    return this;
  }

  #readAll(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      if (typeof next.value === "object" && next.value !== null && this.nodes.has(next.value as JsonObject)) continue;
      this.subschemas += 1;
      this.depth = Math.max(this.depth, next.depth);
      if (this.subschemas > this.#limits.subschemas) this.#stop("subschemas");
      else if (next.depth > this.#limits.schemaDepth) this.#stop("schemaDepth");
      else if (isJsonObject(next.value)) this.#read(next, next.value);
      else if (typeof next.value !== "boolean" || !this.table.booleans) this.#notASchema(next.pointer);
    }
  }

  #stop(limit: SchemaLimitName): void {
    this.#exceeded.add(limit);
    this.#waiting.length = 0;
  }

  #notASchema(pointer: string): void {
    const what = this.table.booleans ? "a schema: an object or a boolean" : "a schema: an object";
    this.problems.push({ pointer, kind: "not-a-schema", what });
  }

  #read(place: Waiting, raw: JsonObject): void {
    const { pointer, depth } = place;
    const home = this.#addresses.add(raw, place.home, raw === this.root);
    const node: SchemaNode = { raw, pointer, depth, home, targets: new Map() };
    this.nodes.set(raw, node);
    const found: Waiting[] = [];
    // In the order of the schema, so that problems come in the order of the text.
    for (const keyword of Object.keys(raw)) {
      const [kind, value] = [this.table.kinds.get(keyword), raw[keyword]];
      if (kind === undefined || value === undefined) continue;
      const at = `${pointer}${toPointer([keyword])}`;
      const reading = checkKeyword(kind, value, this.#limits.patternChars);
      for (const { path, kind: problem, what } of reading.problems)
        this.problems.push({ pointer: `${at}${toPointer(path)}`, kind: problem, what });
      for (const child of reading.schemas)
        found.push({ value: child.value, pointer: `${at}${toPointer(child.path)}`, depth: depth + 1, home });
      if (reading.longPattern) this.#exceeded.add("patternChars");
      this.#noteCost(keyword, value);
      const needed = this.table.needs.get(keyword);
      if (needed !== undefined && !Object.hasOwn(raw, needed))
        this.problems.push({ pointer: at, kind: "wrong-value", what: `only together with ${needed}` });
    }
    if (REFERENCES.some((keyword) => this.#isReference(keyword, raw))) this.#unresolved.push(node);
    for (let next = found.pop(); next !== undefined; next = found.pop()) this.#waiting.push(next);
  }

  #noteCost(keyword: string, value: Json): void {
    if (keyword === "uniqueItems" && value === true) this.hasUniqueItems = true;
    const patterns =
      keyword === "pattern"
        ? [value]
        : keyword === "patternProperties" && isJsonObject(value)
          ? Object.keys(value)
          : [];
    if (patterns.length === 0) return;
    this.hasCostlyPattern ||= patterns.some((one) => typeof one !== "string" || !isCheapPattern(one));
    this.hasLegacyPattern ||= patterns.some(
      (one) => typeof one === "string" && one.length <= this.#limits.patternChars && readPattern(one) === "legacy",
    );
  }

  #isReference(keyword: (typeof REFERENCES)[number], raw: JsonObject): boolean {
    return this.table.kinds.has(keyword) && Object.hasOwn(raw, keyword) && typeof raw[keyword] === "string";
  }

  #resolve(node: SchemaNode): void {
    for (const keyword of REFERENCES) {
      const reference = this.#isReference(keyword, node.raw) ? node.raw[keyword] : undefined;
      // `$recursiveRef` has no meaning in 2020-12.
      if (typeof reference !== "string" || (keyword === "$recursiveRef" && this.dialect !== "2019-09")) continue;
      this.references += 1;
      if (this.references > this.#limits.references) {
        this.#stop("references");
        return;
      }
      const shown = { pointer: `${node.pointer}/${keyword}`, ref: untrusted(reference.slice(0, MAX_SHOWN)) };
      const resolution = this.#addresses.resolve(reference, node.home);
      if (resolution.kind === "elsewhere") this.networkRefs.push(shown);
      else if (resolution.kind === "missing") this.unresolvedRefs.push(shown);
      else this.#follow(node, keyword, resolution, shown);
      if (keyword === "$dynamicRef") this.dependsOnDynamicScope ||= this.#addresses.dependsOnDynamicScope(reference);
      if (keyword === "$recursiveRef") this.dependsOnDynamicScope ||= this.#addresses.resources > 1;
    }
  }

  #follow(node: SchemaNode, keyword: string, found: Found, shown: SchemaReference): void {
    const { target, base, path, home } = found;
    if (!isJsonObject(target) && (typeof target !== "boolean" || !this.table.booleans)) {
      this.unresolvedRefs.push(shown);
      return;
    }
    node.targets.set(keyword, target);
    if (!isJsonObject(target) || this.nodes.has(target)) return;
    // No keyword leads there, so it is in something like `components`: count it as directly below the root.
    const pointer = `${isJsonObject(base) ? (this.nodes.get(base)?.pointer ?? "") : ""}${path}`;
    this.#waiting.push({ value: target, pointer, depth: 2, home });
  }
}
