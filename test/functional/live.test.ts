// Functional tests against a running server: both eras, both transports, snapshots, saved values, rules.

import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Target } from "../../src/capture/target.ts";
import { noRegex } from "../../src/judge/rules/match.ts";
import { connect } from "../../src/library/index.ts";
import type { Revision } from "../../src/protocol/revision.ts";
import { runTests, type TestsRun } from "../../src/suite/functional/run-tests.ts";
import { testsLanes } from "../../src/suite/functional/tests-lane.ts";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../src/suite/parse/parse-suite.ts";
import { startHttpServer } from "../servers/http/http-server.ts";

const NOTES = fileURLToPath(new URL("../../examples/notes-server.js", import.meta.url));
const STDIO: Target = { kind: "stdio", command: process.execPath, args: [NOTES], env: {} };
const CLIENT = { name: "mcptest", version: "0" };

const SUITE = `
server: {command: node x.js}
tests:
  - name: read
    call: {tool: read_note, arguments: {id: welcome}}
    expect: [{target: result.structuredContent.title, matcher: {exact: Welcome}}]
    snapshot: true
  - name: keep and delete
    steps:
      - call: {tool: add_note, arguments: {title: Later, text: Milk}}
        save: {id: {target: text, regex: "as (.+)\\\\."}}
      - call: {tool: read_note, arguments: {id: "\${id}"}}
        expect: [{target: json.id, matcher: {exact: "\${id}"}}]
      - call: {tool: delete_note, arguments: {id: "\${id}"}}
  - name: wrong on purpose
    call: {tool: read_note, arguments: {id: welcome}}
    expect: [{target: json.title, matcher: {exact: Goodbye}}]
  - name: unknown tool
    call: nothing
    expect: [{target: error.code, matcher: {exact: -32602}}]
  - name: all tools, three times
    list: tools
    repeat: 3
    expect: [{target: result.tools, matcher: {length: 4}}]
`;

const run = async (target: Target, revision: Revision, text = SUITE): Promise<TestsRun> => {
  const { tests } = await parseSuite(text, "s.yaml", { env: {}, folder: "/", book: openRuleBook() });
  if (!tests) throw new Error("no tests");
  return runTests({
    functional: tests,
    tests: tests.cases,
    session: { client: CLIENT, revision, baseEnv: { PATH: process.env["PATH"] ?? "" } },
    regex: noRegex,
    extract: (pattern, value) => new RegExp(pattern).exec(value)?.[1],
    concurrency: 2,
    target: () => target,
    command: () => Promise.resolve(undefined),
  });
};

const states = ({ outcomes }: TestsRun): readonly string[] => outcomes.map(({ state }) => state);

describe("over stdio", () => {
  test.each<Revision>(["2026-07-28", "2025-11-25"])("%s", { timeout: 60_000 }, async (revision) => {
    const found = await run(STDIO, revision);
    expect(states(found)).toEqual(["pass", "pass", "fail", "pass", "pass"]);
    const [only] = found.captures;
    expect(only?.capture.revisions?.probed).toBe(revision);
    const { lanes, taken } = await testsLanes(found, {
      tool: CLIENT,
      functional: (await parseSuite(SUITE, "s.yaml", { env: {}, folder: "/", book: openRuleBook() })).tests!,
      stored: new Map([["read", { result: {} }]]),
      mayWrite: true,
      updates: false,
      place: () => ({ file: "s.yaml", line: 1, column: 1 }),
      maskPatterns: () => (text) => text,
    });
    expect(taken.map(({ key, found: { state } }) => [key, state])).toEqual([["read", "changed"]]);
    const failed = lanes[0]?.report.findings.filter(({ state }) => state === "fail") ?? [];
    expect(failed.map(({ id }) => id)).toEqual(["read", "wrong on purpose"]);
    expect(failed[1]).toMatchObject({ expected: 'json.title is "Goodbye"', actual: '"Welcome"' });
    expect(failed[1]?.details?.map(([label]) => label)).toEqual(["path", "request", "answer"]);
    expect(lanes[0]?.state).toBe("fail");
  });

  test("a server for each test", { timeout: 60_000 }, async () => {
    const cases = SUITE.replace("tests:\n", "tests:\n  server_per: test\n  cases:\n").replace(/^ {2}- /gm, "  - ");
    const found = await run(STDIO, "2026-07-28", cases);
    expect(states(found)).toEqual(["pass", "pass", "fail", "pass", "pass"]);
    expect(found.captures[0]?.capture.conversations?.filter(({ purpose }) => purpose === "read")).toBeDefined();
    expect(found.captures[0]?.capture.conversations?.length).toBeGreaterThanOrEqual(5);
  });

  test("a command that does not exist blocks the tests and says why", { timeout: 60_000 }, async () => {
    const found = await run({ ...STDIO, command: "/no/such/program" }, "2026-07-28");
    expect(states(found)).toEqual(["blocked", "blocked", "blocked", "blocked", "blocked"]);
    expect(found.captures[0]?.capture.outcome).toBe("unreachable");
  });
});

describe("from code, over HTTP", () => {
  let server: Awaited<ReturnType<typeof startHttpServer>>;
  beforeAll(async () => {
    server = await startHttpServer({ era: "stateful" });
  });
  afterAll(() => server.close());

  test("a session that records", { timeout: 60_000 }, async () => {
    await using notes = await connect(["node", NOTES], { revision: "2025-11-25" });
    const answer = await notes.call<{ title: string }>("read_note", { id: "welcome" });
    expect(answer.ok).toBe(true);
    expect(answer.structuredContent?.title).toBe("Welcome");
    expect(answer.outputProblem).toBeNull();
    expect((await notes.call("nothing")).error).toMatchObject({ code: -32602 });
    expect((await notes.listTools()).length).toBe(4);
    const { exchanges } = await notes.capture();
    expect(exchanges.filter(({ step }) => step === "tools/call")).toHaveLength(2);
  });

  test("over HTTP", { timeout: 60_000 }, async () => {
    await using remote = await connect(server.url);
    const tools = await remote.listTools();
    expect(tools.length).toBeGreaterThan(0);
    expect((await remote.send("no/such")).outcome).toBe("error");
  });
});
