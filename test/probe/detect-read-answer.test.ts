// One test per row of the tables that say what the answer to an era probe means.

import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { HttpRecord } from "../../src/capture/capture.ts";
import { mayBeHttpSse, readConfirmation, readDiscover, readInitialize } from "../../src/probe/detect/read-answer.ts";
import type { ExchangeDraft } from "../../src/probe/exchange-draft.ts";
import type { Trouble } from "../../src/wire/trouble.ts";

const draft = (parts: Partial<ExchangeDraft>): ExchangeDraft => ({
  id: "c/1",
  conversation: "c",
  step: "probe",
  deliberate: false,
  slot: 0,
  seq: 1,
  startMs: 0,
  meanwhile: [],
  ...parts,
});

const http = (status?: number): HttpRecord => ({
  method: "POST",
  request_headers: [],
  ...(status === undefined ? {} : { status }),
});

const overHttp = (status: number, response?: Json): ExchangeDraft =>
  draft({ http: http(status), ...(response === undefined ? {} : { response }) });
const overStdio = (response: Json): ExchangeDraft => draft({ response });
const inTrouble = (trouble: Trouble, record?: HttpRecord): ExchangeDraft =>
  draft({ trouble, ...(record ? { http: record } : {}) });

const result = (value: Json): Json => ({ jsonrpc: "2.0", id: 1, result: value });
const error = (code: Json, data?: Json): Json => ({
  jsonrpc: "2.0",
  id: 1,
  error: { code, message: "no", ...(data === undefined ? {} : { data }) },
});

const TIMED_OUT: Trouble = { kind: "timed-out", detail: "no response within 10 ms", limit: "exchangeMs" };
const EXITED: Trouble = { kind: "unexpected-exit", detail: "the server exited by itself with code 1" };

describe("the answer to server/discover over HTTP", () => {
  test("200 with supportedVersions: modern, with the list", () => {
    const versions = ["2026-07-28", "2025-11-25"];
    expect(readDiscover(overHttp(200, result({ supportedVersions: versions })))).toMatchObject({
      says: "modern",
      listed: versions,
    });
  });

  test.each([["2026-07-28"], ["2026-07-28-rc"], ["2026-06-30"], ["2027-03-01"], ["draft"], ["DRAFT-2026-v1"]])(
    "a list that names %s: modern",
    (version) => {
      expect(readDiscover(overHttp(200, result({ supportedVersions: [version] }))).says).toBe("modern");
    },
  );

  test("a list of stateful revisions only: legacy", () => {
    const versions = ["2025-11-25", "2024-11-05", "no date"];
    expect(readDiscover(overHttp(200, result({ supportedVersions: versions }))).says).toBe("legacy");
  });

  test("an empty list is broken, but modern", () => {
    expect(readDiscover(overHttp(200, result({ supportedVersions: [] })))).toMatchObject({
      says: "modern",
      listed: [],
    });
  });

  test("400 and -32022 that names a stateless revision: retry with it", () => {
    const answer = error(-32022, { supported: ["2025-11-25", "2026-07-28", "draft", 7], requested: "x" });
    expect(readDiscover(overHttp(400, answer))).toMatchObject({ says: "retry", supported: ["2026-07-28", "draft"] });
  });

  test("400 and -32022 that names only stateful revisions: legacy", () => {
    expect(readDiscover(overHttp(400, error(-32022, { supported: ["2025-11-25"] }))).says).toBe("legacy");
  });

  test.each([
    ["no data", undefined],
    ["an empty list", { supported: [] }],
    ["a list that is a string", { supported: "2026-07-28" }],
    ["data that is a list", ["2026-07-28"]],
  ])("400 and -32022 with %s: modern, the code is of no other era", (_what, data) => {
    expect(readDiscover(overHttp(400, error(-32022, data))).says).toBe("modern");
  });

  test.each([-32020, -32021])("400 and %d: modern that dislikes the request", (code) => {
    expect(readDiscover(overHttp(400, error(code))).says).toBe("modern");
  });

  test("400 and -32602 alone proves nothing: legacy candidate", () => {
    expect(readDiscover(overHttp(400, error(-32602))).says).toBe("legacy");
  });

  test("404 and -32601: to be confirmed", () => {
    expect(readDiscover(overHttp(404, error(-32601))).says).toBe("confirm");
  });

  test("200 and -32601: a legacy server that does not check the version header", () => {
    expect(readDiscover(overHttp(200, error(-32601))).says).toBe("legacy");
  });

  test.each([
    ["an empty result", {}],
    ["a result of another shape", { tools: [] }],
    ["supportedVersions that is a string", { supportedVersions: "2026-07-28" }],
    ["no object at all", "yes"],
  ])("200 with %s: legacy", (_what, value) => {
    expect(readDiscover(overHttp(200, result(value))).says).toBe("legacy");
  });

  test.each([
    [400, error(-32000)],
    [400, error(-32600)],
    [404, error(-32001)],
    [405, undefined],
    [406, undefined],
    [404, undefined],
    [415, undefined],
    [400, "text"],
    [302, undefined],
    [200, undefined],
    [202, undefined],
  ])("%d with the body %j: legacy candidate", (status, body) => {
    expect(readDiscover(overHttp(status, body)).says).toBe("legacy");
  });

  test.each([401, 403])("%d: no verdict, authentication is wanted", (status) => {
    expect(readDiscover(overHttp(status, error(-32000)))).toMatchObject({ says: "none", auth: true });
  });

  test.each([500, 502, 503, 504])("%d: no verdict", (status) => {
    expect(readDiscover(overHttp(status, error(-32603)))).toMatchObject({ says: "none", auth: false });
  });

  test.each<[string, ExchangeDraft]>([
    ["a timeout before the head", inTrouble(TIMED_OUT, http())],
    ["a timeout in the body", inTrouble(TIMED_OUT, http(200))],
    ["no connection", inTrouble({ kind: "refused", detail: "nothing accepted the connection" }, http())],
    ["a reset", inTrouble({ kind: "reset", detail: "the connection ended" }, http())],
    ["what is not HTTP", inTrouble({ kind: "not-http", detail: "not HTTP" }, http())],
  ])("%s: no verdict", (_what, one) => {
    expect(readDiscover(one)).toMatchObject({ says: "none", auth: false });
  });

  test("the reason never repeats a server's text", () => {
    const hostile = { code: "\u{1b}[31mboo", message: "\u{1b}[31mboo" };
    const found = readDiscover(overHttp(400, { jsonrpc: "2.0", id: 1, error: hostile }));
    expect(found.why).toBe("server/discover was refused with an error");
  });
});

describe("the answer to server/discover over stdio", () => {
  test("a DiscoverResult: modern", () => {
    expect(readDiscover(overStdio(result({ supportedVersions: ["2026-07-28"] }))).says).toBe("modern");
  });

  test("-32022 that names a stateless revision: retry", () => {
    expect(readDiscover(overStdio(error(-32022, { supported: ["2026-07-28"] }))).says).toBe("retry");
  });

  test("-32022 that names none: modern", () => {
    expect(readDiscover(overStdio(error(-32022))).says).toBe("modern");
  });

  test.each([-32601, -32600, -32602, -32603, -32000, -32002])("%d: legacy candidate", (code) => {
    expect(readDiscover(overStdio(error(code))).says).toBe("legacy");
  });

  test.each<[string, Trouble]>([
    ["silence", TIMED_OUT],
    ["an exit", EXITED],
    ["a closed stdout", { kind: "closed", detail: "the server closed its stdout but kept running" }],
    ["a command that cannot be started", { kind: "refused", detail: "the command was not found" }],
  ])("%s: legacy candidate, and the reason says so", (_what, trouble) => {
    expect(readDiscover(inTrouble(trouble))).toEqual({ says: "legacy", why: `server/discover: ${trouble.detail}` });
  });
});

describe("the request that settles a doubt", () => {
  test("a result with a resultType: modern", () => {
    expect(readConfirmation(overHttp(200, result({ resultType: "complete", tools: [] }))).says).toBe("modern");
  });

  test.each([
    [200, result({ tools: [] })],
    [200, result({ resultType: 7 })],
    [404, error(-32601)],
    [400, undefined],
  ])("%d with %j: legacy", (status, body) => {
    expect(readConfirmation(overHttp(status, body)).says).toBe("legacy");
  });

  test.each([401, 403, 500])("%d: no verdict", (status) => {
    expect(readConfirmation(overHttp(status)).says).toBe("none");
  });
});

describe("the answer to initialize", () => {
  test.each([
    ["over HTTP", overHttp(200, result({ protocolVersion: "2025-11-25" }))],
    ["over stdio", overStdio(result({ protocolVersion: "2025-11-25" }))],
    ["of a server that forgets half of it", overStdio(result({}))],
  ])("a result %s: legacy", (_what, one) => {
    expect(readInitialize(one).says).toBe("legacy");
  });

  test.each([
    ["an error of the modern era", overHttp(400, error(-32022, { supported: ["2026-07-28"] }))],
    ["any error", overStdio(error(-32601))],
    ["an error without a number", overStdio(error("x"))],
    ["a status and no message", overHttp(405)],
    ["a result that is no object", overHttp(200, result("yes"))],
    ["silence on stdio", inTrouble(TIMED_OUT)],
    ["an exit", inTrouble(EXITED)],
  ])("%s: no", (_what, one) => {
    expect(readInitialize(one).says).toBe("no");
  });

  test.each([
    [401, true],
    [403, true],
    [500, false],
    [503, false],
  ])("%d: no verdict, auth %s", (status, auth) => {
    expect(readInitialize(overHttp(status))).toMatchObject({ says: "none", auth });
  });

  test("silence over HTTP: no verdict", () => {
    expect(readInitialize(inTrouble(TIMED_OUT, http())).says).toBe("none");
  });
});

test.each([
  [400, true],
  [404, true],
  [405, true],
  [406, true],
  [415, true],
  [401, false],
  [403, false],
  [500, false],
  [200, false],
  [302, false],
])("a POST answered with %d may be HTTP+SSE: %s", (status, may) => {
  expect(mayBeHttpSse(overHttp(status))).toBe(may);
});

test("a redirect that was not followed says what to do", () => {
  const redirect = { location: "/mcp/", followed: false };
  expect(readInitialize(draft({ http: { ...http(307), redirect } }))).toEqual({
    says: "no",
    why: 'initialize was answered with HTTP 307, a redirect to "/mcp/": give that address, or --follow-redirects',
  });
});
