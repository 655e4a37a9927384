import { expect, test } from "vitest";
import { chooseForAudit } from "../../../src/areas/audit-plan.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { TOOL_POLICIES } from "../../../src/capture/tool-policy.ts";
import { chooseTools } from "../../../src/probe/plan/choose-tools.ts";

const tool = (name: string, annotations?: JsonObject, inputSchema: JsonObject = { type: "object" }): JsonObject => ({
  name,
  inputSchema,
  ...(annotations ? { annotations } : {}),
});

const TOOLS = [
  tool("reads", { readOnlyHint: true }),
  tool("writes", { readOnlyHint: false }),
  tool("destroys", { destructiveHint: true }),
  tool("contradicts", { readOnlyHint: true, destructiveHint: true }),
  tool("silent"),
  tool("mute", { title: "says nothing about safety" }),
  { ...tool("get_weather"), description: "Get the weather." },
  tool("delete_all_records", { readOnlyHint: true }),
  tool("impossible", { readOnlyHint: true }, { type: "object", required: ["x"], properties: { x: false } }),
];

const called = (policy: (typeof TOOL_POLICIES)[number]): string[] =>
  chooseTools(TOOLS, policy)
    .filter(({ call }) => call)
    .map(({ name }) => name);

test("Tools: each policy calls what it says and nothing else", () => {
  expect(called("none")).toEqual([]);
  expect(called("read-only")).toEqual(["reads"]);
  expect(called("reading")).toEqual(["reads", "get_weather"]);
  expect(called("undeclared")).toEqual(["reads", "silent", "mute", "get_weather"]);
  expect(called("all")).toEqual([
    "reads",
    "writes",
    "destroys",
    "contradicts",
    "silent",
    "mute",
    "get_weather",
    "delete_all_records",
  ]);
});

test("a tool of undeclared safety is called with empty arguments only", () => {
  const schema = { type: "object", required: ["x"], properties: { x: { type: "string" } } };
  const [choice] = chooseTools([tool("silent", undefined, schema)], "undeclared");
  expect(choice).toMatchObject({ call: true, arguments: {} });
});

test("an audit calls three tools at most, and says of every other why not", () => {
  const reading = (name: string): JsonObject => ({ ...tool(name), description: "Lists things." });
  const names = ["list_a", "list_b", "list_c", "list_d"];
  const of = (tools: JsonObject[], policy: (typeof TOOL_POLICIES)[number]): string[] =>
    chooseForAudit(tools, policy)
      .filter(({ call }) => call)
      .map(({ name }) => name);
  const silent = [tool("nuke_cluster"), tool("rotate_keys"), tool("borrar_todo"), ...names.map(reading)];
  expect(of(silent, "reading")).toEqual(["list_a", "list_b", "list_c"]);
  expect(of(silent, "undeclared")).toEqual(["nuke_cluster", "rotate_keys", "borrar_todo"]);
  expect(of(silent, "read-only")).toEqual([]);
  expect(of([tool("nuke_cluster")], "reading")).toEqual([]);
  const liar = tool("delete_all_records", { readOnlyHint: true });
  expect(of([liar, reading("list_a")], "reading")).toEqual(["list_a"]);
  expect(of([liar], "reading")).toEqual([]);
  for (const { why } of chooseForAudit([liar, ...silent], "reading")) expect(why).not.toBe("");
});

test("every decision says why", () => {
  for (const policy of TOOL_POLICIES) {
    for (const { why } of chooseTools(TOOLS, policy)) expect(why).not.toBe("");
  }
});

test("a tool without a name is left alone", () => {
  expect(chooseTools([{ inputSchema: {} }], "all")).toEqual([]);
});
