import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../../../src/judge/core/verdict.ts";

/** How one innocent came off in one context. */
export interface Outcome {
  /** MUST and SHOULD rules that fail: false alarms. */
  readonly accused: readonly string[];
  /** Advisory rules and permissions that fail; they count in no grade. */
  readonly warned: readonly string[];
  /** The rules it is closest to, and what they say. */
  readonly closest: Readonly<Record<string, Verdict["state"]>>;
}

/** Innocent and context → how it came off. */
export type InnocenceMatrix = Record<string, Record<string, Outcome>>;

export const innocenceFile = (table: string): string =>
  fileURLToPath(new URL(`../../golden/innocence-matrix/${table}.json`, import.meta.url));

const READ = new Map<string, InnocenceMatrix>();

export const readInnocence = (table: string): InnocenceMatrix => {
  const file = innocenceFile(table);
  const found =
    READ.get(table) ?? (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as InnocenceMatrix) : {});
  READ.set(table, found);
  return found;
};
