import type { JudgingTool } from "../../base/version.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Revision } from "../../protocol/revision.ts";
import type { GateResult } from "../../report/gate-result.ts";
import { type Gate, type GateOutcome, settleGate } from "../../scores/result/gate.ts";
import { makeResult } from "../../scores/result/make-result.ts";
import type { Result } from "../../scores/result/result.ts";
import { findBetween, withBetween } from "../../scores/result/safety.ts";
import type { LaneState } from "../suite-result.ts";

export interface FailOnRequest {
  readonly tool: JudgingTool;
  readonly gates: readonly Gate[];
  readonly revision?: Revision | undefined;
}

export interface SettledFailOn {
  readonly gate: GateResult;
  /** What each server came to; a gate by itself cannot say that too little was seen. */
  readonly states: readonly LaneState[];
}

/** `fail_on` of a suite: every server is held to it as `check` would be. */
export const settleFailOn = async (
  captures: ReadonlyMap<string, Capture>,
  { tool, gates, revision }: FailOnRequest,
): Promise<SettledFailOn> => {
  const results: [string, Result][] = [];
  const between = gates.includes("safety") ? await findBetween(captures) : [];
  for (const [server, capture] of captures) {
    const result = await makeResult(capture, { tool, revision });
    results.push([server, withBetween(result, server, between)]);
  }
  const missed = results.flatMap(([server, result]) =>
    gates.filter((gate) => settleGate(result, gate) === "missed").map((gate) => ({ server, gate, result })),
  );
  const pass = missed.length === 0;
  const names = gates.join(", ");
  return {
    gate: {
      gate: "fail_on",
      pass,
      line: `fail_on: ${pass ? "PASS" : "FAIL"} ${pass ? names : missed.map(({ server, gate }) => `${gate} (${server})`).join(", ")}`,
      values: { gates: [...gates], missed: missed.map(({ server, gate }) => ({ server, gate })) },
      details: missed.map(({ server, gate, result }) => `${server} ${whyMissed(gate, result)}`),
    },
    states: results.map(([, result]) => STATES[settleGate(result, gates)]),
  };
};

const whyMissed = (gate: Gate, { compliance, conformance, counts: { levels }, lanes }: Result): string => {
  switch (gate) {
    case "must":
    case "yours":
    case "should":
      return `fails ${levels.MUST.failed} MUST and ${levels.SHOULD.failed} SHOULD`;
    case "tools":
      return `does not work: ${lanes.tools?.summary ?? "its tools fail"}`;
    case "safety":
      return `is not safe to read: ${lanes.safety?.summary ?? "its surface attacks its reader"}`;
    case "never":
      return "fails";
    default:
      return `has grade ${compliance.grade ?? "none"} and tier ${conformance?.tier ?? "none"}, expected ${gate} or better`;
  }
};

/** That a gate is missed the gate itself says. */
const STATES = {
  met: "pass",
  missed: "pass",
  unreachable: "unreachable",
  inconclusive: "inconclusive",
  error: "error",
} as const satisfies Record<GateOutcome, LaneState>;
