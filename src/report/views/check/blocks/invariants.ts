import { type Json, member, stringMember } from "../../../../base/json.ts";
import type { Result } from "../../../../scores/result/result.ts";
import type { Block, BlockTable, Tone } from "../../../report.ts";

const WORDS = "Properties of the session as a whole. They count in no grade.";

/** INV-001 to INV-007: what failed, and the others folded. */
export const invariantsBlock = (result: Result): Block | undefined => {
  const block = member(result, "invariants");
  if (!Array.isArray(block) || block.length === 0) return undefined;
  const failed = block.filter((row) => stringMember(row, "state") === "fail");
  const others = block.filter((row) => !failed.includes(row));
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

const tableOf = (rows: readonly Json[]): Pick<BlockTable, "columns" | "rows"> => ({
  columns: ["", "id", "invariant", "what was found"],
  rows: rows.map((row) => {
    const state = stringMember(row, "state") ?? "";
    const [text, tone]: readonly [string, Tone] = STATES[state] ?? [state, "none"];
    return [
      { text, tone, as: "chip" },
      { text: stringMember(row, "id") ?? "", as: "code" },
      { text: stringMember(row, "title") ?? "" },
      { text: stringMember(row, "detail") ?? "" },
    ];
  }),
});

const STATES: Readonly<Record<string, readonly [words: string, tone: Tone]>> = {
  pass: ["held", "pass"],
  fail: ["broken", "fail"],
  "not-applicable": ["n/a", "none"],
};
