import { counted } from "../../../base/counted.ts";
import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { InvariantState, InvariantsReport } from "../../../judge/invariants.ts";
import { labelEvidence } from "../../findings/label-exchanges.ts";
import type { FindingsReport, ReportFinding } from "../../findings-report.ts";
import { groupHazards, HAZARDS } from "./hazards.ts";

/** How many invariants have a state, over all sessions. */
export const countInvariants = ({ sessions }: InvariantsReport, state: InvariantState): number =>
  sessions.flatMap(({ invariants }) => invariants).filter((one) => one.state === state).length;

/** Nothing failed, but a session holds no message of its server. */
export const isUnanswered = ({ sessions, composition }: Pick<InvariantsReport, "sessions" | "composition">): boolean =>
  composition.length === 0 &&
  sessions.some(({ unanswered }) => unanswered !== undefined) &&
  sessions.every(({ invariants }) => invariants.every(({ state }) => state !== "fail"));

/** `files`: the file each session was read from. */
export const invariantsReport = (
  report: InvariantsReport,
  tool: FindingsReport["tool"],
  files: readonly string[] = [],
): FindingsReport => {
  const { sessions, composition, ok, notes = [] } = report;
  const failed = countInvariants(report, "fail");
  const several = sessions.length > 1;
  return {
    title: "mcptest invariants",
    tool,
    target: untrusted(sessions.map(({ server_label }) => server_label).join(", ")),
    headline: [
      ...(failed === 0 ? [] : [`${failed} broken`]),
      ...(composition.length > 0 ? [counted(composition.length, "composition hazard")] : []),
      `${countInvariants(report, "pass")} held`,
      `${countInvariants(report, "not-applicable")} not applicable`,
    ].join(" · "),
    badge: isUnanswered(report)
      ? { label: "mcp invariants", message: "no answer", color: "lightgrey" }
      : { label: "mcp invariants", message: ok ? "held" : "broken", color: ok ? "brightgreen" : "red" },
    summary: [],
    findings: [
      ...sessions.flatMap(({ server_label, invariants }, index) =>
        invariants.map(
          ({ id, category, title, state, detail, evidence }): ReportFinding => ({
            id,
            title,
            group: several ? `${server_label}: ${category}` : category,
            state,
            severity: "error",
            ...(state === "fail" ? { expected: title, actual: untrusted(detail) } : { reason: detail }),
            evidence: several ? labelEvidence(evidence, server_label) : evidence,
            ...defined({ artifact: files[index] }),
          }),
        ),
      ),
      ...groupHazards(composition).map(
        ({ kind, servers, words }): ReportFinding => ({
          id: kind,
          title: HAZARDS[kind].title,
          group: "composition",
          state: "fail",
          severity: "error",
          expected: HAZARDS[kind].expected,
          actual: untrusted(`${words} (${servers.join(", ")})`),
          evidence: [],
          fix: HAZARDS[kind].fix,
          ...defined({ artifact: files[0] }),
        }),
      ),
    ],
    exchanges: [],
    notes,
    ...(sessions.some(({ unanswered }) => unanswered !== undefined)
      ? { unseen: "A session holds no message of its server, so nothing was judged in it." }
      : {}),
  };
};
