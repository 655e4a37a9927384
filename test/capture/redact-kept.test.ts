import { describe, expect, it } from "vitest";
import type { Header } from "../../src/base/header.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { toJson } from "../../src/capture/serialize.ts";
import { echoing, http, redact, stdio, TAG } from "./echo.ts";

describe("what is kept", () => {
  it("is Mcp-Session-Id, as a header, in the conversation, and even when it was configured", () => {
    const target = http([
      ["Mcp-Session-Id", "session-1234567890"],
      ["X-Api-Key", "CANARY-7f3a9c1e55"],
    ]);
    const capture = echoing(target, ["session-1234567890"]);
    expect(toJson(redact(target, capture)).split("session-1234567890").length).toBe(
      toJson(capture).split("session-1234567890").length,
    );
  });

  it("is the scheme of a credential and the address around a secret", () => {
    const target = http(
      [["Authorization", "bearer CANARY-7f3a9c1e55"]],
      "https://me:pw@example.org/mcp?a=1&key=abc&b=2",
    );
    const clean = redact(target, echoing(target, ["x"]));
    expect(clean.exchanges[0]?.http?.request_headers[0]?.[1]).toMatch(/^bearer \[redacted:\w{12}\]$/);
    expect(clean.server_label).toMatch(
      /^https:\/\/\[redacted:\w{12}\]:\[redacted:\w{12}\]@example\.org\/mcp\?a=1&key=\[redacted:\w{12}\]&b=2$/,
    );
    expect(clean.target).toMatchObject({ url: clean.server_label });
  });

  it("is a header of the server's that only sounds secret", () => {
    const target = http([]);
    const headers: Header[] = [
      ["Access-Control-Allow-Credentials", "true"],
      ["WWW-Authenticate", 'Bearer resource_metadata="https://example.org/x"'],
      ["X-Error-Code", "12345678"],
      ["Idempotency-Key", "abcdefgh-1"],
      ["X-RateLimit-Remaining-Tokens", "100000000"],
      ["Mcp-Param-Token", "argument-value"],
      ["Sec-WebSocket-Key", "abcdefgh-2"],
    ];
    const capture = echoing(
      target,
      ["x"],
      [{ http: { method: "POST", request_headers: headers, response_headers: headers } }],
    );
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("is an address in what the server says: only ours are taken apart", () => {
    const target = http([]);
    const capture = echoing(target, ["see https://user:password@host.example/?token=abcdefgh and --token=abcdefgh"]);
    const { redaction, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
    expect(redaction).toEqual({ scheme: "hmac-sha256/12", replaced: 0 });
  });

  it("is not the target of a redirect as it stands: its parameters may log somebody in", () => {
    const target = http([]);
    const location = "https://login.example.org/?code=abc123&state=1&client_id=mcptest";
    const capture = echoing(
      target,
      ["x"],
      [
        {
          http: {
            method: "POST",
            request_headers: [],
            response_headers: [["Location", location]],
            redirect: { location, followed: false },
          },
        },
      ],
    );
    const record = redact(target, capture).exchanges.at(-1)?.http;
    const shown = /^https:\/\/login\.example\.org\/\?code=\[redacted:\w{12}\]&state=1&client_id=mcptest$/;
    expect(record?.redirect?.location).toMatch(shown);
    expect(record?.response_headers?.[0]?.[1]).toBe(record?.redirect?.location);
  });

  it("are short values, except where they were configured", () => {
    const target = http([
      ["X-Anything", "abc1234"],
      ["Authorization", "Bearer tok"],
    ]);
    const capture = echoing(
      target,
      ["abc1234 tok"],
      [
        {
          http: {
            method: "GET",
            request_headers: [],
            response_headers: [
              ["x-anything", "abc1234"],
              ["x-anything", "other"],
            ],
          },
        },
      ],
    );
    const clean = redact(target, capture);
    expect(clean.exchanges[0]?.http?.request_headers.map(([, value]) => value)).toEqual([
      expect.stringMatching(/^\[redacted:\w{12}\]$/),
      expect.stringMatching(/^Bearer \[redacted:\w{12}\]$/),
    ]);
    expect(clean.exchanges[0]?.response).toEqual(capture.exchanges[0]?.response);
    expect(clean.exchanges[1]?.http?.response_headers).toEqual([
      ["x-anything", clean.exchanges[0]?.http?.request_headers[0]?.[1]],
      ["x-anything", "other"],
    ]);
    const command = stdio(["server.js", "--token", "abc", "--password=xyz", "-e", "KEY=q1", "--name", "abc"]);
    const target2 = redact(command, echoing(command, ["abc xyz q1"]));
    expect(target2.target).toMatchObject({
      command: [
        "node",
        "server.js",
        "--token",
        expect.stringMatching(TAG),
        expect.stringMatching(/^--password=\[redacted:\w{12}\]$/),
        "-e",
        expect.stringMatching(/^KEY=\[redacted:\w{12}\]$/),
        "--name",
        "abc",
      ],
    });
    expect(target2.server_label).toMatch(
      /^stdio:node server\.js --token \[\S+ --password=\[\S+ -e KEY=\[\S+ --name abc$/,
    );
    expect(toJson(target2)).toContain("you sent abc xyz q1!");
  });

  it("is a header that was configured with what everybody sends", () => {
    const target = http([
      ["Content-Type", "application/json"],
      ["Accept", "application/json, text/event-stream"],
      ["MCP-Protocol-Version", "2025-06-18"],
    ]);
    const capture = echoing(
      target,
      ["application/json", "2025-06-18", "text/event-stream"],
      [{ http: { method: "POST", request_headers: [], response_headers: [["Content-Type", "application/json"]] } }],
    );
    const clean = redact(target, capture);
    expect(clean.exchanges.map(({ response }) => response)).toEqual(capture.exchanges.map(({ response }) => response));
    expect(clean.exchanges.at(-1)).toEqual(capture.exchanges.at(-1));
  });
});

describe("a secret that is a word", () => {
  it("of the protocol or of this format is no secret: nothing is hidden by it, nothing is broken", () => {
    const words = ["resources", "response", "exchanges", "stateful", "streamable-http", "tools/list", "initialize"];
    const others = [
      "unexpected-exit",
      "2025-11-25",
      "application/json",
      "localhost",
      "127.0.0.1",
      "description",
      "redacted",
    ];
    const target = stdio(
      ["server.js"],
      Object.fromEntries([...words, ...others].map((word, index) => [`TOKEN_${index}`, word])),
    );
    const capture: Capture = {
      ...echoing(target, words),
      transport: "streamable-http",
      era: { verdict: "stateful", reason: "r", shown_by: [] },
      exchanges: [
        {
          request: { jsonrpc: "2.0", id: 1, method: "resources/list" },
          response: { jsonrpc: "2.0", id: 1, result: { resources: [{ description: "at localhost" }] } },
          trouble: { kind: "unexpected-exit", detail: "d" },
        },
      ],
    };
    const clean = redact(target, capture);
    expect(clean.exchanges).toEqual(capture.exchanges);
    expect(clean.era).toEqual(capture.era);
    expect(clean.transport).toBe("streamable-http");
  });

  it("of its own is left alone under a name that promises no secret", () => {
    const target = stdio(["server.js"], { NODE_ENV: "production", USER: "developer", REGION: "FRANKFURT" });
    const capture = echoing(target, ["a developer in production, FRANKFURT"]);
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("of its own is hidden under a name that does, and wherever it is no plain word", () => {
    const target = stdio(["server.js"], { DB_PASSWORD: "production", USER: "developer7", NOTE: "two words" });
    const text = toJson(redact(target, echoing(target, ["production developer7 two words"])));
    for (const secret of ["production", "developer7", "two words"]) expect(text).not.toContain(secret);
  });

  it("and a user name beside a password: hidden in the address, said elsewhere", () => {
    const target = stdio(["server.js", "postgresql://postgres:CANARY-7f3a9c1e55@db.example/x"]);
    const clean = redact(target, echoing(target, ["a postgres database"]));
    expect(clean.target).toMatchObject({
      command: ["node", "server.js", expect.stringMatching(/^postgresql:\/\/\[\S+\]:\[\S+\]@db\.example\/x$/)],
    });
    expect(toJson(clean)).toContain("you sent a postgres database!");
  });

  it("never changes the names and words of the format, whatever it is", () => {
    for (const word of [
      "closed_ms",
      "server_label",
      "response_headers",
      "stdin-close",
      "mcptest-capture",
      "verdict-1",
    ]) {
      redact(stdio([], { SECRET: word }), echoing(stdio([]), [word]));
    }
  });
});
