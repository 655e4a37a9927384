// The command as a user runs it: its exit code, its two streams, and every complaint once.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { toJson, toJsonLines } from "../../../src/capture/serialize.ts";
import type { InvariantsReport } from "../../../src/judge/invariants.ts";
import { ensureBuilt, type Finished, mcptest, temporaryFolder } from "../../e2e/cli.ts";
import { session } from "../capture-builder.ts";

beforeAll(ensureBuilt);

const GOOD = session("stdio://good")
  .advertises("tools")
  .handshake()
  .asks("tools/list", { tools: [{ name: "search" }] });
const OTHER = session("stdio://other")
  .idsFrom(50)
  .advertises("tools")
  .handshake()
  .asks("tools/list", { tools: [{ name: "search" }] });
const SAMPLE = `{
"server_label": "stdio://my-server",
"server_capabilities": { "tools": {} },
"exchanges": [
{
"request": { "jsonrpc": "2.0", "id": 1, "method": "initialize" },
"response": { "jsonrpc": "2.0", "id": 1, "result": {} }
},
{
"request": { "jsonrpc": "2.0", "id": 2, "method": "tools/list" },
"response": { "jsonrpc": "2.0", "id": 2, "result": { "tools": [] } }
}
]
}
`;

/** Runs the command on files of these contents, in their folder. */
const run = (files: Readonly<Record<string, string | Buffer>>, ...args: readonly string[]): Promise<Finished> => {
  const cwd = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  const captures = args.includes("--capture") ? [] : Object.keys(files).flatMap((name) => ["--capture", name]);
  return mcptest(["compliance", "invariants", ...captures, ...args], { cwd });
};

const good = toJson(GOOD.build());
const other = toJson(OTHER.build());

describe("the verdict is the exit code", () => {
  test("everything holds: 0", async () => {
    const { code, stdout, stderr } = await run({ "a.json": good });
    expect(stderr).toBe("");
    expect(stdout).toContain("ok: 4 held, 0 failed, 3 not applicable");
    expect(code).toBe(0);
  });

  test("the sample of the format lacks notifications/initialized: 1", async () => {
    const { code, stdout } = await run({ "a.json": SAMPLE });
    expect(stdout).toContain("✗ INV-002");
    expect(code).toBe(1);
  });

  test("JSON Lines read the same", async () => {
    const [whole, lines] = await Promise.all([
      run({ "a.json": good }, "--format", "json"),
      run({ "a.jsonl": toJsonLines(GOOD.build()) }, "--format", "json"),
    ]);
    expect(lines).toEqual(whole);
  });

  test("a recording that was not closed is judged, with a note", async () => {
    const text = toJsonLines({ ...GOOD.build(), closed: false });
    const { code, stdout } = await run({ "a.jsonl": `${text}{"type":"exch` }, "--format", "json");
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as InvariantsReport).notes).toEqual([
      "a.jsonl: line 5 is half written and was dropped",
      "a.jsonl: the recording has no footer: it was not closed",
    ]);
  });

  test("twice the same bytes", async () => {
    const [first, second] = await Promise.all([
      run({ "a.json": SAMPLE }, "--format", "sarif"),
      run({ "a.json": SAMPLE }, "--format", "sarif"),
    ]);
    expect(first.stdout).toBe(second.stdout);
  });
});

describe("formats", () => {
  test.each<[string, RegExp]>([
    ["pretty", /^stdio:\/\/my-server\n/],
    ["json", /^\{\n {2}"format": "mcptest-invariants\/1"/],
    ["markdown", /^### ❌ mcptest invariants: \d+ broken/],
    ["md", /^### ❌ mcptest invariants: \d+ broken/],
    ["junit", /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /],
    ["sarif", /"version": "2.1.0"/],
  ])("%s", async (format, begin) => {
    const { code, stdout, stderr } = await run({ "a.json": SAMPLE }, "--format", format);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(begin);
  });

  test("--reporter is --format, and -o writes a file", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "a.json"), SAMPLE);
    const args = ["compliance", "invariants", "--capture", "a.json", "--reporter", "json", "-o", "report.json"];
    const { code, stdout } = await mcptest(args, { cwd, env: { FORCE_COLOR: "1" } });
    expect([code, stdout]).toEqual([1, ""]);
    expect((JSON.parse(readFileSync(join(cwd, "report.json"), "utf8")) as InvariantsReport).ok).toBe(false);
  });

  test("colour only where it is wanted", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "a.json"), SAMPLE);
    const args = ["compliance", "invariants", "--capture", "a.json"];
    expect((await mcptest(args, { cwd, env: { FORCE_COLOR: "1" } })).stdout).toContain("\u{1b}[31m");
    expect((await mcptest([...args, "--no-color"], { cwd, env: { FORCE_COLOR: "1" } })).stdout).not.toContain("\u{1b}");
  });
});

describe("several servers", () => {
  const composition = async (
    finished: Promise<Finished>,
  ): Promise<[number | null, InvariantsReport["composition"]]> => {
    const { code, stdout } = await finished;
    return [code, (JSON.parse(stdout) as InvariantsReport).composition];
  };
  const overlap = { kind: "tool-namespace-overlap", tool: "search", servers: ["stdio://good", "stdio://other"] };

  test("in one array, in two files, in one list of files", async () => {
    const array = `[${good},${other}]`;
    expect(await composition(run({ "a.json": array }, "--format", "json"))).toEqual([1, [overlap]]);
    expect(await composition(run({ "a.json": good, "b.json": other }, "--format", "json"))).toEqual([1, [overlap]]);
    const listed = run(
      { "a.json": good, "b.jsonl": toJsonLines(OTHER.build()) },
      "--capture",
      "a.json",
      "b.jsonl",
      "--format",
      "json",
    );
    expect(await composition(listed)).toEqual([1, [overlap]]);
  });

  test("an array of one is one server", async () => {
    expect(await composition(run({ "a.json": `[${good}]` }, "--format", "json"))).toEqual([0, []]);
  });

  test("--transport separate", async () => {
    const twin = toJson(session("stdio://twin").handshake().build());
    expect(await composition(run({ "a.json": good, "b.json": twin }, "--format", "json"))).toEqual([
      1,
      [{ kind: "shared-transport-id-collision", id: 1, servers: ["stdio://good", "stdio://twin"] }],
    ]);
    expect(
      await composition(run({ "a.json": good, "b.json": twin }, "--format", "json", "--transport", "separate")),
    ).toEqual([0, []]);
  });
});

describe("what cannot be read is said in one line", () => {
  test.each<[string, Record<string, string | Buffer>, string]>([
    [
      "an empty file",
      { "a.json": "" },
      "a.json: the file is empty; a capture is a JSON object with server_label and exchanges",
    ],
    ["invalid JSON", { "a.json": '{\n  "server_label": x\n}' }, "a.json:2:19: not valid JSON (a value was expected)"],
    [
      "a duplicate key",
      { "a.json": '{"exchanges":[],\n"exchanges":[]}' },
      "a.json:2:1: duplicate key at /exchanges; keep one of the two",
    ],
    [
      "a wrong shape",
      { "a.json": '{"server_label":"x","exchanges":[{"seq":"1"}]}' },
      "a.json: at /exchanges/0/seq: expected a whole number, zero or more",
    ],
    [
      "a wrong shape in an array",
      { "a.json": '[{"server_label":"x","exchanges":[]},{"exchanges":[]}]' },
      'a.json: at /1: expected a member "server_label"',
    ],
    ["no object at all", { "a.json": "7" }, "a.json: at the top: expected an object"],
    ["an empty array", { "a.json": "[]" }, "a.json: the array is empty; give at least one session object"],
    ["bytes that are no text", { "a.json": Buffer.from([0x7b, 0xff]) }, "a.json:1: not UTF-8 (byte 2 of the line)"],
    [
      "a broken line",
      { "a.jsonl": `{"type":"header","server_label":"x"}\n{"type":\n{}\n` },
      "a.jsonl:2:9: not valid JSON (the text ends too early)",
    ],
    [
      "a wrong line",
      { "a.jsonl": `{"type":"header","server_label":"x"}\n{"type":"exchange","id":1}\n` },
      "a.jsonl:2: at /id: expected a string",
    ],
    [
      "the second of two files",
      { "a.json": good, "b.json": "{" },
      "b.json:1:2: not valid JSON (the text ends too early)",
    ],
  ])("%s", async (_name, files, message) => {
    expect(await run(files)).toEqual({ code: 1, signal: null, stdout: "", stderr: `mcptest: ${message}\n` });
  });

  test.each<[string, string[], string]>([
    ["no such file", ["--capture", "gone.json"], "cannot read gone.json: there is no such file"],
    ["a folder", ["--capture", "."], "cannot read .: it is a folder; name a file in it"],
    ["no capture", [], "required option '--capture <file...>' not specified; see mcptest compliance invariants --help"],
    [
      "a format nobody knows",
      ["--capture", "x", "--format", "xml"],
      '--format "xml" is not a choice; use one of pretty, json, markdown, junit, sarif',
    ],
    [
      "a transport nobody knows",
      ["--capture", "x", "--transport", "both"],
      '--transport "both" is not a choice; use one of shared, separate',
    ],
    [
      "an option nobody knows",
      ["--capture", "x", "--xyzzy"],
      "unknown option '--xyzzy'; see mcptest compliance invariants --help",
    ],
    [
      "a report that cannot be written",
      ["--capture", "x", "-o", "no/such/place"],
      "cannot write no/such/place: its folder does not exist; create it first",
    ],
  ])("%s", async (_name, args, message) => {
    const finished = await mcptest(["compliance", "invariants", ...args], { cwd: temporaryFolder() });
    expect(finished).toEqual({ code: 1, signal: null, stdout: "", stderr: `mcptest: ${message}\n` });
  });

  test.skipIf(process.getuid?.() === 0)("no permission", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "a.json"), good);
    chmodSync(join(cwd, "a.json"), 0);
    const { code, stderr } = await mcptest(["compliance", "invariants", "--capture", "a.json"], { cwd });
    expect([code, stderr]).toEqual([1, "mcptest: cannot read a.json: no permission to read it\n"]);
  });

  test("nothing is written when nothing could be read", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "out"));
    await mcptest(["compliance", "invariants", "--capture", "gone.json", "-o", "out/report.txt"], { cwd });
    expect(() => readFileSync(join(cwd, "out", "report.txt"))).toThrow("ENOENT");
  });

  test("compliance alone shows what there is", async () => {
    const { code, stdout } = await mcptest(["compliance"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Usage: mcptest compliance");
  });
});
