import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../../../src/judge/core/verdict.ts";
import { AREAS } from "../../areas/tables.ts";

/** How one near-miss came off in one context. */
export interface Outcome {
  /** MUST and SHOULD rules that fail: false alarms. */
  readonly accused: readonly string[];
  /** Advisory rules and permissions that fail; they count in no grade. */
  readonly warned: readonly string[];
  /** The rules it is closest to, and what they say. */
  readonly closest: Readonly<Record<string, Verdict["state"]>>;
}

/** Near-miss and context → how it came off. */
export type NearMissMatrix = Record<string, Record<string, Outcome>>;

export const nearMissFile = (area: string): string =>
  fileURLToPath(new URL(`../../golden/near-miss-matrix/${area}.json`, import.meta.url));

const READ = new Map<string, NearMissMatrix>();

export const readNearMisses = (area: string): NearMissMatrix => {
  const file = nearMissFile(area);
  const found = READ.get(area) ?? (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as NearMissMatrix) : {});
  READ.set(area, found);
  return found;
};

/** Of all areas; a near-miss that is in several has the rules of each. */
export const readWholeMatrix = (): NearMissMatrix => {
  const whole: NearMissMatrix = {};
  for (const [id, contexts] of AREAS.flatMap((area) => Object.entries(readNearMisses(area))))
    for (const [context, outcome] of Object.entries(contexts)) {
      const before = whole[id]?.[context]?.closest;
      whole[id] = { ...whole[id], [context]: { ...outcome, closest: { ...before, ...outcome.closest } } };
    }
  return whole;
};
