import { defined } from "../../../base/defined.ts";
import type { ServerResult } from "../../../scores/result/result.ts";
import type { RevisionStanding } from "../../report.ts";

/** Which revisions the server really speaks and, where each was probed in full, how it does in them. */
export const revisionsOf = ({
  revisions,
  matrix,
  older = [],
  revision,
  compliance,
  counts,
}: ServerResult): RevisionStanding[] => {
  const asked = revisions?.asked ?? [];
  // The revision of the result is judged in any case.
  const inFull = matrix ?? (revision === null ? [] : [{ revision, grade: compliance.grade, counts }]);
  const judged = [...inFull, ...older.map((one) => ({ ...one, grade: null, briefly: true as const }))];
  if (asked.length === 0 && judged.length < 2) return [];
  const names = new Set<string>([...asked, ...judged].map((one) => one.revision));
  // The stateless era has no negotiation: what is listed, or was probed, is spoken.
  const spoken = new Set([...(revisions?.listed ?? []), ...(revisions?.probed ? [revisions.probed] : [])]);
  return [...names]
    .sort()
    .reverse()
    .map((name) => {
      const answer = asked.find((one) => one.revision === name);
      const row = judged.find((one) => one.revision === name);
      return {
        revision: name,
        answered: answer ? answer.answered : spoken.has(name) ? name : undefined,
        ...defined({
          judged: row && {
            grade: row.grade,
            passed: row.counts.states.pass,
            mustFailed: row.counts.levels.MUST.failed,
            shouldFailed: row.counts.levels.SHOULD.failed,
            ...("briefly" in row ? { briefly: true as const } : {}),
          },
        }),
      };
    });
};
