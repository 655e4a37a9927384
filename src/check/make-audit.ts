import { digestOf } from "../capture/digest.ts";
import type { Capture } from "../model/capture.ts";
import type { Audit, StandardVersion } from "../model/discoverability.ts";
import type { Json } from "../model/json.ts";
import { judgeDiscoverability } from "./judge-discoverability.ts";
import { shownExchanges } from "./shown-exchanges.ts";

export interface AuditRequest {
  readonly tool: Audit["tool"];
  readonly standard?: StandardVersion | undefined;
}

/** Everything `mcptest audit` has to say about a capture. */
export const makeAudit = (capture: Capture, { tool, standard }: AuditRequest): Audit => {
  const discoverability = judgeDiscoverability(capture, standard);
  const { reader_notes: notes, closed: _closed, ...said } = capture;
  return {
    format: "mcptest-audit/1",
    tool,
    target: capture.server_label,
    server: {
      info: capture.server_info ?? null,
      transport: capture.transport ?? null,
      outcome: capture.outcome ?? null,
    },
    observed_at: capture.started_at ?? null,
    discoverability,
    exchanges: shownExchanges(
      capture,
      // Nobody reads the messages of what passed; what failed must be shown.
      discoverability.criteria.filter(({ pass }) => !pass).map(({ evidence }) => ({ evidence: evidence.values })),
    ),
    capture_sha256: digestOf(said as unknown as Json),
    notes: notes ?? [],
  };
};
