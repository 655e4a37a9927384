// The file that code scanning shows findings beside must exist in the repository.

import { resolve } from "node:path";
import { expect, test } from "vitest";
import { sourceFileOf } from "../../../src/cli/target/source-file.ts";

const of = (command: readonly string[], env: NodeJS.ProcessEnv = {}): string | undefined =>
  sourceFileOf({}, { command }, env);

test("the program that is started, as the repository names it", () => {
  expect(of(["node", "examples/notes-server.js"])).toBe("examples/notes-server.js");
  expect(of(["node", "./examples/notes-server.js"])).toBe("examples/notes-server.js");
  expect(of(["node", resolve("examples/notes-server.js")])).toBe("examples/notes-server.js");
});

test.each([
  [["npx", "-y", "@modelcontextprotocol/server-everything"]],
  [["node", "node_modules/vitest/vitest.mjs"]],
  [["node", "../package.json"]],
  [["node", "/etc/hosts"]],
  [["node", "examples"]],
  [[]],
])("%s names no file of the repository", (command) => {
  expect(of(command)).toBeUndefined();
});

test("a configuration comes first, the workflow last", () => {
  expect(sourceFileOf({ mcpConfig: "package.json" }, { command: ["node", "README.md"] }, {})).toBe("package.json");
  const env = { GITHUB_WORKFLOW_REF: "someone/something/README.md@refs/heads/main" };
  expect(of([], env)).toBe("README.md");
  expect(of(["node", "examples/notes-server.js"], env)).toBe("examples/notes-server.js");
  expect(of([], { GITHUB_WORKFLOW_REF: "someone/something/gone.yml@refs/heads/main" })).toBeUndefined();
});
