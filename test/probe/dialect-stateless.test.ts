import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { POST_HEADERS } from "../../src/probe/dialect/dialect.ts";
import { statelessDialect } from "../../src/probe/dialect/stateless.ts";
import { META_KEY } from "../../src/protocol/meta-keys.ts";

const client = { name: "probe", version: "1.2.3" };
const dialect = statelessDialect("2026-07-28", client);

const own = (message: Json, options = {}): (readonly [string, string])[] =>
  dialect.headers(message, options).slice(POST_HEADERS.length);

const request = (method: string, params?: JsonObject): JsonObject => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: dialect.params(method, params, {}) ?? {},
});

describe("the metadata of a stateless request", () => {
  test("is complete without any params", () => {
    expect(dialect.params("server/discover", undefined, {})).toEqual({
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "probe", version: "1.2.3" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    });
  });

  test("leaves the params alone and does not change the caller's", () => {
    const params = { name: "x", arguments: { a: [1] }, _meta: { progressToken: 7 } };
    const before = structuredClone(params);
    const dressed = dialect.params("tools/call", params, {});
    expect(dressed).toMatchObject({ name: "x", arguments: { a: [1] }, _meta: { progressToken: 7 } });
    expect(params).toEqual(before);
  });

  test("declares the capabilities given for this request", () => {
    const clientCapabilities = { elicitation: { form: {} }, roots: {} };
    expect(dialect.params("tools/call", {}, { clientCapabilities })?.["_meta"]).toMatchObject({
      [META_KEY.clientCapabilities]: clientCapabilities,
    });
  });

  test("is overridden by the params' own, and both by the options", () => {
    const params = { _meta: { [META_KEY.protocolVersion]: "from-params", trace: "from-params" } };
    const meta = { [META_KEY.protocolVersion]: "from-options", [META_KEY.logLevel]: "debug" };
    expect(dialect.params("ping", params, { meta })?.["_meta"]).toEqual({
      [META_KEY.protocolVersion]: "from-options",
      [META_KEY.clientInfo]: client,
      [META_KEY.clientCapabilities]: {},
      [META_KEY.logLevel]: "debug",
      trace: "from-params",
    });
  });

  test("replaces a _meta that is no object", () => {
    expect(Object.keys(dialect.params("ping", { _meta: "x" }, {})?.["_meta"] ?? {})).toHaveLength(3);
  });

  test("says a release's version for the draft, which has none of its own", () => {
    const draft = statelessDialect("draft", client);
    expect(draft.revision).toBe("draft");
    expect(draft.params("ping", {}, {})?.["_meta"]).toMatchObject({ [META_KEY.protocolVersion]: "2026-07-28" });
  });

  test("follows a version the server has named", () => {
    let version = "2026-07-28";
    const following = statelessDialect("2026-07-28", client, () => version);
    version = "draft";
    expect(following.params("ping", {}, {})?.["_meta"]).toMatchObject({ [META_KEY.protocolVersion]: "draft" });
    expect(following.headers({ jsonrpc: "2.0", method: "ping" }, {})).toContainEqual(["MCP-Protocol-Version", "draft"]);
  });
});

describe("the headers of a stateless request", () => {
  test("repeat version and method", () => {
    expect(own(request("server/discover"))).toEqual([
      ["MCP-Protocol-Version", "2026-07-28"],
      ["Mcp-Method", "server/discover"],
    ]);
  });

  test.each([
    ["tools/call", { name: "look_up", uri: "no", taskId: "no" }, "look_up"],
    ["prompts/get", { name: "greet" }, "greet"],
    ["resources/read", { name: "no", uri: "memo://readme" }, "memo://readme"],
    ["tasks/get", { taskId: "t-1" }, "t-1"],
    ["tasks/update", { taskId: "t-2" }, "t-2"],
    ["tasks/cancel", { taskId: "t-3" }, "t-3"],
  ])("repeat the name in %s", (method, params, name) => {
    expect(own(request(method, params))).toContainEqual(["Mcp-Name", name]);
  });

  test.each([
    "server/discover",
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "completion/complete",
    "subscriptions/listen",
    "constructor",
  ])("have no name in %s", (method) => {
    expect(own(request(method, { name: "x", uri: "y", taskId: "z" })).map(([name]) => name)).not.toContain("Mcp-Name");
  });

  test.each([[{}], [{ name: 7 }], [{ name: null }]])("have no name for the params %j", (params) => {
    expect(own(request("tools/call", params)).map(([name]) => name)).not.toContain("Mcp-Name");
  });

  test("wrap a name that no header can hold", () => {
    expect(own(request("resources/read", { uri: "memo://grüße" }))).toContainEqual([
      "Mcp-Name",
      `=?base64?${Buffer.from("memo://grüße").toString("base64")}?=`,
    ]);
  });

  test("repeat the version of the body, not the dialect's own", () => {
    const message = request("ping", { _meta: { [META_KEY.protocolVersion]: "1900-01-01" } });
    expect(own(message)).toContainEqual(["MCP-Protocol-Version", "1900-01-01"]);
  });

  test("mirror arguments of tools/call and of nothing else", () => {
    const inputSchema = { properties: { region: { type: "string", "x-mcp-header": "Region" } } };
    const params = { name: "route", arguments: { region: "west" } };
    expect(own(request("tools/call", params), { inputSchema })).toContainEqual(["Mcp-Param-Region", "west"]);
    expect(own(request("tools/call", params)).map(([name]) => name)).not.toContain("Mcp-Param-Region");
    expect(own(request("prompts/get", params), { inputSchema }).map(([name]) => name)).not.toContain(
      "Mcp-Param-Region",
    );
  });

  test("of what is no single request name only the version", () => {
    for (const message of [[request("ping")], "text", null, { jsonrpc: "2.0", id: 1, result: {} }]) {
      expect(own(message as Json)).toEqual([["MCP-Protocol-Version", "2026-07-28"]]);
    }
  });
});
