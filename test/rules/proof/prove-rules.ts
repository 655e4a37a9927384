import type { Area } from "../../areas/tables.ts";
import { proveMutants } from "./prove-mutants.ts";
import { proveNearMisses } from "./prove-near-misses.ts";

/** The rules of an area fail on its mutants, and on none of its near-misses. */
export const proveRules = (area: Area): void => {
  proveMutants(area);
  proveNearMisses(area);
};
