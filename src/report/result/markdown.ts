import type { Result } from "../../model/result.ts";
import { renderFindingsMarkdown } from "../findings/markdown.ts";
import { answerOf } from "./answer.ts";
import { splitCauses } from "./known.ts";
import { resultToFindings } from "./to-findings.ts";

/** For a comment on a pull request: what follows from a cause is named beside it, not told again. */
export const renderResultMarkdown = (result: Result): string => {
  const causes = splitCauses(result);
  const report = resultToFindings(result);
  const follows = new Map(causes.fresh.map(({ verdict, follows: own }) => [verdict.id, own.map(({ id }) => id)]));
  return renderFindingsMarkdown(report, { lead: answerOf(result, causes), follows });
};
