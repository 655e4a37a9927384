import type { Level } from "../core/rule.ts";
import type { CheckMapping, SepCheck, SepCorpus, SepMapping } from "./conformance.ts";
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

/** A corpus never changes, and session after session is judged by it. */
const KNOWN = new WeakMap<SepCorpus, { readonly mapping: SepMapping; readonly checks: readonly MappedCheck[] }>();

export const mappedChecks = (corpus: SepCorpus, mapping: SepMapping): readonly MappedCheck[] => {
  const known = KNOWN.get(corpus);
  if (known?.mapping === mapping) return known.checks;
  const checks = mapChecks(corpus, mapping);
  KNOWN.set(corpus, { mapping, checks });
  return checks;
};

const mapChecks = ({ seps, core }: SepCorpus, mapping: SepMapping): readonly MappedCheck[] => [
  ...seps.flatMap(({ sep, checks }) =>
    checks.map((row) => {
      const known = mappingOf(mapping, row.check);
      return { ...row, sep, level: known?.level ?? levelOfText(row.text), ...(known ? { mapping: known } : {}) };
    }),
  ),
  ...core.checks.map((row) => ({ ...row, sep: null })),
];
