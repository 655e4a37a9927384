import { compareJson, type Difference } from "../../base/compare.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { type Masks, maskedJson } from "../../base/mask.ts";
import { parseTarget } from "../../judge/rules/parse-target.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { SuiteMask } from "../functional.ts";
import type { Answer } from "../session/answer.ts";

const FORMAT = "mcptest-snapshots/1";

/** The snapshots of a suite by the test they belong to. */
export type Snapshots = ReadonlyMap<string, Json>;

/** Undefined: the text is no such file. */
export const readSnapshots = (text: string): Snapshots | undefined => {
  try {
    const value = JSON.parse(text) as Json;
    const entries = member(value, "snapshots");
    return member(value, "format") === FORMAT && isJsonObject(entries) ? new Map(Object.entries(entries)) : undefined;
  } catch {
    return undefined;
  }
};

/** Sorted by test, so that a new one is a few lines more in a review. */
export const writeSnapshots = (snapshots: Snapshots): string => {
  const entries = [...snapshots].sort(([left], [right]) => (left < right ? -1 : 1));
  return `${JSON.stringify({ format: FORMAT, snapshots: Object.fromEntries(entries) }, null, 2)}\n`;
};

/** An answer as it is kept. Where a secret was replaced, the tag differs from run to run. */
export const snapshotOf = (
  { result, error, trouble }: Answer,
  masks: readonly SuiteMask[],
  maskPatterns: (text: string) => string,
): Json => {
  const value: JsonObject =
    result !== undefined
      ? { result }
      : error !== undefined
        ? { error }
        : { trouble: { kind: trouble?.kind ?? "closed" } };
  const own: Masks = {
    paths: masks.flatMap((mask) => ("target" in mask ? [pathOf(mask.target)] : [])),
    text: (text) => maskPatterns(text.replace(REDACTED, "<secret>")),
  };
  return withoutVersion(maskedJson(value, own));
};

/** From 2026-07-28 on every result carries the version of its server: a release would change every snapshot. */
const withoutVersion = (snapshot: Json): Json => {
  const result = member(snapshot, "result");
  const meta = member(result, "_meta");
  const info = member(meta, META_KEY.serverInfo);
  if (!isJsonObject(snapshot) || !isJsonObject(result) || !isJsonObject(meta) || !isJsonObject(info)) return snapshot;
  if (info["version"] === undefined) return snapshot;
  const masked = { ...meta, [META_KEY.serverInfo]: { ...info, version: "<version>" } };
  return { ...snapshot, result: { ...result, _meta: masked } };
};

const REDACTED = /\[redacted:[0-9a-f]{12}\]/g;

const pathOf = (target: string): readonly string[] => {
  const { fact, path } = parseTarget(target);
  return [fact, ...path];
};

export type SnapshotState =
  | { readonly state: "same" }
  | { readonly state: "new" }
  | { readonly state: "changed"; readonly differences: readonly Difference[] };

export const compareSnapshot = (stored: Json | undefined, taken: Json): SnapshotState => {
  if (stored === undefined) return { state: "new" };
  const differences = compareJson(withoutVersion(stored), taken);
  return differences.length === 0 ? { state: "same" } : { state: "changed", differences };
};
