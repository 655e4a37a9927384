// Every place where a message carries a schema is found, and every value is paired with the right one.

import { expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { checkSchemas } from "../../src/judge/preparation/schemas/check-schemas.ts";
import { call, captureOf, listing } from "./captures.ts";

const text = { type: "string" };
const number = { type: "number" };

test("a session without schemas has no findings", async () => {
  const empty = { places: [], schemas: {}, pairs: [], evaluations: {} };
  expect(await checkSchemas(captureOf([]))).toEqual(empty);
  expect(
    await checkSchemas(captureOf([listing([null, 7, { name: "t" }]), { request: 7 }, { response: [null] }])),
  ).toEqual(empty);
});

test("listings of every page, forms, and the tools of a sampling request", async () => {
  const elicit = { jsonrpc: "2.0", id: 1, method: "elicitation/create", params: { requestedSchema: text } };
  const tools = [{ name: "s", inputSchema: number, outputSchema: text }];
  const sampling = { jsonrpc: "2.0", id: 2, method: "sampling/createMessage", params: { tools } };
  const capture: Capture = {
    ...captureOf([
      listing([{ name: "a", inputSchema: text }], { id: "list-1" }),
      listing([{ inputSchema: text, outputSchema: number }]),
      {
        id: "call-1",
        request: { method: "tools/call", params: { name: "x" } },
        meanwhile: [{ seq: 1, at_ms: 1, message: elicit }],
        response: { result: { resultType: "input_required", inputRequests: { "a/b": elicit, c: sampling } } },
      },
    ]),
    unsolicited: [{ conversation: "c1", seq: 1, at_ms: 1, message: sampling }],
  };
  const { places, schemas } = await checkSchemas(capture);
  expect(places.map(({ exchange, pointer, role, tool }) => [exchange, pointer, role, tool])).toEqual([
    ["list-1", "/response/result/tools/0/inputSchema", "tool-input", "a"],
    [1, "/response/result/tools/0/inputSchema", "tool-input", null],
    [1, "/response/result/tools/0/outputSchema", "tool-output", null],
    ["call-1", "/meanwhile/0/message/params/requestedSchema", "elicitation", null],
    ["call-1", "/response/result/inputRequests/a~1b/params/requestedSchema", "elicitation", null],
    ["call-1", "/response/result/inputRequests/c/params/tools/0/inputSchema", "sampling-tool-input", "s"],
    ["call-1", "/response/result/inputRequests/c/params/tools/0/outputSchema", "sampling-tool-output", "s"],
    [null, "/unsolicited/0/message/params/tools/0/inputSchema", "sampling-tool-input", "s"],
    [null, "/unsolicited/0/message/params/tools/0/outputSchema", "sampling-tool-output", "s"],
  ]);
  expect(Object.keys(schemas)).toEqual([`${digestOf(number)}@2020-12`, `${digestOf(text)}@2020-12`].sort());
});

test("arguments and structured content, with the answer to a task", async () => {
  const findings = await checkSchemas(
    captureOf([
      listing([{ name: "t", inputSchema: { required: ["a"] }, outputSchema: number }]),
      call("t", { a: 1 }, { structuredContent: 1 }),
      call("t", undefined, { task: { taskId: "9" } }),
      {
        request: { method: "tasks/result", params: { taskId: "9" } },
        response: { result: { structuredContent: "x" } },
      },
      call("unlisted", {}, { structuredContent: 1 }),
    ]),
  );
  const told = findings.pairs.map(({ exchange, pointer, role, evaluation }) => [
    exchange,
    pointer,
    role,
    "valid" in findings.evaluations[evaluation]! ? findings.evaluations[evaluation].valid : null,
  ]);
  expect(told).toEqual([
    [1, "/request/params/arguments", "arguments", true],
    [1, "/response/result/structuredContent", "structured-content", true],
    [2, "/request/params", "arguments", false],
    [3, "/response/result/structuredContent", "structured-content", false],
  ]);
  expect(findings.pairs[1]).toMatchObject({
    schema: `${digestOf(number)}@2020-12`,
    evaluation: `${digestOf(number)}@2020-12 ${digestOf(1)}`,
    schema_place: 1,
  });
});

test("a call is held against what its own conversation was told last", async () => {
  const findings = await checkSchemas(
    captureOf([
      listing([{ name: "t", outputSchema: number }], { conversation: "a" }),
      listing([{ name: "t", outputSchema: text }], { conversation: "b" }),
      call("t", {}, { structuredContent: "x" }, { conversation: "b" }),
      call("t", {}, { structuredContent: 1 }, { conversation: "a" }),
      listing([{ name: "t", outputSchema: text }], { conversation: "a" }),
      call("t", {}, { structuredContent: "y" }, { conversation: "a" }),
    ]),
  );
  expect(Object.values(findings.evaluations)).toEqual(Array(3).fill({ valid: true }));
});

test("the revision is the conversation's own", async () => {
  const tuple = { items: [true] };
  const capture: Capture = {
    server_label: "x",
    server_capabilities: {},
    conversations: [{ id: "old", purpose: "x", transport: "stdio", revision: "2025-06-18", opened_ms: 0 }],
    exchanges: [
      listing([{ name: "t", inputSchema: tuple }], { conversation: "old" }),
      {
        conversation: "new",
        request: { method: "initialize" },
        response: { result: { protocolVersion: "2025-11-25" } },
      },
      listing([{ name: "t", inputSchema: tuple }], { conversation: "new" }),
      {
        request: {
          method: "tools/list",
          params: { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
        },
        response: { result: { tools: [{ name: "t", inputSchema: tuple }] } },
      },
    ],
  };
  const { places, schemas } = await checkSchemas(capture);
  expect(places.map(({ revision, schema }) => [revision, schemas[schema]?.dialect, schemas[schema]?.valid])).toEqual([
    ["2025-06-18", "draft-07", true],
    ["2025-11-25", "2020-12", false],
    ["2026-07-28", "2020-12", false],
  ]);
});

test("errors say where, by which keyword, and no more than twenty", async () => {
  const schema = {
    type: "object",
    properties: { a: { $ref: "#/$defs/a" }, "b/c": { enum: [1] }, list: { items: number } },
    required: ["d"],
    additionalProperties: false,
    $defs: { a: { allOf: [text, { minLength: 2 }] } },
  };
  const value = { a: "x", "b/c": 2, e: 1, list: [1, "2"] };
  const capture = captureOf([
    listing([{ name: "t", outputSchema: schema }]),
    call("t", {}, { structuredContent: value }),
  ]);
  const [evaluation] = Object.values((await checkSchemas(capture)).evaluations);
  const errors = evaluation !== undefined && "errors" in evaluation ? evaluation.errors : [];
  expect(errors.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
    ["", "required"],
    ["/a", "minLength"],
    ["/b~1c", "enum"],
    ["/list/1", "type"],
    ["/e", "additionalProperties"],
  ]);
  const many = captureOf([
    listing([{ name: "t", outputSchema: { items: text } }]),
    call("t", {}, { structuredContent: Array.from({ length: 99 }, (_, index) => index) }),
  ]);
  const [cut] = Object.values((await checkSchemas(many)).evaluations);
  expect(cut).toMatchObject({ valid: false });
  expect(cut !== undefined && "errors" in cut ? cut.errors : []).toHaveLength(20);
});

test("results in a sampling request are held against the outputSchema of their tool there", async () => {
  const use = (id: string, name: string) => ({ type: "tool_use", id, name, input: {} });
  const result = (toolUseId: string, structuredContent: number | string, more = {}) => ({
    type: "tool_result",
    toolUseId,
    content: [],
    structuredContent,
    ...more,
  });
  const params = {
    tools: [{ name: "s", outputSchema: text }, { name: "free" }],
    messages: [
      { role: "assistant", content: [use("a", "s"), use("b", "s"), use("c", "free"), use("d", "s")] },
      { role: "user", content: [result("a", "x"), result("b", 7), result("c", 7), result("d", 7, { isError: true })] },
      { role: "assistant", content: use("e", "s") },
      { role: "user", content: result("e", 8) },
    ],
  };
  const message = { jsonrpc: "2.0", id: 2, method: "sampling/createMessage", params };
  const capture = captureOf([{ id: "call-1", request: 7, meanwhile: [{ seq: 1, at_ms: 1, message }] }]);
  const { pairs, evaluations } = await checkSchemas(capture);
  const at = "/meanwhile/0/message/params/messages";
  expect(pairs.map(({ exchange, pointer, role, tool }) => [exchange, pointer, role, tool])).toEqual([
    ["call-1", `${at}/1/content/0/structuredContent`, "sampled-result", "s"],
    ["call-1", `${at}/1/content/1/structuredContent`, "sampled-result", "s"],
    ["call-1", `${at}/3/content/structuredContent`, "sampled-result", "s"],
  ]);
  expect(pairs.map(({ evaluation }) => evaluations[evaluation])).toMatchObject([
    { valid: true },
    { valid: false },
    { valid: false },
  ]);
});
