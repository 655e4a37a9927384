// Functional tests and single questions through the built command line.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { mcptest, ROOT, temporaryFolder } from "./cli.ts";

/** Each of these starts several processes, and the machine may be busy. */
const BUSY = 240_000;

const NOTES = join(ROOT, "examples", "notes-server.js");

/** A server that says who it works for, counts its calls, and asks before it deletes. */
const SERVER = `
import { createInterface } from "node:readline";
let calls = 0;
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const text = (words) => ({ content: [{ type: "text", text: words }] });
const waiting = new Map();
const tools = ["whoami", "count", "ask"].map((name) => ({ name, inputSchema: { type: "object", properties: { n: { type: "integer" } } } }));
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === undefined) { waiting.get(id)?.(result); return; }
  if (id === undefined) return;
  if (method === "initialize")
    send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "who", version: "1" } } });
  else if (method === "tools/list") send({ id, result: { tools } });
  else if (method === "tools/call" && params.name === "whoami") send({ id, result: text(process.env.WHO ?? "nobody") });
  else if (method === "tools/call" && params.name === "count") send({ id, result: text(String(++calls)) });
  else if (method === "tools/call" && params.name === "ask") {
    waiting.set("q1", ({ action }) => send({ id, result: text("you said " + action) }));
    send({ id: "q1", method: "elicitation/create", params: { message: "sure?", requestedSchema: { type: "object", properties: {} } } });
  } else send({ id, error: { code: -32601, message: "Method not found" } });
});
`;

const SUITE = `
server: { command: [node, who.mjs] }
identities:
  alice: { env: { WHO: alice } }
  bob: { env: { WHO: bob } }
tests:
  setup: [[node, -e, "require('fs').writeFileSync('ready', '')"]]
  teardown: [[node, -e, "require('fs').rmSync('ready')"]]
  cases:
    - name: two identities
      steps:
        - { as: alice, call: whoami, expect: [{ target: text, matcher: { exact: alice } }], save: { first: text } }
        - { as: bob, call: whoami, expect: [{ target: text, matcher: { not: { exact: "\${first}" } } }] }
    - name: one session
      steps:
        - { call: count, repeat: 3 }
        - { call: count, expect: [{ target: json, matcher: { exact: 4 } }] }
    - name: it asks
      call: ask
      answers: { elicitation: decline }
      expect: [{ target: text, matcher: { contains: decline } }]
      snapshot: true
    - name: wrong on purpose
      call: whoami
      expect:
        - { target: text, matcher: { exact: somebody } }
`;

const project = (): string => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "who.mjs"), SERVER);
  writeFileSync(join(folder, "mcptest.yaml"), SUITE);
  return folder;
};

describe("Your own calls: run", () => {
  test(
    "identities, steps, answers, snapshots, and a failure with everything about it",
    async () => {
      const cwd = project();
      const inCi = await mcptest(["run", "--grep", "it asks"], { cwd, env: { CI: "true" } });
      expect(inCi.code).toBe(1);
      expect(inCi.stdout).toContain("a build does not write one");
      expect(existsSync(join(cwd, "mcptest.snapshots.json"))).toBe(false);

      const first = await mcptest(["run", "--json"], { cwd });
      expect(first.code).toBe(1);
      expect(existsSync(join(cwd, "ready"))).toBe(false);
      const result = JSON.parse(first.stdout);
      const schema = JSON.parse(readFileSync(join(ROOT, "schemas", "suite-result.schema.json"), "utf8"));
      const validate = new Ajv2020({ strict: false }).compile(schema);
      expect(validate(result), JSON.stringify(validate.errors)).toBe(true);
      const findings = result.lanes[0].report.findings.filter(({ group }: { group: string }) => group === "tests");
      expect(findings.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
        ["two identities", "pass"],
        ["one session", "pass"],
        ["it asks", "pass"],
        ["wrong on purpose", "fail"],
      ]);
      expect(findings[3]).toMatchObject({
        expected: 'text is "somebody"',
        actual: '"nobody"',
        at: { file: "mcptest.yaml", line: 26 },
      });
      expect(readFileSync(join(cwd, "mcptest.snapshots.json"), "utf8")).toContain("you said decline");

      writeFileSync(join(cwd, "who.mjs"), SERVER.replace("you said", "you answered"));
      const changed = await mcptest(["run", "--grep", "it asks", "--reporter", "junit"], { cwd, env: { CI: "true" } });
      expect(changed.code).toBe(1);
      expect(changed.stdout).toContain('file="mcptest.yaml" line="22"');
      expect(changed.stdout).toContain("- &quot;you said decline&quot;");
      expect(changed.stdout).toContain("+ &quot;you answered decline&quot;");
      const updated = await mcptest(["run", "--grep", "it asks", "--update-snapshots"], { cwd });
      expect(updated.code).toBe(0);
      expect(readFileSync(join(cwd, "mcptest.snapshots.json"), "utf8")).toContain("you answered decline");
      const refused = await mcptest(["run", "--update-snapshots"], { cwd, env: { CI: "true" } });
      expect(refused.stderr).toContain("never writes snapshots");
    },
    BUSY,
  );

  test(
    "a plan calls nothing, a part runs alone, nothing to start is exit 4",
    async () => {
      const cwd = project();
      const plan = await mcptest(["run", "--plan"], { cwd });
      expect(plan.stdout).toContain("call ask");
      expect(plan.code).toBe(0);
      const none = await mcptest(["run", "--grep", "nothing like it"], { cwd });
      expect(none.stderr).toContain("matches no test");
      const part = await mcptest(["run", "--shard", "2/4", "--save", "session.json"], { cwd });
      expect(part.stdout).toContain("1 of 1 test passed");
      expect(existsSync(join(cwd, "session.json"))).toBe(true);
      writeFileSync(join(cwd, "gone.yaml"), "server: {command: /no/such/program}\ntests: [{name: a, call: b}]\n");
      expect((await mcptest(["run", "--config", "gone.yaml"], { cwd })).code).toBe(4);
    },
    BUSY,
  );
});

describe("one question", () => {
  const command = ["--", process.execPath, NOTES];

  test(
    "JSON for a pipe, exit codes, and mistakes before anything is sent",
    async () => {
      const cwd = temporaryFolder();
      const call = await mcptest(["call", "read_note", "--arg", "id=welcome", "--save", "s.json", ...command], { cwd });
      expect(JSON.parse(call.stdout).structuredContent.title).toBe("Welcome");
      expect(call.code).toBe(0);
      expect(JSON.parse(readFileSync(join(cwd, "s.json"), "utf8")).format).toBe("mcptest-capture/1");
      const unknown = await mcptest(["call", "read_note", "--args", '{"id":"nope"}', ...command], { cwd });
      expect(JSON.parse(unknown.stdout).isError).toBe(true);
      expect(unknown.code).toBe(1);
      const typo = await mcptest(["call", "read_nte", ...command], { cwd });
      expect(typo.stderr).toContain('there is no tool "read_nte"; did you mean read_note?');
      const argument = await mcptest(["call", "read_note", "--arg", "idd=x", ...command], { cwd });
      expect(argument.stderr).toContain('there is no argument "idd"; did you mean id?');
      expect(argument.code).toBe(1);
      const list = await mcptest(["list", ...command], { cwd });
      expect(Object.keys(JSON.parse(list.stdout))).toContain("tools");
      const nowhere = await mcptest(["list", "http://127.0.0.1:9/mcp"], { cwd });
      expect(nowhere.code).toBe(4);
      const nobody = await mcptest(["call", "read_note"], { cwd });
      expect(nobody.stderr).toContain("name the server");
    },
    BUSY,
  );
});
