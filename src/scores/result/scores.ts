import { defined } from "../../base/defined.ts";
import { scoreCompliance } from "../compliance/grade.ts";
import { scoreConformance } from "../conformance/conformance.ts";
import { scoreDiscoverability } from "../discoverability/discoverability-grade.ts";
import { scoreAccepted } from "./accepted-score.ts";
import { scoreAuthorization } from "./authorization-score.ts";
import { scoreExtensions } from "./extensions-score.ts";
import { scoreInvariants } from "./invariants-score.ts";
import { scoreLock } from "./lock-score.ts";
import type { ClientResult, Result, ServerResult } from "./result.ts";
import type { Lanes } from "./result-lanes.ts";
import { scoreSafety } from "./safety-score.ts";
import { scoreTokens } from "./tokens-score.ts";
import { scoreTools } from "./tools-score.ts";
import { scoreUpgrade } from "./upgrade-score.ts";

/** A result before its scores are made, and before what reports show beside them is added. */
export type Unscored<R extends Result = Result> = R extends Result
  ? Omit<R, "lanes" | "exchanges" | "capture_sha256" | "notes">
  : never;

/** Every score that a result has something about, in the order of reports. */
export const scoresOf = (result: Unscored): Lanes => {
  switch (result.role) {
    case undefined:
      return ofServer(result);
    case "client":
      return ofClient(result);
    case "authorization-server":
      return { authorization: scoreAuthorization(result) };
  }
};

const ofServer = (result: Unscored<ServerResult>): Lanes => {
  const compliance = scoreCompliance(result);
  // A server that never answered has no other score.
  if (result.server.outcome === "unreachable") return { compliance };
  return defined({
    compliance,
    tools: scoreTools(result),
    conformance: scoreConformance(result),
    invariants: scoreInvariants(result),
    discoverability: scoreDiscoverability(result),
    safety: scoreSafety(result),
    accepted: scoreAccepted(result),
    extensions: scoreExtensions(result),
    lock: scoreLock(result),
    tokens: scoreTokens(result),
    upgrade: scoreUpgrade(result),
  });
};

const ofClient = (result: Unscored<ClientResult>): Lanes => {
  const compliance = scoreCompliance(result);
  if (result.server.outcome === "unreachable") return { compliance };
  return defined({ compliance, conformance: scoreConformance(result) });
};
