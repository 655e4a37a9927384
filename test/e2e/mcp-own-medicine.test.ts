// mcptest checks, grades, audits and certifies its own MCP server as it would anybody's.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Revision } from "../../src/protocol/revision.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { BIN, ensureBuilt, mcptest, ROOT, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt, 300_000);

type Transport = "stdio" | "http";

/**
 * What the SDK beneath does and we cannot change from above it; docs/field-notes.md shows the exchanges ("mcptest mcp
 * itself"). When the SDK changes, this test says that a line may go.
 */
const FROM_THE_SDK: Readonly<Record<Transport, Partial<Record<Revision, readonly string[]>>>> = {
  stdio: {
    // A line that holds an array is dropped without a word.
    "2025-03-26": ["PROTO-026"],
  },
  http: {},
};

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;
const NEWEST = "2026-07-28";

/** The arguments that name our own server. */
const start = async (transport: Transport): Promise<readonly string[]> => {
  if (transport === "stdio") return ["--", process.execPath, BIN, "mcp"];
  const child = spawn(process.execPath, [BIN, "mcp", "--http", "0"], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once("close", () => reject(new Error(said)));
  });
  return [url];
};

const failed = (result: Result, counts: (level: string, advisory: boolean) => boolean): string[] =>
  result.verdicts.flatMap((verdict) =>
    verdict.state === "fail" && counts(verdict.level, verdict.advisory) ? [verdict.id] : [],
  );

describe.each<Transport>(["stdio", "http"])("over %s", (transport) => {
  test("no failed MUST in any revision, no failed rule at the newest, tier 1", { timeout: 300_000 }, async () => {
    const folder = temporaryFolder();
    const capture = join(folder, "session.json");
    const target = await start(transport);
    const recorded = await mcptest(["record", "--revision", "all", "--quiet", "-o", capture, ...target]);
    expect([recorded.code, recorded.stderr]).toEqual([0, ""]);
    const musts: Partial<Record<Revision, readonly string[]>> = {};
    for (const revision of REVISIONS) {
      const { code, stdout } = await mcptest([
        "judge",
        capture,
        "--revision",
        revision,
        "--reporter",
        "json",
        "--fail-on",
        "never",
      ]);
      const result = JSON.parse(stdout) as Result;
      expect([code, result.revision]).toEqual([0, revision]);
      expect(result.counts.states.pass).toBeGreaterThan(50);
      const ids = failed(result, (level, advisory) => level === "MUST" && !advisory);
      if (ids.length > 0) musts[revision] = ids;
      if (revision === NEWEST) {
        // A warning: the SDK beneath does not look at the cursors of lists with one page.
        expect(failed(result, () => true)).toEqual(["PAGE-012"]);
        expect(result.compliance.grade).toBe("A+");
      }
    }
    expect(musts).toEqual(FROM_THE_SDK[transport]);
    const tier = await mcptest(["conformance", "run", "--capture", capture, "--reporter", "json"]);
    expect(JSON.parse(tier.stdout)).toMatchObject({ badge: "T1" });
  });

  test("grade A with a certificate that verifies", { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const at = (name: string): string => join(folder, name);
    const key = await mcptest(["cert", "keygen", "-o", at("key.pem")]);
    expect(key.code).toBe(0);
    const [subject, flags] =
      transport === "stdio" ? ["stdio:mcptest@0.1.0", ["--subject", "stdio:mcptest@0.1.0"]] : [undefined, []];
    const target = await start(transport);
    const signing = ["--certificate", at("certificate.json"), "--key", at("key.pem"), "--issuer", "the test"];
    const audit = await mcptest(["audit", "--save", at("session.json"), ...signing, ...flags, ...target]);
    expect(audit.stdout).toContain("grade A · 10 of 10 criteria pass");
    expect(audit.code).toBe(0);
    const verified = await mcptest([
      "cert",
      "verify",
      at("certificate.json"),
      ...["--issuer-key", at("key.pub.pem"), "--capture", at("session.json")],
      ...["--subject", subject ?? target[0] ?? ""],
    ]);
    expect(verified.stdout + verified.stderr).toMatch(/^VALID /);
    expect(verified.code).toBe(0);
    expect(JSON.parse(JSON.parse(readFileSync(at("certificate.json"), "utf8")).canonical_json)).toMatchObject({
      grade: "A",
    });
  });
});
