import type { RevisionStanding } from "../../report.ts";
import { code, text } from "./text.ts";

/** Which revisions the server speaks, and how it does in those that were judged. */
export const renderRevisions = (revisions: readonly RevisionStanding[], listed: readonly string[]): string =>
  revisions.length === 0
    ? ""
    : [
        '<div class="card"><h3>Revisions</h3><div class="scroll" tabindex="0" role="region" aria-label="revisions"><table class="matrix">',
        '<thead><tr><th scope="col">asked</th><th scope="col">answered</th><th scope="col">grade</th><th scope="col" class="num">passed</th><th scope="col" class="num">MUST failed</th><th scope="col" class="num">SHOULD failed</th></tr></thead><tbody>',
        ...revisions.map(renderRow),
        "</tbody></table></div>",
        ...(listed.length > 0
          ? [
              `<p class="soft small">The server itself lists ${listed
                .slice(0, 20)
                .map((one) => code(one, 40))
                .join(" ")}</p>`,
            ]
          : []),
        "</div>",
      ].join("\n");

const renderRow = ({ revision, answered, judged }: RevisionStanding): string => {
  const figures = judged
    ? [judged.passed, judged.mustFailed, judged.shouldFailed].map((count) => `<td class="num">${count}</td>`).join("")
    : '<td class="num soft">–</td>'.repeat(3);
  const grade = judged?.briefly
    ? '<span class="soft">asked briefly</span>'
    : judged
      ? text(judged.grade ?? "?", 4)
      : '<span class="soft">–</span>';
  return `<tr><th scope="row">${text(revision, 40)}</th><td>${renderAnswer(revision, answered)}</td><td>${grade}</td>${figures}</tr>`;
};

const renderAnswer = (revision: string, answered: RevisionStanding["answered"]): string => {
  if (answered === undefined) return '<span class="soft">not asked</span>';
  if (answered === null) return '<span class="soft">no agreement</span>';
  return answered === revision
    ? `<span class="chip pass">✓ ${text(answered, 40)}</span>`
    : `<span class="chip warn">${text(answered, 40)}</span>`;
};
