import { expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { makeAudit } from "../../src/scores/result/discoverability.ts";
import {
  auditOf,
  captureOf,
  criterion,
  error,
  exchange,
  failed,
  INITIALIZED,
  passes,
  result,
  TOOL,
} from "./session.ts";

const initialized = (change: JsonObject): Partial<Exchange> => result({ ...INITIALIZED, ...change });

test("C1 needs version and capabilities in a JSON-RPC 2.0 result", () => {
  expect(passes("C1", {})).toBe(true);
  expect(passes("C1", { initialize: initialized({ protocolVersion: "" }) })).toBe(false);
  expect(passes("C1", { initialize: initialized({ capabilities: [] }) })).toBe(false);
  expect(passes("C1", { initialize: { response: { id: 1, result: INITIALIZED } } })).toBe(false);
  expect(passes("C1", { initialize: error(-32602) })).toBe(false);
});

test("C8 needs a name and a version", () => {
  expect(passes("C8", {})).toBe(true);
  expect(passes("C8", { initialize: initialized({ serverInfo: { name: "weather", version: " " } }) })).toBe(false);
  expect(passes("C8", { initialize: initialized({ serverInfo: "weather" }) })).toBe(false);
});

const stateless = (discover: JsonObject): Capture => {
  const capture = captureOf();
  const [, ...others] = capture.exchanges;
  return {
    ...capture,
    era: { verdict: "stateless", reason: "", shown_by: [] },
    revisions: { probed: "2026-07-28", asked: [] },
    conversations: (capture.conversations ?? []).map((one) => ({
      ...one,
      probes: "2026-07-28",
      revision: "2026-07-28",
    })),
    exchanges: [
      exchange("server/discover", "server/discover", {}, result(discover)),
      // What a stateless server says to initialize.
      exchange("initialize", "initialize", {}, error(-32022)),
      ...others,
    ],
  };
};

const DISCOVERED: JsonObject = {
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  _meta: { "io.modelcontextprotocol/serverInfo": { name: "weather", version: "1.2.3" } },
};

test("in the stateless era discover is the way in, and the audit says so", () => {
  const audit = makeAudit(stateless(DISCOVERED), { tool: TOOL });
  expect(failed(audit)).toEqual([]);
  expect(audit.discoverability.entry).toBe("server/discover");
  expect(criterion(audit, "C1").detail).toContain("stateless era");
});

test("a discover that does not say both is not positively modern", () => {
  const { supportedVersions: _versions, ...rest } = DISCOVERED;
  expect(failed(makeAudit(stateless(rest), { tool: TOOL }))).toContain("C1");
  const both = stateless(rest);
  const answered = {
    ...both,
    exchanges: both.exchanges.map((one) => (one.step === "initialize" ? { ...one, ...result(INITIALIZED) } : one)),
  };
  const audit = makeAudit(answered, { tool: TOOL });
  expect(audit.discoverability.entry).toBe("initialize");
  expect(criterion(audit, "C1").pass).toBe(true);
});

test("a stateful revision that was asked for is entered by initialize, whatever discover says", () => {
  const capture = captureOf();
  const audit = makeAudit(
    {
      ...capture,
      exchanges: [exchange("server/discover", "server/discover", {}, result(DISCOVERED)), ...capture.exchanges],
    },
    { tool: TOOL },
  );
  expect(audit.discoverability.entry).toBe("initialize");
});

test("C6: 2xx and less than 5000 ms", () => {
  const took = (ms: number): Partial<Exchange> => ({
    ...result(INITIALIZED),
    timing: { start_ms: 100, response_ms: 100 + ms, end_ms: 100 + ms },
  });
  expect(passes("C6", { initialize: took(4_999) })).toBe(true);
  expect(passes("C6", { initialize: took(5_000) })).toBe(false);
  const status = { method: "POST", request_headers: [], status: 500, response_headers: [] };
  expect(passes("C6", { initialize: { ...result(INITIALIZED), http: status } })).toBe(false);
});

test("C6 on stdio counts from the start of the process, and an attempt alone replaces one in company", () => {
  const slow = (conversation: string, answered: number): Exchange => {
    const { http: _http, ...one } = exchange("initialize", "initialize", {}, result(INITIALIZED));
    return {
      ...one,
      conversation,
      id: `${conversation}/initialize`,
      timing: { start_ms: answered - 1, response_ms: answered, end_ms: answered },
    };
  };
  const capture = captureOf();
  const conversation = {
    ...(capture.conversations?.[0] ?? { id: "", purpose: "", opened_ms: 0 }),
    transport: "stdio" as const,
  };
  const stdio: Capture = {
    ...capture,
    transport: "stdio",
    conversations: [
      { ...conversation, opened_ms: 100 },
      { ...conversation, id: "entry-alone", opened_ms: 8_000 },
    ],
    exchanges: [slow("stateful", 6_000), ...capture.exchanges.slice(1)],
  };
  const company = criterion(makeAudit(stdio, { tool: TOOL }), "C6");
  expect(company).toMatchObject({ pass: false, volatile: { latency_ms: 5_900 } });
  const queued = (ms: number) => {
    const [first, ...rest] = stdio.conversations ?? [];
    const conversations = first ? [{ ...first, queued_ms: ms }, ...rest] : [];
    return criterion(makeAudit({ ...stdio, conversations }, { tool: TOOL }), "C6");
  };
  // What the machine took is not held against the server, and what the server took is.
  expect(queued(900)).toMatchObject({ pass: false });
  expect(queued(901)).toMatchObject({ pass: true, volatile: { latency_ms: 5_900 } });
  expect(queued(901).detail).toContain("901 ms of which it waited for a processor");
  const alone = { ...stdio, exchanges: [...stdio.exchanges, slow("entry-alone", 9_000)] };
  expect(criterion(makeAudit(alone, { tool: TOOL }), "C6")).toMatchObject({
    pass: true,
    volatile: { latency_ms: 1_000 },
  });
});

test("volatile figures are kept apart from stable ones", () => {
  const { measured, volatile } = criterion(auditOf(), "C6");
  expect(Object.keys(volatile)).toEqual(["latency_ms"]);
  expect(Object.keys(measured)).not.toContain("latency_ms");
});

test("C10 needs an error object with an integer code and a message", () => {
  expect(passes("C10", {})).toBe(true);
  expect(passes("C10", { unknown: error(-32601, "") })).toBe(true);
  expect(passes("C10", { unknown: error("-32601") })).toBe(false);
  expect(passes("C10", { unknown: error(-32601, null) })).toBe(false);
  expect(passes("C10", { unknown: { response: { error: "unknown method" } } })).toBe(false);
  expect(passes("C10", { unknown: result({}) })).toBe(false);
  const hangs = auditOf({ unknown: { trouble: { kind: "timed-out", detail: "no response in time" } } });
  expect(criterion(hangs, "C10")).toMatchObject({ pass: false, unobserved: null });
  expect(criterion(auditOf({ unknown: null }), "C10")).toMatchObject({ pass: false, unobserved: "not-probed" });
});

test("behind a wall nothing passes that an agent without credentials does not get", () => {
  const refused = { http: { method: "POST", request_headers: [], status: 401, response_headers: [] } };
  const capture: Capture = {
    ...captureOf(),
    outcome: "auth-required",
    revisions: { probed: null, asked: [] },
    exchanges: [
      exchange("initialize", "initialize", {}, refused),
      exchange("tools/list-absent", "tools/list", {}, { ...refused, deliberate: true }),
      exchange(
        "unknown-method",
        "mcptest/no-such-method",
        {},
        { ...refused, deliberate: true, ...error(-32001, "unauthorized") },
      ),
    ],
  };
  const audit = makeAudit(capture, { tool: TOOL });
  expect(audit.discoverability).toMatchObject({ auth_required: true, grade: "D", passes: 1, entry: null });
  // The standard asks for a structured error and nothing else, and here is one.
  expect(criterion(audit, "C10").pass).toBe(true);
  expect(criterion(audit, "C1").unobserved).toBe("auth-required");
  for (const id of ["C2", "C3", "C4", "C5", "C9"] as const)
    expect(criterion(audit, id).unobserved, id).toBe("auth-required");
});

test("a server that was never reached passes nothing", () => {
  const trouble = { kind: "refused", detail: "nothing accepted the connection" } as const;
  const capture: Capture = {
    ...captureOf(),
    outcome: "unreachable",
    revisions: { probed: null, asked: [] },
    exchanges: [exchange("initialize", "initialize", {}, { trouble, http: { method: "POST", request_headers: [] } })],
  };
  const audit = makeAudit(capture, { tool: TOOL });
  expect(audit.discoverability).toMatchObject({ passes: 0, grade: null });
  expect(new Set(audit.discoverability.criteria.map(({ unobserved }) => unobserved))).toEqual(new Set(["unreachable"]));
});

test("the founding minimal form is judged too", () => {
  const minimal: Capture = {
    server_label: "weather",
    server_capabilities: { tools: {} },
    exchanges: captureOf().exchanges.map(({ request, response }) => ({
      request: request ?? null,
      response: response ?? null,
    })),
  };
  const audit = makeAudit(minimal, { tool: TOOL });
  // It does not say how long anything took.
  expect(failed(audit)).toEqual(["C6"]);
  expect(criterion(audit, "C6").unobserved).toBe("not-probed");
});
