// What a run does to files and streams when something is wrong with them.

import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { BIN, ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const SERVER = ["--", process.execPath, join(ROOT, "examples", "notes-server.js")];

const recorded = async (folder: string): Promise<string> => {
  const file = join(folder, "session.json");
  expect((await mcptest(["record", "--quick", "--quiet", "-o", file, ...SERVER])).code).toBe(0);
  return file;
};

describe("Files: output equal to input is refused", () => {
  test("under any spelling of its name", async () => {
    const folder = temporaryFolder();
    const file = await recorded(folder);
    const before = readFileSync(file, "utf8");
    symlinkSync(file, join(folder, "link.json"));
    linkSync(file, join(folder, "hard.json"));
    for (const same of [
      file,
      join(folder, ".", "session.json"),
      join(folder, "link.json"),
      join(folder, "hard.json"),
    ]) {
      const { code, stderr } = await mcptest(["judge", file, "--reporter", "json", "-o", same]);
      expect(stderr).toMatch(/^mcptest: cannot write .*: it is what this run reads; choose another path\n$/);
      expect(code).toBe(1);
      expect(readFileSync(file, "utf8")).toBe(before);
    }
    expect(readdirSync(folder).sort()).toEqual(["hard.json", "link.json", "session.json"]);
  });
});

describe("a result that was edited", () => {
  test("is not reported with a grade that its verdicts do not give", async () => {
    const folder = temporaryFolder();
    const file = join(folder, "result.json");
    await mcptest(["check", "--reporter", "json", "-o", file, ...SERVER]);
    const result = JSON.parse(readFileSync(file, "utf8"));
    expect((await mcptest(["report", file])).code).toBe(0);
    for (const edited of [
      { ...result, compliance: { ...result.compliance, grade: "F" } },
      { ...result, compliance: { ...result.compliance, failed_must: 7 } },
      { ...result, conformance: { ...result.conformance, badge: "T3" } },
      { ...result, conformance: { ...result.conformance, tier: "tier-3", badge: "T3" } },
    ]) {
      writeFileSync(file, JSON.stringify(edited));
      const { code, stdout, stderr } = await mcptest(["report", file]);
      expect(stderr).toContain("it was edited, so judge the capture again");
      expect([code, stdout]).toEqual([1, ""]);
    }
  });
});

describe.skipIf(!existsSync("/dev/full"))("Files: a full disk", () => {
  test("on stdout is an error and one line", () => {
    const full = openSync("/dev/full", "w");
    const { status, stderr } = spawnSync(process.execPath, [BIN, "explain", "PROTO-001"], {
      stdio: ["ignore", full, "pipe"],
      encoding: "utf8",
    });
    closeSync(full);
    expect(stderr).toBe("mcptest: cannot write the output: the disk is full; free some space\n");
    expect(status).toBe(1);
  });
});

test("ten outputs print no warning", async () => {
  const folder = temporaryFolder();
  const file = await recorded(folder);
  const outputs = Array.from({ length: 12 }, (_, index) => ["--reporter", "json", "-o", join(folder, `${index}.json`)]);
  const { stderr } = await mcptest(["judge", file, ...outputs.flat()]);
  expect(stderr).toBe("");
  expect(readdirSync(folder)).toHaveLength(13);
});

test("Files: what a killed run left of a file is removed by the next run for it, and nothing else is", async () => {
  const folder = temporaryFolder();
  const file = await recorded(folder);
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const alive = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
  for (const pid of [dead, alive.pid]) writeFileSync(join(folder, `.out.json.${pid}.part`), "half");
  for (const name of [`.other.json.${dead}.part`, `.out.json.${dead}.part.bak`, ".out.json.x.part"])
    writeFileSync(join(folder, name), "mine");
  await mcptest(["judge", file, "--reporter", "json", "-o", join(folder, "out.json")]);
  alive.stdin?.end();
  expect(readdirSync(folder).sort()).toEqual(
    [
      `.other.json.${dead}.part`,
      `.out.json.${alive.pid}.part`,
      `.out.json.${dead}.part.bak`,
      ".out.json.x.part",
      "out.json",
      "session.json",
    ].sort(),
  );
});

test("a keygen that fails leaves nothing", async () => {
  const folder = temporaryFolder();
  // The disk "fills" when the first key is written: no file may grow.
  const { status, stderr } = spawnSync(
    "bash",
    [
      "-c",
      `ulimit -f 0; trap '' XFSZ; exec "$0" "$@"`,
      process.execPath,
      BIN,
      "cert",
      "keygen",
      "-o",
      join(folder, "k.pem"),
    ],
    { encoding: "utf8", env: { PATH: process.env["PATH"] ?? "", HOME: "/", NODE_DISABLE_COMPILE_CACHE: "1" } },
  );
  expect(stderr).toContain("cannot write");
  expect(status).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});
