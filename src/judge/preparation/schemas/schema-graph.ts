import { isJsonObject, type Json, type JsonObject, member } from "../../../base/json.ts";
import { refHidesSiblings } from "./dialects.ts";
import type { SchemaNode, WalkedSchema } from "./walk-schema.ts";

export interface InPlaceGraph {
  /** The most schemas that are applied to one and the same value inside each other; the whole schema counts as 1. */
  readonly longest: number;
  /** Where a schema comes back to itself without going into the value: no evaluation would end. */
  readonly endless: string | null;
}

const ONE = ["not", "if", "then", "else"];
const LIST = ["allOf", "anyOf", "oneOf"];
const MAP = ["dependentSchemas", "dependencies"];

/** Schemas that are applied to the same value as this one. */
const inPlace = (node: SchemaNode, walked: WalkedSchema): SchemaNode[] => {
  const known = (keyword: string): Json | undefined =>
    walked.table.kinds.has(keyword) ? member(node.raw, keyword) : undefined;
  const found: (Json | undefined)[] = [...node.targets.values()];
  if (node.targets.has("$ref") && refHidesSiblings(walked.dialect)) return nodesOf(found, walked);
  return nodesOf(
    found.concat(
      ONE.map(known),
      LIST.flatMap((keyword) => arrayOf(known(keyword))),
      MAP.flatMap((keyword) => valuesOf(known(keyword))),
    ),
    walked,
  );
};

const nodesOf = (values: readonly (Json | undefined)[], { nodes }: WalkedSchema): SchemaNode[] =>
  values.flatMap((value) => (isJsonObject(value) ? (nodes.get(value) ?? []) : []));

const arrayOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const valuesOf = (value: Json | undefined): Json[] => (isJsonObject(value) ? Object.values(value) : []);

interface Visit {
  readonly node: SchemaNode;
  readonly next: SchemaNode[];
  at: number;
  longest: number;
}

/** A depth-first search with a stack of its own: the schema decides how deep it goes. */
export const readGraph = (walked: WalkedSchema): InPlaceGraph => {
  const done = new Map<JsonObject, number>();
  const open = new Set<JsonObject>();
  let longest = 1;
  for (const start of walked.nodes.values()) {
    if (done.has(start.raw)) continue;
    const path: Visit[] = [visit(start, walked, open)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = top.next[top.at];
      if (next === undefined) {
        path.pop();
        open.delete(top.node.raw);
        done.set(top.node.raw, top.longest);
        longest = Math.max(longest, top.longest);
        const parent = path.at(-1);
        if (parent !== undefined) parent.longest = Math.max(parent.longest, top.longest + 1);
      } else {
        top.at += 1;
        const known = done.get(next.raw);
        if (open.has(next.raw)) return { longest, endless: next.pointer };
        if (known === undefined) path.push(visit(next, walked, open));
        else top.longest = Math.max(top.longest, known + 1);
      }
    }
  }
  return { longest, endless: null };
};

const visit = (node: SchemaNode, walked: WalkedSchema, open: Set<JsonObject>): Visit => {
  open.add(node.raw);
  return { node, next: inPlace(node, walked), at: 0, longest: 1 };
};
