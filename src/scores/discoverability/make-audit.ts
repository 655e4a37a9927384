import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import { digestOf } from "../../capture/digest.ts";
import { whyBlocked } from "../../judge/blocked/why-blocked.ts";
import { shownExchanges } from "../result/shown-exchanges.ts";
import { auditCapture } from "./audit-capture.ts";
import { type Audit, DEFAULT_STANDARD, type StandardVersion } from "./discoverability.ts";

export interface AuditRequest {
  readonly tool: Audit["tool"];
  readonly standard?: StandardVersion | undefined;
}

/** Everything `mcptest audit` has to say about a capture. */
export const makeAudit = (capture: Capture, { tool, standard = DEFAULT_STANDARD }: AuditRequest): Audit => {
  const audit = auditCapture(capture, standard, tool, digestOf);
  const blocked = whyBlocked(capture, audit.server.outcome);
  return {
    ...audit,
    server: { ...audit.server, ...defined({ blocked }) },
    exchanges: shownExchanges(
      capture,
      // Nobody reads the messages of what passed; what failed must be shown.
      audit.discoverability.criteria.filter(({ pass }) => !pass).map(({ evidence }) => ({ evidence: evidence.values })),
    ),
  };
};
