import type { InvariantState, InvariantVerdict } from "../../../../judge/invariants.ts";
import type { ServerResult } from "../../../../scores/result/result.ts";
import type { Block, BlockTable, Tone } from "../../../report.ts";

const WORDS = "Properties of the session as a whole. They count in no grade.";

/** INV-001 to INV-007: what failed, and the others folded. */
export const invariantsBlock = ({ invariants }: ServerResult): Block | undefined => {
  if (invariants.length === 0) return undefined;
  const failed = invariants.filter(({ state }) => state === "fail");
  const others = invariants.filter(({ state }) => state !== "fail");
  return {
    id: "invariants",
    title: "Invariants",
    words: WORDS,
    tables: [
      { ...tableOf(failed), caption: "invariants that are broken", empty: "None is broken." },
      { ...tableOf(others), caption: "invariants that are not broken", folded: true },
    ],
  };
};

const tableOf = (rows: readonly InvariantVerdict[]): Pick<BlockTable, "columns" | "rows"> => ({
  columns: ["", "id", "invariant", "what was found"],
  rows: rows.map(({ id, title, state, detail }) => {
    const [text, tone] = STATES[state];
    return [{ text, tone, as: "chip" }, { text: id, as: "code" }, { text: title }, { text: detail }];
  }),
});

const STATES = {
  pass: ["held", "pass"],
  fail: ["broken", "fail"],
  "not-applicable": ["n/a", "none"],
} as const satisfies Record<InvariantState, readonly [words: string, tone: Tone]>;
