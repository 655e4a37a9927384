import type { Json } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import type { ChangeClass, SurfaceChange } from "./lock.ts";
import { compareSchemas } from "./schema/compare-schemas.ts";
import type { SchemaEffect } from "./schema/difference.ts";

export type Direction = "input" | "output";

/** A caller breaks where less is accepted, a reader where more may come back. */
const CLASSES = {
  input: {
    narrowed: "breaking",
    widened: "compatible",
    undecided: "breaking",
    added: "compatible",
    removed: "breaking",
    reworded: "meaning",
    cosmetic: "cosmetic",
  },
  output: {
    narrowed: "compatible",
    widened: "breaking",
    undecided: "breaking",
    added: "compatible",
    removed: "breaking",
    reworded: "meaning",
    cosmetic: "cosmetic",
  },
} as const satisfies Record<Direction, Record<SchemaEffect, ChangeClass>>;

type SchemaChange = Pick<SurfaceChange, "class" | "pointer" | "member" | "what" | "before" | "after" | "undecided">;

/** What a changed schema does to whoever calls the tool, or reads what it returns. */
export const schemaChanges = (
  before: Json | undefined,
  after: Json | undefined,
  direction: Direction,
): readonly SchemaChange[] =>
  compareSchemas(before, after).map((difference) => ({
    class: CLASSES[direction][difference.effect],
    pointer: toPointer(difference.path),
    ...(difference.member === "" ? {} : { member: difference.member }),
    what: difference.what,
    ...(difference.before === undefined ? {} : { before: difference.before }),
    ...(difference.after === undefined ? {} : { after: difference.after }),
    ...(difference.effect === "undecided" ? { undecided: true as const } : {}),
  }));
