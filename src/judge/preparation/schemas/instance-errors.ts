import type { OutputUnit } from "@cfworker/json-schema";
import { shorten } from "../../../base/shorten.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { InstanceError } from "../../core/schema-findings.ts";

const MAX_ERRORS = 20;
const MAX_MESSAGE = 200;

/** An error at one of these keywords only says that something inside failed; the next entry says what. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...["$ref", "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames"],
  ...["items", "prefixItems", "additionalItems", "unevaluatedItems", "allOf", "if", "dependentSchemas"],
]);

/** What failed, without the chain of schemas it failed through. */
export const instanceErrors = (units: readonly OutputUnit[]): InstanceError[] => {
  const errors: InstanceError[] = [];
  for (const [index, unit] of units.entries()) {
    if (errors.length >= MAX_ERRORS) break;
    const next = units[index + 1];
    // A `false` schema has no keyword of its own; the keyword that contains it says more.
    if (unit.keyword === "false" && WRAPPERS.has(units[index - 1]?.keyword ?? "")) continue;
    const wraps = WRAPPERS.has(unit.keyword) && next !== undefined && isBelow(next, unit);
    if (wraps && next.keyword !== "false") continue;
    const location = wraps ? next.instanceLocation : unit.instanceLocation;
    errors.push({
      pointer: toInstancePointer(location),
      keyword: unit.keyword,
      message: untrusted(shorten(unit.error, MAX_MESSAGE)),
    });
  }
  return errors;
};

const isBelow = (unit: OutputUnit, outer: OutputUnit): boolean =>
  unit.keyword === "false" || unit.keywordLocation.startsWith(outer.keywordLocation);

/** The interpreter writes a pointer as a fragment of an address. */
const toInstancePointer = (location: string): string => {
  const fragment = location.replace(/^#/, "");
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};
