import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { shorten } from "../../base/shorten.ts";
import { Budget } from "./budget.ts";
import { PatternCache } from "./pattern/pattern-cache.ts";
import { References } from "./references.ts";

export const MAX_DEPTH = 16;
export const MAX_STRING = 1_000;
export const MAX_ITEMS = 1_000;
const MAX_NODES = 5_000;
/** Steps of checking values and running patterns; all of them take a few tenths of a second at worst. */
const MAX_STEPS = 200_000;

/** Which members beyond the required ones are made: none, those that are mirrored in a header, or all. */
export type Optional = "none" | "header" | "all";

export type GeneratedValue = { readonly ok: true; readonly value: Json } | Failure;
export interface Failure {
  readonly ok: false;
  readonly reason: string;
}

/** What all steps of one generation share. */
export interface Generation {
  readonly optional: Optional;
  readonly headerProperties: ReadonlySet<JsonObject>;
  readonly references: References;
  readonly patterns: PatternCache;
  /** Schema nodes visited. */
  readonly nodes: Budget;
  readonly steps: Budget;
  /** Makes a value for a part of the value; here, because arrays and objects need it and it needs them. */
  readonly make: (schemas: readonly Json[], place: ValuePlace) => GeneratedValue;
}

/** Where in the value we are. */
export interface ValuePlace {
  readonly path: readonly (string | number)[];
  /** The property's name: the best hint at what a string should look like. */
  readonly name: string;
  /** Zero for the plain value; others ask for a value that differs, for uniqueItems. */
  readonly variant: number;
  /** The schemas being made around this one; meeting the same again would go on forever. */
  readonly around: readonly (readonly JsonObject[])[];
}

export const startGeneration = (root: Json, optional: Optional, make: MakeWith): Generation => {
  const steps = new Budget(MAX_STEPS);
  const generation: Generation = {
    optional,
    headerProperties: optional === "header" ? findHeaderProperties(root) : new Set(),
    references: new References(root),
    patterns: new PatternCache(steps),
    nodes: new Budget(MAX_NODES),
    steps,
    make: (schemas, place) => make(generation, schemas, place),
  };
  return generation;
};

type MakeWith = (generation: Generation, schemas: readonly Json[], place: ValuePlace) => GeneratedValue;

export const topPlace = (name = ""): ValuePlace => ({ path: [], name, variant: 0, around: [] });

export const isSpent = (generation: Generation): boolean => generation.nodes.spent || generation.steps.spent;

export const SPENT = "the schema is too large or too entangled to make a value for";

/** Runs an attempt with most of what is left of both budgets: enough for deep nests, and something for the next. */
export const attempt = <T>(generation: Generation, work: () => T): T =>
  generation.nodes.share(0.75, () => generation.steps.share(0.75, work));

export const noValueAt = (place: ValuePlace, reason: string): Failure => {
  const where = place.path.length === 0 ? "" : ` (at ${shorten(toPointer(place.path), 100)})`;
  return { ok: false, reason: `${reason}${where}` };
};

/** Server text inside a reason: quoted and short. */
export const quoteServerText = (text: string): string => JSON.stringify(shorten(text, 60));

const MAX_HEADER_DEPTH = 16;
const MAX_HEADER_NODES = 5_000;

/** The property schemas that carry `x-mcp-header` or lead to one; like the headers themselves, along `properties` alone. */
export const findHeaderProperties = (root: Json): ReadonlySet<JsonObject> => {
  const found = new Set<JsonObject>();
  let left = MAX_HEADER_NODES;
  const visit = (schema: Json | undefined, depth: number): boolean => {
    left -= 1;
    if (!isJsonObject(schema) || depth > MAX_HEADER_DEPTH || left < 0) return false;
    let leads = depth > 0 && typeof member(schema, "x-mcp-header") === "string";
    const properties = member(schema, "properties");
    if (isJsonObject(properties)) {
      for (const name of Object.keys(properties)) {
        if (left < 0) break;
        if (visit(properties[name], depth + 1)) leads = true;
      }
    }
    if (leads) found.add(schema);
    return leads;
  };
  visit(root, 0);
  return found;
};
