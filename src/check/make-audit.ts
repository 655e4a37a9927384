import { digestOf } from "../capture/digest.ts";
import { defined } from "../json/defined.ts";
import { whyBlocked } from "../judge/blocked/why-blocked.ts";
import { auditCapture } from "../judge/criteria/audit-capture.ts";
import type { Capture } from "../model/capture.ts";
import { type Audit, DEFAULT_STANDARD, type StandardVersion } from "../model/discoverability.ts";
import { shownExchanges } from "./shown-exchanges.ts";

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
