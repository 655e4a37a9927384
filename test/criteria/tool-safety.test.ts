import { expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { changeWord, declaredSafety, deliveryCandidates } from "../../src/capture/tool-safety.ts";

const tool = (name: string, description = "", annotations?: JsonObject): JsonObject => ({
  name,
  description,
  inputSchema: { type: "object" },
  ...(annotations ? { annotations } : {}),
});

test.each([
  ["delete_file", "delete"],
  ["fileDelete", "delete"],
  ["get_or_create_user", "create"],
  ["run_command", "run"],
  ["set-level", "set"],
  ["SendEmail", "send"],
  ["post", "post"],
])("the name %s says %s", (name, word) => {
  expect(changeWord(tool(name))).toBe(word);
});

test.each(["get_order", "list_posts", "search", "get-time", "lint-files", "read_file", "describe_settings", "address"])(
  "the name %s says nothing",
  (name) => {
    expect(changeWord(tool(name))).toBeUndefined();
  },
);

test.each([
  ["Deletes every note.", "deletes"],
  ["Look a user up, and create one if there is none.", "create"],
  ["Reads the mailbox and removes what is old", "removes"],
  ["Gets the page. Writes it to disk.", "writes"],
])("the description %j says %s", (description, word) => {
  expect(changeWord(tool("thing", description))).toBe(word);
});

test.each([
  "Weather updates for a city.",
  "Reads a note; does not modify anything.",
  "Lists what was sent, without deleting it.",
  "Never writes to disk.",
])("the description %j says nothing", (description) => {
  expect(changeWord(tool("thing", description))).toBeUndefined();
});

test("hints that speak of change are believed, whatever else is declared", () => {
  expect(declaredSafety(tool("a", "", { readOnlyHint: true, destructiveHint: true }))).toBe("changes");
  expect(declaredSafety(tool("a", "", { readOnlyHint: false }))).toBe("changes");
  expect(declaredSafety(tool("a", "", { readOnlyHint: true, destructiveHint: false }))).toBe("read-only");
  expect(declaredSafety(tool("a", "", { readOnlyHint: "true" }))).toBe("undeclared");
});

test("candidates: read-only ones in order, else silent ones that need nothing first", () => {
  const names = (tools: readonly JsonObject[]): unknown[] => deliveryCandidates(tools).map(({ name }) => name);
  const reads = ["r1", "r2", "r3", "r4"].map((name) => tool(name, "", { readOnlyHint: true }));
  expect(names([tool("silent"), ...reads])).toEqual(["r1", "r2", "r3"]);
  const needs = { ...tool("needs"), inputSchema: { type: "object", required: ["x"] } };
  expect(names([tool("delete_all"), needs, tool("s1"), tool("s2", "", { destructiveHint: true }), tool("s3")])).toEqual(
    ["s1", "s3", "needs"],
  );
  expect(names([{ description: "no name" }])).toEqual([]);
});
