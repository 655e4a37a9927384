// What a user gets: the packages as npm packs them, installed in an empty folder. It is light, and every command of it starts. The only
// test that needs the package registry.

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGitHost } from "../refresh/git-host.ts";
import { COMMITS, upstreamTree } from "../refresh/upstream-tree.ts";
import { ensureBuilt, ROOT } from "./cli.ts";

const MOST_BYTES = 15_000_000;
const MOST_PACKAGES = 15;

const run = promisify(execFile);
const work = mkdtempSync(join(tmpdir(), "mcptest-installed-"));
const tarballs: string[] = [];

beforeAll(async () => {
  await ensureBuilt();
  for (const folder of [ROOT, join(ROOT, "packages", "fleet")]) {
    const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", work];
    const [packed] = JSON.parse((await run("npm", args, { cwd: folder })).stdout) as [{ filename: string }];
    tarballs.push(join(work, packed.filename));
  }
}, 300_000);

afterAll(() => rmSync(work, { recursive: true, force: true }));

/** An empty folder with these packages, and the means to run its `mcptest`. */
const install = async (name: string, packages: readonly string[]) => {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], { cwd: folder });
  const modules = join(folder, "node_modules");
  const lock = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8")) as { packages: object };
  const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    folder,
    packages: Object.keys(lock.packages).length,
    bytes: files.reduce((sum, { parentPath, name: file }) => sum + statSync(join(parentPath, file)).size, 0),
    mcptest: async (args: readonly string[]) => {
      // A command that reads its input finds none.
      const child = run(process.execPath, [join(modules, "mcptest", "bin", "mcptest.js"), ...args], {
        cwd: folder,
        env: { PATH: process.env["PATH"], HOME: folder },
        maxBuffer: 100_000_000,
      });
      child.child.stdin?.end();
      return child.then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
      );
    },
  };
};

type Installed = Awaited<ReturnType<typeof install>>;

const SERVER = ["--", process.execPath, "node_modules/mcptest/examples/notes-server.js"];
const SUITE = "node_modules/mcptest/examples/mcptest.yaml";
/** Nobody listens at this port. */
const NOWHERE = "http://127.0.0.1:9";
const NO_FLEET = "mcptest: the commands of a fleet need the package mcptest-fleet; run npm install mcptest-fleet\n";

interface Attempt {
  readonly args: readonly string[];
  readonly code?: number;
  /** In the output or in the complaint. */
  readonly says: string | RegExp;
}

/** Every command once, in an order in which the later ones find the files of the earlier ones. */
const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  record: { args: ["-o", "session.json", ...SERVER], says: "saved session.json" },
  check: { args: ["--reporter", "json", "-o", "result.json", ...SERVER], says: /^$/ },
  judge: { args: ["session.json"], says: "grade A+" },
  report: { args: ["result.json"], says: "notes-server" },
  sdk: { args: ["python"], says: "Python SDK" },
  explain: { args: ["TOOL-001"], says: "TOOL-001" },
  doctor: { args: SERVER, says: "already speaks" },
  accept: { args: SERVER, says: "consumers" },
  auth: { args: [NOWHERE], code: 4, says: "nothing accepted the connection" },
  call: { args: ["list_notes", ...SERVER], says: "Welcome" },
  read: { args: ["notes://none", ...SERVER], code: 1, says: "Resource not found" },
  prompt: { args: ["summarise_note", ...SERVER], code: 1, says: "The argument id is missing" },
  list: { args: SERVER, says: "list_notes" },
  lock: { args: SERVER, says: "wrote mcp-lock.json" },
  "compliance run": { args: SERVER, says: "grade A+" },
  "compliance invariants": { args: ["--capture", "session.json"], says: "INV-001" },
  "compliance diff": { args: ["2025-06-18", "2025-11-25"], says: "v2025-06-18 → v2025-11-25" },
  "compliance upcoming": { args: SERVER, says: "no use of a deprecated feature" },
  "compliance refresh": { args: ["--url", NOWHERE], code: 3, says: "mcptest: " },
  "compliance rules": { args: [], says: "TOOL-001" },
  init: { args: SERVER, says: "wrote mcptest.yaml" },
  run: { args: ["--config", SUITE], says: "lanes green" },
  validate: { args: [SUITE], says: "valid" },
  serve: { args: ["session.json"], says: "" },
  replay: { args: ["session.json", ...SERVER], says: "beside the recording" },
  client: {
    args: ["--scenario", "neutral", "--", process.execPath, "-e", "0"],
    code: 4,
    says: "the client never connected",
  },
  "conformance run": { args: SERVER, says: "as shipped with mcptest" },
  // Given the address of a repository by the test.
  "conformance refresh": { args: [], says: "3 added" },
  "conformance check-ids": { args: [], says: "sep-" },
  "cert keygen": { args: ["--out", "key.pem"], says: "private key key.pem" },
  audit: {
    args: [
      "--certificate",
      "certificate.json",
      "--key",
      "key.pem",
      "--issuer",
      "Example",
      "--subject",
      "stdio:notes@1.0.0",
      "--save",
      "a.json",
      ...SERVER,
    ],
    says: "saved a.json",
  },
  "cert show": { args: ["certificate.json"], says: "Example" },
  "cert verify": { args: ["certificate.json", "--issuer-key", "key.pub.pem"], says: "Example" },
  "cert revoke": { args: ["certificate.json", "--key", "key.pem", "--reason", "an example"], says: "an example" },
  "cert retire": { args: ["--key", "key.pem", "--reason", "superseded"], says: "superseded" },
  "cert publish": { args: ["certificate.json", "--capture", "a.json", "--out", "web"], says: "web" },
  "cert page": { args: ["--out", "page.html"], says: /^$/ },
  "registry draft": { args: SERVER, says: "FILL-IN" },
  "registry validate": { args: ["none.json"], code: 1, says: "cannot read none.json" },
  "registry list": { args: [NOWHERE], code: 3, says: "mcptest: " },
  "registry refresh": { args: ["--url", NOWHERE], code: 3, says: "mcptest: " },
  mcp: { args: [], says: "" },
  login: { args: [`${NOWHERE}/mcp`], code: 4, says: "not signed in" },
  completion: { args: ["bash"], says: "_mcptest()" },
  ...Object.fromEntries(
    ["run", "work", "status", "rejudge", "diff", "export", "certify", "site"].map((name) => [
      `fleet ${name}`,
      { args: [], code: 1, says: NO_FLEET },
    ]),
  ),
  "fleet add": { args: ["https://example.com/mcp"], code: 1, says: NO_FLEET },
  "fleet remove": { args: ["https://example.com/mcp"], code: 1, says: NO_FLEET },
  "fleet opt-out": { args: [], code: 1, says: NO_FLEET },
};

describe("mcptest alone", () => {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install("alone", tarballs.slice(0, 1));
  }, 300_000);

  test("weighs at most 15 MB in at most 15 packages", () => {
    expect(installed.bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(installed.packages).toBeLessThanOrEqual(MOST_PACKAGES);
  });

  test("every command is tried below", async () => {
    const commandsOf = async (words: readonly string[]): Promise<string[]> => {
      const { stdout } = await installed.mcptest([...words, "--help"]);
      const [, listed] = stdout.split("\nCommands:\n");
      const names = [...(listed ?? "").matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = ""]) => name);
      const below = names.filter((name) => name !== "help").map((name) => commandsOf([...words, name]));
      return below.length === 0 ? [words.join(" ")] : (await Promise.all(below)).flat();
    };
    expect((await commandsOf([])).sort()).toEqual(Object.keys(ATTEMPTS).sort());
  });

  test.each(Object.entries(ATTEMPTS))("mcptest %s", async (name, { args, code = 0, says }) => {
    const more = name === "conformance refresh" ? ["--url", await repository(), "--corpus-dir", "corpus"] : [];
    const done = await installed.mcptest([...name.split(" "), ...more, ...args]);
    expect(done).toMatchObject({ code });
    expect(`${done.stdout}${done.stderr}`).toEqual(
      typeof says === "string" ? expect.stringContaining(says) : expect.stringMatching(says),
    );
  });

  test("fleet commands say in one line what is missing, and their help is there", async () => {
    expect(await installed.mcptest(["fleet", "status"])).toEqual({ code: 1, stdout: "", stderr: NO_FLEET });
    const help = await installed.mcptest(["fleet", "run", "--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("--at-once") });
  });

  test("every entry can be imported", async () => {
    const script = `
      const { exports } = JSON.parse(require("node:fs").readFileSync("node_modules/mcptest/package.json", "utf8"));
      const entries = Object.keys(exports).filter((name) => !/[*]|json|vitest/.test(name));
      Promise.all(entries.map((name) => import("mcptest" + name.slice(1)))).then((all) => console.log(all.length));`;
    const { stdout } = await run(process.execPath, ["-e", script], { cwd: installed.folder });
    expect(stdout).toBe("3\n");
  });
});

const repository = async (): Promise<string> => {
  const main = { name: "refs/heads/main", commit: COMMITS.main, tree: upstreamTree() };
  return (await openGitHost({ head: main.name, refs: [main] })).url;
};

describe("with mcptest-fleet", () => {
  let installed: Installed;
  beforeAll(async () => {
    installed = await install("with-fleet", tarballs);
  }, 300_000);

  test("the fleet finds its database, its threads and its processes", { timeout: 120_000 }, async () => {
    const { mcptest } = installed;
    expect(await mcptest(["fleet", "status"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there is no fleet at"),
    });
    expect(await mcptest(["fleet", "add", `${NOWHERE}/mcp`, "--allow-private"])).toMatchObject({ code: 0 });
    const asked = await mcptest(["fleet", "run", "--allow-private", "--contact", "tests@example.com"]);
    expect(asked).toMatchObject({ code: 0, stdout: "1 asked: 1 dead\n" });
    const judged = await mcptest(["fleet", "rejudge"]);
    expect(judged).toMatchObject({ code: 0, stdout: expect.stringContaining("1") });
    expect(await mcptest(["fleet", "site", "--out", "site"])).toMatchObject({ code: 0 });
    expect(readdirSync(join(installed.folder, "site"))).toContain("index.html");
  });

  test("a package of another version is one line", async () => {
    const file = join(installed.folder, "node_modules", "mcptest-fleet", "package.json");
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    writeFileSync(file, readFileSync(file, "utf8").replace(`"version": "${version}"`, '"version": "99.0.0"'));
    expect(await installed.mcptest(["fleet", "status"])).toEqual({
      code: 1,
      stdout: "",
      stderr: `mcptest: mcptest-fleet 99.0.0 does not fit mcptest ${version}; run npm install mcptest-fleet@${version}\n`,
    });
  });
});
