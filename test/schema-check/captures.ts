// Small captures around schemas: a listing, a call, what came back.

import type { Json, JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type { SchemaEvaluation, SchemaFinding, SchemaFindings } from "../../src/judge/core/schema-findings.ts";
import type { SchemaLimits } from "../../src/judge/core/schema-limits.ts";
import { checkSchemas } from "../../src/judge/preparation/schemas/check-schemas.ts";

export const listing = (tools: Json[], more: Partial<Exchange> = {}): Exchange => ({
  request: { jsonrpc: "2.0", id: 1, method: "tools/list" },
  response: { jsonrpc: "2.0", id: 1, result: { tools } },
  ...more,
});

export const call = (
  name: string,
  args: Json | undefined,
  result: JsonObject,
  more: Partial<Exchange> = {},
): Exchange => ({
  request: {
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name, ...(args === undefined ? {} : { arguments: args }) },
  },
  response: { jsonrpc: "2.0", id: 2, result: { content: [], ...result } },
  ...more,
});

export const captureOf = (exchanges: Exchange[], probed: string | null = "2025-11-25"): Capture => ({
  server_label: "x",
  server_capabilities: {},
  revisions: { probed, asked: [] },
  exchanges,
});

/** The finding about one schema, published as a tool's inputSchema. */
export const readOne = async (
  schema: Json,
  revision: string | null = "2025-11-25",
  limits: Partial<SchemaLimits> = {},
): Promise<SchemaFinding> => {
  const findings = await checkSchemas(captureOf([listing([{ name: "t", inputSchema: schema }])], revision), { limits });
  return findings.schemas[findings.places[0]!.schema]!;
};

/** A tool whose outputSchema is `schema` gave back `value`. */
export const outputCapture = (schema: Json, value: Json, probed: string | null = "2025-11-25"): Capture =>
  captureOf([listing([{ name: "t", outputSchema: schema }]), call("t", {}, { structuredContent: value })], probed);

export const evaluateOne = async (
  schema: Json,
  value: Json,
  limits: Partial<SchemaLimits> = {},
  revision: string | null = "2025-11-25",
): Promise<SchemaEvaluation> => onlyEvaluation(await checkSchemas(outputCapture(schema, value, revision), { limits }));

export const onlyEvaluation = ({ evaluations }: SchemaFindings): SchemaEvaluation => {
  const all = Object.values(evaluations);
  if (all.length !== 1) throw new Error(`${all.length} evaluations`);
  return all[0]!;
};
