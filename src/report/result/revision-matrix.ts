import type { Result, RevisionRow } from "../../model/result.ts";
import { code, text } from "../html/text.ts";

/** Which revisions the server really speaks, and, where each was probed in full, how it fares in them. */
export const renderRevisionMatrix = (result: Result): string => {
  const asked = result.revisions?.asked ?? [];
  const judged = judgedRows(result);
  if (asked.length === 0 && judged.length < 2) return "";
  const names = [
    ...new Set([...asked.map(({ revision }) => revision), ...judged.map(({ revision }) => revision as string)]),
  ]
    .sort()
    .reverse();
  const listed = result.revisions?.listed;
  // The stateless era negotiates nothing: what is listed, or was probed, is spoken.
  const spoken = new Set([...(listed ?? []), ...(result.revisions?.probed ? [result.revisions.probed] : [])]);
  return [
    '<div class="card"><h3>Revisions</h3><div class="scroll" tabindex="0" role="region" aria-label="revisions"><table class="matrix">',
    '<thead><tr><th scope="col">asked</th><th scope="col">answered</th><th scope="col">grade</th><th scope="col" class="num">passed</th><th scope="col" class="num">MUST failed</th><th scope="col" class="num">SHOULD failed</th></tr></thead><tbody>',
    ...names.map((name) => {
      const answer = asked.find(({ revision }) => revision === name);
      const row = judged.find(({ revision }) => revision === name);
      const figures = row
        ? [row.counts.states.pass, row.counts.levels.MUST.failed, row.counts.levels.SHOULD.failed]
            .map((count) => `<td class="num">${count}</td>`)
            .join("")
        : '<td class="num soft">–</td><td class="num soft">–</td><td class="num soft">–</td>';
      return `<tr><th scope="row">${text(name, 40)}</th><td>${answered(name, answer, spoken.has(name))}</td><td>${row ? text(row.grade ?? "?", 4) : '<span class="soft">–</span>'}</td>${figures}</tr>`;
    }),
    "</tbody></table></div>",
    ...(listed && listed.length > 0
      ? [
          `<p class="soft small">The server itself lists ${listed
            .slice(0, 20)
            .map((one) => code(one, 40))
            .join(" ")}</p>`,
        ]
      : []),
    "</div>",
  ].join("\n");
};

/** The revision of the result is judged in any case. */
const judgedRows = ({ matrix, revision, compliance, counts }: Result): readonly RevisionRow[] =>
  matrix ?? [{ revision, grade: compliance.grade, counts }];

const answered = (name: string, answer: { readonly answered: string | null } | undefined, spoken: boolean): string => {
  if (!answer && spoken) return `<span class="chip pass">✓ ${text(name, 40)}</span>`;
  if (!answer) return '<span class="soft">not asked</span>';
  if (answer.answered === null) return '<span class="soft">no agreement</span>';
  return answer.answered === name
    ? `<span class="chip pass">✓ ${text(answer.answered, 40)}</span>`
    : `<span class="chip warning">${text(answer.answered, 40)}</span>`;
};
