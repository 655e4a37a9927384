import type { FindingsReport, ReportFinding } from "../../model/findings-report.ts";
import type { CompositionHazard, InvariantsReport } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import { labelEvidence } from "./label-exchanges.ts";

/** The session invariants in the shape that every format understands. */
export const invariantsFindings = (report: InvariantsReport, tool: FindingsReport["tool"]): FindingsReport => {
  const all = report.sessions.flatMap(({ invariants }) => invariants);
  const [passed, failed] = (["pass", "fail"] as const).map((state) => all.filter((one) => one.state === state).length);
  const hazards = report.composition.length;
  const several = report.sessions.length > 1;
  return {
    title: "mcptest invariants",
    tool,
    target: untrusted(report.sessions.map(({ server_label }) => server_label).join(", ")),
    headline: [
      ...(failed === 0 ? [] : [`${failed} broken`]),
      ...(hazards > 0 ? [`${hazards} composition ${hazards === 1 ? "hazard" : "hazards"}`] : []),
      `${passed} held`,
      `${all.length - (passed ?? 0) - (failed ?? 0)} not applicable`,
    ].join(" · "),
    badge: {
      label: "mcp invariants",
      message: report.ok ? "held" : "broken",
      color: report.ok ? "brightgreen" : "red",
    },
    summary: [],
    findings: [
      ...report.sessions.flatMap(({ server_label, invariants }) =>
        invariants.map(
          ({ id, category, title, state, detail, evidence }): ReportFinding => ({
            id,
            title,
            group: several ? `${server_label}: ${category}` : category,
            state,
            severity: "error",
            ...(state === "fail" ? { expected: title, actual: untrusted(detail) } : { reason: detail }),
            evidence: several ? labelEvidence(evidence, server_label) : evidence,
          }),
        ),
      ),
      ...report.composition.map(hazardFinding),
    ],
    exchanges: [],
    notes: report.notes ?? [],
  };
};

const hazardFinding = (hazard: CompositionHazard): ReportFinding => ({
  id: hazard.kind,
  title:
    hazard.kind === "tool-namespace-overlap"
      ? "each tool name belongs to one server"
      : "each request id is used with one server",
  group: "composition",
  state: "fail",
  severity: "error",
  expected:
    hazard.kind === "tool-namespace-overlap"
      ? "a name of its own for each tool"
      : "ids that do not meet on a shared transport",
  actual: untrusted(
    `${hazard.kind === "tool-namespace-overlap" ? hazard.tool : String(hazard.id)} with ${hazard.servers.join(", ")}`,
  ),
  evidence: [],
});
