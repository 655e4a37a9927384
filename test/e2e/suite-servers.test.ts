// Suites with several servers, servers named on the command line, rules from a folder, secrets, an interruption.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { mutantOptions } from "../areas/tables.ts";
import { serveHttp } from "../probe/ad-hoc-servers.ts";
import { startHttpServer } from "../servers/http/http-server.ts";
import { mcptest, ROOT, temporaryFolder } from "./cli.ts";

/** Each of these starts several probes, and the machine may be busy. */
const BUSY = 240_000;
const NOTES = join(ROOT, "examples", "notes-server.js");

const put = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
};

const expectSchema = (name: string, value: unknown): void => {
  const schema = JSON.parse(readFileSync(join(ROOT, "schemas", `${name}.schema.json`), "utf8"));
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  validate(value);
  expect(validate.errors, name).toBeNull();
};

test(
  "run over several servers: one report, narrowed with --server",
  async () => {
    const cwd = temporaryFolder();
    const [good, bad] = await Promise.all([
      startHttpServer({ era: "stateless" }),
      startHttpServer({ era: "stateless", ...mutantOptions("unknown-method-code") }),
    ]);
    try {
      put(cwd, {
        "mcptest.yaml": `servers:\n  good: {url: "${good.url}"}\n  bad: {url: "${bad.url}"}\ncompliance: {spec_version: v2026-07-28}\ninvariants: true\n`,
      });
      const both = await mcptest(
        ["run", "--save", "c.json", "--reporter", "json", "--reporter", "html", "-o", "r.html"],
        { cwd },
      );
      expect(both.code).toBe(1);
      const result = JSON.parse(both.stdout);
      expectSchema("suite-result", result);
      expect(
        result.lanes.map(({ lane, servers, state }: Record<string, unknown>) => [lane, servers, state]).slice(0, 2),
      ).toEqual([
        ["compliance", ["good"], "pass"],
        ["compliance", ["bad"], "fail"],
      ]);
      expect(result.lanes[2]).toMatchObject({ lane: "invariants", servers: ["good", "bad"] });
      expect(readdirSync(cwd)).toEqual(expect.arrayContaining(["c.good.json", "c.bad.json"]));
      expect(readFileSync(join(cwd, "r.html"), "utf8")).toContain("bad/stateless");
      const one = await mcptest(["run", "--server", "good"], { cwd });
      expect(one.stdout).toMatch(/^✓ mcptest\.yaml: passed · 2 of 2 lanes green/);
      expect(one.code).toBe(0);
    } finally {
      await Promise.all([good.close(), bad.close()]);
    }
  },
  BUSY,
);

test(
  "compliance run over several servers: a scorecard of both; one of two cannot be replaced, one of one can",
  async () => {
    const cwd = temporaryFolder();
    const [good, bad] = await Promise.all([
      startHttpServer({ era: "stateless" }),
      startHttpServer({ era: "stateless", ...mutantOptions("unknown-method-code") }),
    ]);
    try {
      put(cwd, {
        "mcptest.yaml": `servers:\n  good: {url: "${good.url}"}\n  bad: {url: "${bad.url}"}\ncompliance: {spec_version: v2026-07-28}\n`,
      });
      const card = ["compliance", "run", "--config", "mcptest.yaml", "--reporter", "json"];
      const scored = await mcptest([...card, "--save-scorecard", "card.json"], { cwd });
      expectSchema("compliance", JSON.parse(scored.stdout));
      expectSchema("scorecard", JSON.parse(readFileSync(join(cwd, "card.json"), "utf8")));
      const wrong = [
        [["--server", "god"], '--server "god" is neither a URL nor a server of mcptest.yaml; did you mean good?'],
        [["--server", good.url], "mcptest.yaml has 2 servers, and the command line can replace only one"],
        [["--server-label", "x"], "--server-label names one server, and this run is about 2"],
      ] as const;
      for (const [flags, line] of wrong) {
        const refused = await mcptest([...card, ...flags], { cwd });
        expect({ code: refused.code, stderr: refused.stderr }).toEqual({
          code: 1,
          stderr: expect.stringContaining(line),
        });
      }
      put(cwd, { "one.yml": `server: {url: "${bad.url}"}\ncompliance: [{name: PROTO-021}]\n` });
      const replaced = await mcptest(
        ["compliance", "run", "--config", "one.yml", "--server", good.url, "--server-label", "stand-in"],
        { cwd },
      );
      expect(replaced.stdout).toContain(`stand-in · ${good.url}`);
      expect(replaced.code).toBe(0);
    } finally {
      await Promise.all([good.close(), bad.close()]);
    }
  },
  BUSY,
);

test(
  "--revision wins over the pin for what is probed and judged, and says so",
  async () => {
    const cwd = temporaryFolder();
    put(cwd, {
      "mcptest.yaml": `server: {command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(NOTES)}]}\ncompliance:\n  spec_version: v2026-07-28\n  tests: [{name: PROTO-021}]\n`,
    });
    for (const command of [["run"], ["compliance", "run", "--config", "mcptest.yaml"]]) {
      const other = await mcptest([...command, "--revision", "2025-06-18"], { cwd });
      expect(other.stdout).toContain("the suite is pinned to 2026-07-28; --revision asked for 2025-06-18");
      expect(other.code).toBe(0);
    }
    const same = await mcptest(["run", "--revision", "v2026-07-28"], { cwd });
    expect(same.stdout).not.toContain("--revision");
  },
  BUSY,
);

test(
  "--registry with a folder: rows for all revisions, rows for one, and mistakes with their place",
  async () => {
    const cwd = temporaryFolder();
    const row = (target: string, matcher = "{exact: []}") => `expect: [{target: ${target}, matcher: ${matcher}}]`;
    const registry =
      "- {rule_id: DATED-001, title: only in one revision, section: tools, level: MUST, spec: server/tools#x, means: it, probe: so, why: because, example: that, fix: do so}\n";
    put(cwd, {
      "own/all.yaml": `- {rule_id: ACME-001, title: no tools at all, section: tools, level: MUST, ${row("tools")}}\n`,
      "own/registry/own.yaml": registry,
      "own/v2025-06-18/own.yaml": `- {rule_id: DATED-001, ${row("tools")}}\n`,
    });
    const run = (revision: string, path = "own") =>
      mcptest(["compliance", "run", "--registry", path, "--revision", revision, "--", process.execPath, NOTES], {
        cwd,
      });
    put(cwd, { "own/registry/own.yaml": registry.replace(", fix: do so", "") });
    const incomplete = await run("2025-06-18");
    expect(incomplete.stderr).toContain("own/registry/own.yaml:1:3: fix is missing");
    put(cwd, { "own/registry/own.yaml": registry });
    const dated = await run("2025-06-18");
    expect(dated.stderr).toBe("");
    expect(dated.stdout).toContain("✗ ACME-001  no tools at all");
    expect(dated.stdout).toContain("✗ DATED-001  only in one revision");
    const named = await run("2025-11-25", "own/registry");
    expect(named.stdout).toContain("✗ ACME-001");
    expect(named.stdout).not.toContain("DATED-001");
    const wrong = [
      ["own/all.yaml", `- rule_id: PROTO-002\n  ${row("toolz")}\n`, 'own/all.yaml:2:21: unknown target "toolz"'],
      [
        "own/all.yaml",
        `- rule_id: PROTO-002\n  ${row("tools", '{regex: "("}')}\n`,
        "own/all.yaml:2:28: this matcher does not work",
      ],
      [
        "own/v2025-06-18/own.yaml",
        `- {rule_id: DATED-001, ${row("toolz")}}\n`,
        'own/v2025-06-18/own.yaml:1:42: unknown target "toolz"',
      ],
    ] as const;
    for (const [file, text, line] of wrong) {
      const before = readFileSync(join(cwd, file), "utf8");
      put(cwd, { [file]: text });
      const refused = await run("2025-06-18");
      expect(refused.stderr).toContain(line);
      expect(refused.code).toBe(1);
      put(cwd, { [file]: before });
    }
  },
  BUSY,
);

test(
  "init over HTTP writes the names of secrets, and the suite runs with them",
  async () => {
    const cwd = temporaryFolder();
    const server = await startHttpServer({ era: "stateless" });
    try {
      const env = { TOKEN: "bearer-secret-0123456789", KEY: "key-secret-0123456789" };
      const url = `${server.url}?api_key=query-secret-0123456789`;
      const args = ["--bearer-env", "TOKEN", "--header-env", "X-Api-Key=KEY", "--header", "X-Plain: plain-0123456789"];
      const init = await mcptest(["init", url, ...args], { cwd, env });
      expect(init.stderr).toBe("");
      expect(init.code).toBe(0);
      const text = readFileSync(join(cwd, "mcptest.yaml"), "utf8");
      for (const secret of [env.TOKEN, env.KEY, "query-secret", "plain-0123456789"]) expect(text).not.toContain(secret);
      expect(text).toContain("bearer_token_env: TOKEN");
      expect(text).toContain("X-Api-Key: { env: KEY }");
      expect(init.stdout).toMatch(/set before a run: SERVER_URL, TOKEN, X_PLAIN, KEY/i);
      const unset = await mcptest(["run"], { cwd });
      expect(unset.stderr).toContain('"SERVER_URL" is not set');
      expect(unset.code).toBe(1);
      const all = { ...env, SERVER_URL: url, X_PLAIN: "plain-0123456789" };
      const run = await mcptest(["run", "--reporter", "json"], { cwd, env: all });
      expect(run.stderr).toBe("");
      expect(run.code).toBe(0);
      for (const secret of [env.TOKEN, env.KEY, "query-secret"]) expect(run.stdout).not.toContain(secret);
    } finally {
      await server.close();
    }
  },
  BUSY,
);

test(
  "an interruption is 130: no scorecard, no baseline, nobody left behind",
  async () => {
    const cwd = temporaryFolder();
    // Each child reports its process id here, then answers nothing and stays.
    const pids: number[] = [];
    let running: () => void = () => {};
    const desk = await serveHttp(({ path }) => {
      pids.push(Number(path.slice(1)));
      running();
      return { status: 204 };
    });
    const script = `require("http").get(${JSON.stringify(new URL("/", desk.url).href)} + process.pid); process.stdin.resume();`;
    put(cwd, {
      "mcptest.yaml": `server: {command: [${JSON.stringify(process.execPath)}, -e, ${JSON.stringify(script)}]}\ncompliance: {spec_version: v2025-06-18}\n`,
    });
    const write = ["--save-scorecard", "card.json", "--baseline", "base.yml", "--update-baseline"];
    for (const args of [["run"], ["compliance", "run", "--config", "mcptest.yaml", ...write]]) {
      const started = new Promise<void>((resolve) => {
        running = resolve;
      });
      let stop: ((signal: NodeJS.Signals) => void) | undefined;
      const finished = mcptest([...args, "--reporter", "json"], {
        cwd,
        onStart: (kill) => {
          stop = kill;
        },
      });
      await started;
      stop?.("SIGINT");
      const { code, stdout } = await finished;
      expect(code).toBe(130);
      expect(JSON.parse(stdout)).toMatchObject({ ok: false });
      expect(stdout).toContain("the run was interrupted");
    }
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(existsSync(join(cwd, "card.json"))).toBe(false);
    expect(existsSync(join(cwd, "base.yml"))).toBe(false);
  },
  BUSY,
);
