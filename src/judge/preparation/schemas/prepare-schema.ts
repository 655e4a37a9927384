import { isJsonObject, type Json, type JsonObject } from "../../../base/json.ts";
import type { KeywordKind } from "./check-keyword.ts";
import { refHidesSiblings } from "./dialects.ts";
import type { SchemaNode, WalkedSchema } from "./walk-schema.ts";

/** Counts the steps of an evaluation and ends it at the budget. */
export class StepMeter {
  steps = 0;
  budget = 0;

  charge(cost: number): void {
    this.steps += cost;
    if (this.steps > this.budget) throw new StepLimitError();
  }
}

export class StepLimitError extends Error {
  override readonly name = "StepLimitError";
}

/** A schema as the interpreter gets it: our own copy, so that nothing of the capture is written to. */
export type PreparedNode = Record<string, unknown>;

export interface PreparedSchema {
  readonly root: PreparedNode | boolean;
  /** Every target of a reference, under the only names that `$ref` has in the copy. */
  readonly lookup: Record<string, PreparedNode | boolean>;
  readonly meter: StepMeter;
}

/** Annotations and names. `format` is one of them: no dialect in use obliges a validator to assert it. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment"],
  ...["$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions", "title", "description", "default", "examples"],
  ...["format", "readOnly", "writeOnly", "deprecated", "contentMediaType", "contentEncoding", "contentSchema"],
]);

/** 2019-09 split `dependencies` in two: its meta-schema still accepts it, but validation ignores it. */
const isRetired = (keyword: string, walked: WalkedSchema): boolean =>
  keyword === "dependencies" && !refHidesSiblings(walked.dialect);

/**
 * A copy with only what affects validation: the keywords of the dialect, and references resolved through a table of our
 * own. Names such as `constructor` find nothing here, because no object of the copy inherits from Object.prototype.
 */
export const prepareSchema = (walked: WalkedSchema): PreparedSchema => {
  const meter = new StepMeter();
  const prototype = meteredPrototype(meter);
  const copies = new Map<JsonObject, PreparedNode>();
  for (const raw of walked.nodes.keys()) copies.set(raw, Object.create(prototype) as PreparedNode);
  const copyOf = (value: Json): PreparedNode | boolean =>
    isJsonObject(value) ? (copies.get(value) ?? true) : value !== false;

  const lookup = Object.create(null) as PreparedSchema["lookup"];
  const names = new Map<JsonObject | boolean, string>();
  const nameOf = (target: JsonObject | boolean): string => {
    const name = names.get(target) ?? `#${names.size}`;
    names.set(target, name);
    lookup[name] = copyOf(target);
    return name;
  };
  for (const [raw, copy] of copies) {
    const node = walked.nodes.get(raw);
    if (node !== undefined) fill(copy, node, { walked, copyOf, nameOf, prototype });
  }
  return { root: copyOf(walked.root), lookup, meter };
};

/**
 * The interpreter has no step limit of its own. But it reads this member once for every schema it applies, and whoever
 * prepares the schema defines the member, so each read counts as a step. A test makes sure that this stays true.
 */
const meteredPrototype = (meter: StepMeter): object =>
  Object.defineProperty(Object.create(null) as object, "__absolute_recursive_ref__", {
    get(this: PreparedNode): undefined {
      const cost = this["__cost__"];
      meter.charge(typeof cost === "number" ? cost : 1);
      return undefined;
    },
  });

interface Copying {
  readonly walked: WalkedSchema;
  readonly copyOf: (value: Json) => PreparedNode | boolean;
  readonly nameOf: (target: JsonObject | boolean) => string;
  readonly prototype: object;
}

const fill = (copy: PreparedNode, node: SchemaNode, copying: Copying): void => {
  const { walked, nameOf, prototype } = copying;
  const [first, ...more] = [...node.targets.values()].map(nameOf);
  if (first !== undefined) copy["$ref"] = first;
  let cost = 1;
  if (!(node.targets.has("$ref") && refHidesSiblings(walked.dialect))) {
    for (const [keyword, value] of Object.entries(node.raw)) {
      const kind = walked.table.kinds.get(keyword);
      if (kind === undefined || LEFT_OUT.has(keyword) || isRetired(keyword, walked)) continue;
      copy[keyword] = copyValue(kind, value, copying);
      cost += weigh(keyword, value);
    }
  }
  if (more.length > 0) {
    const others = more.map((name) => Object.assign(Object.create(prototype) as PreparedNode, { $ref: name }));
    copy["allOf"] = [...(Array.isArray(copy["allOf"]) ? copy["allOf"] : []), ...others];
  }
  copy["__cost__"] = cost;
};

const copyValue = (kind: KeywordKind, value: Json, { copyOf }: Copying): unknown => {
  const holdsSchemas = kind.startsWith("schema") || kind === "regex-map" || kind.startsWith("dependencies");
  if (!holdsSchemas) return kind === "strings-map" ? bare(value, (item) => item) : value;
  if (Array.isArray(value)) return value.map(copyOf);
  const isMap = kind === "schema-map" || kind === "regex-map" || kind.startsWith("dependencies");
  return isMap ? bare(value, (item) => (Array.isArray(item) ? item : copyOf(item))) : copyOf(value);
};

/** A map without a prototype, so that `__proto__` is an ordinary key. */
const bare = (value: Json, convert: (item: Json) => unknown): Record<string, unknown> => {
  const map = Object.create(null) as Record<string, unknown>;
  for (const [name, item] of Object.entries(isJsonObject(value) ? value : {})) map[name] = convert(item);
  return map;
};

/** A schema with a long list costs more than one step: the interpreter compares, and quotes `enum` in its messages. */
const weigh = (keyword: string, value: Json): number => {
  if (keyword === "enum" || keyword === "const") return Math.floor(JSON.stringify(value).length / 256);
  if (Array.isArray(value)) return Math.floor(value.length / 16);
  return isJsonObject(value) ? Math.floor(Object.keys(value).length / 16) : 0;
};
