import type { OlderRevision, ServerResult } from "../../../scores/result/result.ts";
import { verdictWords } from "../../findings/verdicts.ts";
import type { ReportFinding } from "../../findings-report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";
import { causeLines } from "./pretty-cause.ts";

const UNGRADED = "The server negotiates it, so this is promised too; it counts in no grade.";

/** Failures in older revisions, for the formats that list findings. The same rule may hold in the revision judged by. */
export const olderFindings = ({ older = [] }: ServerResult): readonly ReportFinding[] =>
  older.flatMap(({ revision, failures }) =>
    failures.map((verdict) => ({
      id: `${verdict.id}/${revision}`,
      title: verdict.title,
      group: revision,
      revision,
      state: verdict.state,
      // An error would turn a build red that the exit code leaves green.
      severity: verdict.level === "MUST" ? ("warning" as const) : ("note" as const),
      level: verdict.level,
      evidence: verdict.evidence,
      fix: verdict.fix,
      link: verdict.spec,
      ...verdictWords(verdict),
      reason: `fails in ${revision}, where it is a ${verdict.level}. ${UNGRADED}`,
    })),
  );

/** The same at a terminal, revision by revision. */
export const olderBlocks = (result: ServerResult, terminal: Terminal): string[][] =>
  (result.older ?? []).map((one) =>
    one.failures.length === 0
      ? []
      : [
          terminal.bold(`In ${show(one.revision, 40)}, which it also speaks`),
          ...terminal.paragraph(UNGRADED).map(terminal.dim),
          ...one.failures.flatMap((verdict) =>
            causeLines(result, { verdict, follows: [] }, terminal, { brief: !terminal.verbose }),
          ),
          ...alsoLines(one, result, terminal),
        ],
  );

const alsoLines = ({ also }: OlderRevision, { revision }: ServerResult, { row }: Terminal): string[] =>
  also.length === 0 ? [] : row("as in", `${revision ?? "the other"}: ${also.map((id) => show(id, 40)).join(", ")}`);
