import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/model/json.ts";
import { TOOL_POLICIES } from "../../../src/model/tool-policy.ts";
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
  tool("impossible", { readOnlyHint: true }, { type: "object", required: ["x"], properties: { x: false } }),
];

const called = (policy: (typeof TOOL_POLICIES)[number]): string[] =>
  chooseTools(TOOLS, policy)
    .filter(({ call }) => call)
    .map(({ name }) => name);

test("each policy calls what it says and nothing else", () => {
  expect(called("none")).toEqual([]);
  expect(called("read-only")).toEqual(["reads"]);
  expect(called("undeclared")).toEqual(["reads", "silent", "mute"]);
  expect(called("all")).toEqual(["reads", "writes", "destroys", "contradicts", "silent", "mute"]);
});

test("a tool of undeclared safety is called with empty arguments only", () => {
  const schema = { type: "object", required: ["x"], properties: { x: { type: "string" } } };
  const [choice] = chooseTools([tool("silent", undefined, schema)], "undeclared");
  expect(choice).toMatchObject({ call: true, arguments: {} });
});

test("every decision says why", () => {
  for (const policy of TOOL_POLICIES) {
    for (const { why } of chooseTools(TOOLS, policy)) expect(why).not.toBe("");
  }
});

test("a tool without a name is left alone", () => {
  expect(chooseTools([{ inputSchema: {} }], "all")).toEqual([]);
});
