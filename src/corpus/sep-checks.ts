import type { CheckMapping, SepCheck, SepCorpus, SepMapping } from "../model/conformance.ts";
import type { Level } from "../model/rule.ts";
import { levelOfText } from "./sep-level.ts";
import { mappingOf } from "./sep-mapping.ts";

/** A row of a corpus with what mcptest knows about its id. */
export interface MappedCheck extends SepCheck {
  /** null: a core requirement. */
  readonly sep: number | null;
  readonly level: Level | null;
  /** Absent: mcptest does not know the id. */
  readonly mapping?: CheckMapping;
}

export const mappedChecks = ({ seps, core }: SepCorpus, mapping: SepMapping): readonly MappedCheck[] => [
  ...seps.flatMap(({ sep, checks }) =>
    checks.map((row) => {
      const known = mappingOf(mapping, row.check);
      return { ...row, sep, level: known?.level ?? levelOfText(row.text), ...(known ? { mapping: known } : {}) };
    }),
  ),
  ...core.checks.map((row) => ({ ...row, sep: null })),
];
