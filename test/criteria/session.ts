// A capture as an audit of a small stateful server over HTTP leaves it; tests change one thing at a time.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type {
  Audit,
  CriterionId,
  CriterionVerdict,
  StandardVersion,
} from "../../src/scores/discoverability/discoverability.ts";
import { makeAudit } from "../../src/scores/result/discoverability.ts";

export const TOOL = { name: "mcptest", version: "0.0.0" };

export const READ_ONLY: JsonObject = {
  name: "forecast",
  description: "The weather of a city for the next five days.",
  inputSchema: { type: "object", properties: {} },
  annotations: { readOnlyHint: true },
};

export const SUNNY: JsonObject = {
  content: [{ type: "text", text: "Oslo: sun on Monday, rain on Tuesday, snow from Wednesday on." }],
};

export interface Session {
  readonly tools?: readonly Json[];
  /** The results of tools/list, when one page is not enough. */
  readonly pages?: readonly JsonObject[];
  readonly initialize?: Partial<Exchange>;
  readonly calls?: readonly (Partial<Exchange> & { readonly name?: string; readonly arguments?: JsonObject })[];
  readonly unknown?: Partial<Exchange> | null;
  readonly capture?: Partial<Capture>;
}

export const exchange = (id: string, method: string, params: JsonObject, more: Partial<Exchange>): Exchange => ({
  id: `stateful/${id}`,
  conversation: "stateful",
  step: id,
  request: { jsonrpc: "2.0", id, method, params },
  http: { method: "POST", request_headers: [], status: 200, response_headers: [] },
  timing: { start_ms: 10, response_ms: 60, end_ms: 61 },
  ...more,
});

export const result = (value: JsonObject): Partial<Exchange> => ({
  response: { jsonrpc: "2.0", id: 1, result: value },
});

export const error = (code: Json, message: Json = "no", data?: Json): Partial<Exchange> => ({
  response: { jsonrpc: "2.0", id: 1, error: { code, message, ...(data === undefined ? {} : { data }) } },
});

export const INITIALIZED: JsonObject = {
  protocolVersion: "2025-11-25",
  capabilities: { tools: {} },
  serverInfo: { name: "weather", version: "1.2.3" },
};

export const captureOf = (session: Session = {}): Capture => {
  const pages = session.pages ?? [{ tools: [...(session.tools ?? [READ_ONLY])] }];
  const calls: NonNullable<Session["calls"]> = session.calls ?? [result(SUNNY)];
  return {
    format: "mcptest-capture/1",
    server_label: "http://127.0.0.1:1/mcp",
    server_capabilities: { tools: {} },
    target: { kind: "http", url: "http://127.0.0.1:1/mcp", header_names: [] },
    transport: "streamable-http",
    started_at: "2026-01-01T00:00:00.000Z",
    revisions: { probed: "2025-11-25", asked: [] },
    conversations: [
      {
        id: "stateful",
        purpose: "audit",
        transport: "streamable-http",
        probes: "2025-11-25",
        revision: "2025-11-25",
        opened_ms: 5,
      },
    ],
    exchanges: [
      exchange(
        "initialize",
        "initialize",
        { protocolVersion: "2025-11-25" },
        session.initialize ?? result(INITIALIZED),
      ),
      ...pages.map((page, index) =>
        exchange(
          index === 0 ? "tools/list" : `tools/list-page-${index + 1}`,
          "tools/list",
          index === 0 ? {} : { cursor: pages[index - 1]?.["nextCursor"] ?? "" },
          result(page),
        ),
      ),
      ...(session.unknown === null
        ? []
        : [
            exchange(
              "unknown-method",
              "mcptest/no-such-method",
              {},
              {
                deliberate: true,
                ...(session.unknown ?? error(-32601, "Method not found")),
              },
            ),
          ]),
      ...calls.map(({ name = "forecast", arguments: args = {}, ...more }, index) =>
        exchange(`deliver-${index + 1}`, "tools/call", { name, arguments: args }, more),
      ),
    ],
    outcome: "complete",
    ...session.capture,
  };
};

export const auditOf = (session: Session = {}, standard?: StandardVersion): Audit =>
  makeAudit(captureOf(session), { tool: TOOL, standard });

export const criterion = (audit: Audit, id: CriterionId): CriterionVerdict => {
  const found = audit.discoverability.criteria.find((one) => one.id === id);
  if (!found) throw new Error(`the audit has no ${id}`);
  return found;
};

export const passes = (id: CriterionId, session: Session, standard?: StandardVersion): boolean =>
  criterion(auditOf(session, standard), id).pass;

/** Everything that failed, for tests that want one thing to fail and nothing else. */
export const failed = (audit: Audit): readonly CriterionId[] =>
  audit.discoverability.criteria.filter(({ pass }) => !pass).map(({ id }) => id);
