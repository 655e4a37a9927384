import { describe, expect, test } from "vitest";
import { POST_HEADERS } from "../../src/probe/dialect/dialect.ts";
import { sessionHeaders, statefulDialect } from "../../src/probe/dialect/stateful.ts";

describe("the headers of a stateful session", () => {
  test("before initialize are those of any POST", () => {
    const dialect = statefulDialect("2025-11-25", () => ({ sessionId: undefined, negotiated: undefined }));
    expect(dialect.headers({ jsonrpc: "2.0", id: 1, method: "initialize" }, {})).toEqual([
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["Accept-Encoding", "identity"],
    ]);
  });

  test.each([
    ["2024-11-05", false],
    ["2025-03-26", false],
    ["2025-06-18", true],
    ["2025-11-25", true],
    ["2026-07-28", true],
    ["2025-06-18-rc", false],
    ["banana", false],
  ])("name the version %s: %s", (negotiated, named) => {
    expect(sessionHeaders({ sessionId: undefined, negotiated })).toEqual(
      named ? [["MCP-Protocol-Version", negotiated]] : [],
    );
  });

  test.each([
    ["a line break", "2025-11-25-\r\nEvil: 1"],
    ["a control character", "2025-11-25-\x07"],
    ["a character no header can hold", "2025-11-25-世界"],
    ["a space", "2025-11-25- x"],
    ["no end", `2025-11-25-${"x".repeat(10_000)}`],
  ])("leave out a version with %s, which would cost every later request", (_what, negotiated) => {
    expect(sessionHeaders({ sessionId: undefined, negotiated })).toEqual([]);
  });

  test("carry the session id in every revision that has sessions", () => {
    for (const negotiated of ["2025-03-26", "2025-06-18", "2025-11-25"]) {
      expect(sessionHeaders({ sessionId: "s-1", negotiated })[0]).toEqual(["Mcp-Session-Id", "s-1"]);
    }
  });

  test("follow the session as it changes", () => {
    const session: { sessionId: string | undefined; negotiated: string | undefined } = {
      sessionId: undefined,
      negotiated: undefined,
    };
    const dialect = statefulDialect("2025-11-25", () => session);
    session.sessionId = "s-2";
    session.negotiated = "2025-06-18";
    expect(dialect.headers({}, {})).toEqual([
      ...POST_HEADERS,
      ["Mcp-Session-Id", "s-2"],
      ["MCP-Protocol-Version", "2025-06-18"],
    ]);
  });
});

describe("the params of a stateful request", () => {
  const dialect = statefulDialect("2025-06-18", () => ({ sessionId: undefined, negotiated: undefined }));

  test("stay as they are, absent ones too", () => {
    const params = { name: "x", _meta: { progressToken: 1 } };
    expect(dialect.params("tools/call", params, {})).toBe(params);
    expect(dialect.params("ping", undefined, {})).toBeUndefined();
  });

  test("have metadata merged in, the given one last", () => {
    expect(dialect.params("tools/call", { name: "x", _meta: { a: 1, b: 1 } }, { meta: { b: 2 } })).toEqual({
      name: "x",
      _meta: { a: 1, b: 2 },
    });
    expect(dialect.params("ping", undefined, { meta: { progressToken: "t" } })).toEqual({
      _meta: { progressToken: "t" },
    });
    expect(dialect.params("ping", { _meta: null }, { meta: { a: 1 } })).toEqual({ _meta: { a: 1 } });
  });
});
