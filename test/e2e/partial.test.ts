// --quick, --only and --skip through the built command line: how little is asked, and that the result says so.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { mutantOptions } from "../areas/tables.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { mcptest, temporaryFolder } from "./cli.ts";

const NOTES = ["--", process.execPath, "examples/notes-server.js"];
/** Four MUSTs and a SHOULD are broken in it. */
const SHOP = fileURLToPath(new URL("../report/captures/shop.json", import.meta.url));

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), "utf8"));
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const isResult = ajv.compile(read("result.schema.json"));
const isCapture = ajv.compile(read("capture.schema.json"));

const run = async (args: readonly string[], server: readonly string[] = NOTES) => {
  const file = join(temporaryFolder(), "session.json");
  const checked = await mcptest(["check", ...args, "--save", file, "--reporter", "json", ...server]);
  const capture = JSON.parse(readFileSync(file, "utf8")) as Capture;
  const result = JSON.parse(checked.stdout) as Result;
  expect(isResult(result) ? [] : isResult.errors).toEqual([]);
  expect(isCapture(capture) ? [] : isCapture.errors).toEqual([]);
  return { ...checked, file, capture, result };
};

/** Conversations that were held in a process of their own. */
const starts = ({ conversations = [] }: Capture): number =>
  conversations.filter(({ shares_process_with }) => shares_process_with === undefined).length;

const expectPartial = (result: Result, total: number): void => {
  expect(result).toMatchObject({ partial: true, conformance: null, upgrade: null });
  expect(result.compliance).toMatchObject({ grade: null, score: null, sections: [] });
  expect(result.left_out).toBeGreaterThan(0);
  expect(result.verdicts.length + (result.left_out ?? 0)).toBe(total);
};

const wholeOf = async (): Promise<Result> =>
  JSON.parse((await mcptest(["check", "--reporter", "json", ...NOTES])).stdout);

describe("--quick", () => {
  test("is one process beside the question for the era, and polite", { timeout: 60_000 }, async () => {
    const [{ code, capture, result, file }, whole] = [await run(["--quick"]), await wholeOf()];
    expect(code).toBe(0);
    expect(capture.asked).toEqual({ quick: true });
    expect(starts(capture)).toBe(2);
    expect(capture.exchanges.filter(({ deliberate }) => deliberate)).toEqual([]);
    expectPartial(result, whole.verdicts.length);
    expect(result.verdicts.length).toBeGreaterThan(100);
    expect(result.discoverability).toMatchObject({ grade: null, passes: 9 });
    expect(result.discoverability?.criteria.map(({ id }) => id)).not.toContain("C10");
    // What was not asked is no verdict, and what was has that of the whole run.
    expect(result.verdicts.filter((one) => one.state === "inconclusive" && one.reason === "not-probed")).toEqual([]);
    const states = new Map(whole.verdicts.map(({ id, state }) => [id, state]));
    expect(result.verdicts.filter(({ id, state }) => states.get(id) !== state)).toEqual([]);
    // The saved capture says it itself.
    const judged = await mcptest(["judge", file, "--reporter", "json"]);
    expect(JSON.parse(judged.stdout)).toEqual(result);
  });

  test("is one session over HTTP", { timeout: 60_000 }, async () => {
    const server = await startHttpServer({ era: "stateful", revisions: ["2025-11-25"] });
    try {
      const { capture, result } = await run(["--quick"], [server.url]);
      const sessions = (capture.conversations ?? []).flatMap(({ session_id }) => session_id ?? []);
      expect(new Set(sessions).size).toBe(1);
      expect(capture.exchanges.filter(({ step }) => step === "initialize")).toHaveLength(1);
      expect(result.revision).toBe("2025-11-25");
    } finally {
      await server.close();
    }
  });

  test("fails the run over what it sees", { timeout: 60_000 }, async () => {
    const server = await startHttpServer({ era: "stateless", ...mutantOptions("unknown-method-code") });
    const seen = await startHttpServer({ era: "stateful", ...mutantOptions("ping-status") });
    try {
      expect((await mcptest(["check", "--quick", server.url])).code).toBe(0);
      expect((await mcptest(["check", server.url, "--only", "PROTO-021"])).code).toBe(1);
      expect((await mcptest(["check", server.url, "--only", "PROTO-021", "--fail-on", "never"])).code).toBe(0);
      expect((await mcptest(["check", server.url, "--skip", "PROTO,LOG,PING,RES,TASK", "--quiet"])).code).toBe(0);
      const quick = await mcptest(["check", "--quick", "--revision", "2025-11-25", seen.url]);
      expect(quick.stdout).toContain("✗ partial: ");
      expect(quick.code).toBe(1);
    } finally {
      await Promise.all([server.close(), seen.close()]);
    }
  });
});

describe("--only and --skip", () => {
  test("ask and judge no more than that", { timeout: 60_000 }, async () => {
    const { code, capture, result, file } = await run([
      "--only",
      "tool-2,PING",
      "--only",
      "prompts",
      "--revision",
      "2025-11-25",
    ]);
    expect(code).toBe(0);
    expect(capture.asked).toEqual({ only: ["TOOL-002", "PING", "prompts"] });
    expect(
      new Set(result.verdicts.map(({ id, section }) => (section === "prompts" ? section : id.split("-")[0]))),
    ).toEqual(new Set(["TOOL", "PING", "prompts"]));
    expect(result.discoverability).toBeNull();
    expect(result.invariants).toEqual([]);
    const steps = capture.exchanges.map(({ step }) => step);
    expect(steps).toContain("unknown-tool");
    expect(steps).not.toContain("unknown-method");
    // Who judges it later may narrow it further, and not widen it.
    const narrower = await mcptest(["judge", file, "--only", "tools", "--reporter", "json"]);
    expect((JSON.parse(narrower.stdout) as Result).verdicts.map(({ id }) => id)).toEqual(["TOOL-002"]);
  });

  test("one rule is one conversation, and one process beside the question for the era", {
    timeout: 60_000,
  }, async () => {
    const { capture } = await run(["--only", "TOOL-002", "--revision", "2025-11-25"]);
    expect(starts(capture)).toBe(2);
    expect(capture.exchanges.map(({ step }) => step).sort()).toEqual(
      [
        ...["initialize", "notifications/initialized", "server/discover", "unknown-tool"],
        ...["tools/list", "resources/list", "resources/templates/list", "prompts/list"],
      ].sort(),
    );
  });

  test("judge judges a part of a whole capture", { timeout: 60_000 }, async () => {
    const whole = JSON.parse((await mcptest(["judge", SHOP, "--reporter", "json"])).stdout) as Result;
    const failed = whole.verdicts.filter(({ state }) => state === "fail");
    const [first] = failed;
    const part = await mcptest(["judge", SHOP, "--only", first?.id ?? "", "--reporter", "json"]);
    const result = JSON.parse(part.stdout) as Result;
    expect(result.verdicts.map(({ id, state }) => [id, state])).toEqual([[first?.id, "fail"]]);
    expect(result).toMatchObject({ partial: true, left_out: whole.verdicts.length - 1 });
    const rest = await mcptest(["judge", SHOP, "--skip", failed.map(({ id }) => id).join(",")]);
    expect(rest.stdout).toContain(`✓ partial: ${failed.length} rules left out`);
    expect(rest.code).toBe(0);
  });

  test("a rule that the revision does not have is named, and nothing judged is inconclusive", {
    timeout: 60_000,
  }, async () => {
    const { code, result } = await run(["--only", "DISC-001", "--revision", "2025-11-25"]);
    expect(result.verdicts).toEqual([]);
    expect(result.notes.join("\n")).toContain("DISC-001 is no rule of 2025-11-25");
    expect(code).toBe(5);
  });
});

test("every format says that it is a part", { timeout: 60_000 }, async () => {
  const said = async (reporter: string): Promise<string> =>
    (await mcptest(["judge", SHOP, "--only", "resources", "--reporter", reporter])).stdout;
  for (const reporter of ["pretty", "markdown", "html", "junit", "sarif", "github", "badge", "badge-json", "json"]) {
    const text = await said(reporter);
    expect([reporter, /partial/.test(text)]).toEqual([reporter, true]);
    expect([reporter, /grade [A-F]/.test(text)]).toEqual([reporter, false]);
  }
  expect(await said("junit")).toContain('<skipped message="Only a part was judged (--only resources): ');
  expect(JSON.parse(await said("badge-json"))).toMatchObject({ message: "partial", color: "lightgrey" });
});

describe("usage errors, in one line, before anything is asked", () => {
  test.each([
    [["--quick", "--fail-on", "grade-b"], "--fail-on grade-b: a run with --quick has no grade and no tier"],
    [["--only", "TOOL", "--fail-on", "tier-1"], "--fail-on tier-1: a run with --only TOOL has no grade and no tier"],
    [
      ["--skip", "TOOL", "--update-baseline", "--baseline", "x.yml"],
      "--update-baseline: a run with --skip TOOL does not",
    ],
    [["--only", "TOOL-02x"], '--only: "TOOL-02x" is neither a rule nor a section; did you mean TOOL-0'],
    [["--skip", "PROTO-010"], "--skip: PROTO-010 was withdrawn: "],
    [["--only", "PROTO-045"], "--only: PROTO-045 is not checked: "],
    [["--only", ","], "--only names nothing"],
    [["--only", "TOOL-002", "--skip", "TOOL-002"], "--skip leaves nothing of --only"],
    [["--quick", "--revision", "all"], "--quick is one conversation in one revision"],
  ] as const)("%j", async (flags, words) => {
    const { code, stdout, stderr } = await mcptest(["check", ...flags, "http://127.0.0.1:9/mcp"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(words);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a saved part has none either", { timeout: 60_000 }, async () => {
    const { file } = await run(["--quick"]);
    const judged = await mcptest(["judge", file, "--fail-on", "grade-a"]);
    expect([judged.code, judged.stdout]).toEqual([1, ""]);
    expect(judged.stderr).toMatch(/session\.json is a run with --quick, which has no grade and no tier/);
    const audited = await mcptest(["audit", "--capture", file]);
    expect(audited.stdout).not.toMatch(/grade [A-D]\b/);
  });
});

test("a baseline is compared with what was judged", { timeout: 60_000 }, async () => {
  const file = join(temporaryFolder(), "known.yml");
  await mcptest(["judge", SHOP, "--baseline", file, "--update-baseline"]);
  const listed = [...readFileSync(file, "utf8").matchAll(/- ([A-Z]+-[0-9]+)/g)].map(([, id]) => id ?? "");
  expect(listed.length).toBeGreaterThan(2);
  const part = await mcptest(["judge", SHOP, "--baseline", file, "--only", listed[0] ?? ""]);
  expect(part.code).toBe(0);
  expect(part.stderr).toBe("baseline: PASS 1 known to fail\n");
  // Listed, judged, and passing: that is stale in a part, too.
  const passing = (JSON.parse((await mcptest(["judge", SHOP, "--reporter", "json"])).stdout) as Result).verdicts.find(
    ({ id, state }) => state === "pass" && id === "PROTO-001",
  );
  expect(passing).toBeDefined();
  writeFileSync(file, readFileSync(file, "utf8").replace(/- ([A-Z]+-[0-9]+)/, "- PROTO-001\n  - $1"));
  const stale = await mcptest(["judge", SHOP, "--baseline", file, "--only", "PROTO-001"]);
  expect([stale.code, stale.stderr]).toEqual([1, expect.stringContaining("listed but passing, remove: PROTO-001")]);
});
