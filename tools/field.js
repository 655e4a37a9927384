// Protected servers on FastMCP and the Go SDK, installed, started and tested: with tokens made for the test, and signed in to.
// What fails is compared with the committed capture of the same server. Needs the package registries, Python and Go, so no
// test runs it; the committed captures are judged again in test/rules/field-servers.test.ts.
//   node tools/field.js [--only go-protected] [--update] [--scratch folder]
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { MACHINE, startAuthorizationServer } from "./field/authorization-server.js";
import { FIELD_SERVERS } from "./field/servers.js";
import { install, withoutPaths, withServer } from "./sdk-recordings/record.js";

const MCPTEST = resolve(import.meta.dirname, "../bin/mcptest.js");
const CAPTURES = resolve(import.meta.dirname, "../test/captures/field");
/** Where mcptest issues tokens; every server is started to trust it. */
const ISSUER_PORT = 38_400;

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    update: { type: "boolean", default: false },
    scratch: { type: "string", default: ".cache/field" },
  },
});

const say = (text) => process.stdout.write(`${text}\n`);

/** Beside this process, which may be the authorization server. */
const mcptest = (args, env = {}) =>
  new Promise((ended, failed) => {
    const child = spawn(process.execPath, [MCPTEST, ...args], { env: { ...process.env, ...env } });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.once("error", failed);
    child.once("close", (code) => ended({ code, stdout, stderr: stderr.trim() }));
  });

const failedIn = async (capture) => {
  const { stdout, stderr } = await mcptest(["judge", capture, "--json", "--fail-on", "never"]);
  if (stdout === "") throw new Error(`judge ${capture}: ${stderr}`);
  return JSON.parse(stdout)
    .verdicts.filter(({ state, advisory }) => state === "fail" && !advisory)
    .map(({ id }) => id)
    .sort();
};

/** With tokens of every kind; the capture holds none of them. */
const record = async ({ name, port, run }, folder, scratch) => {
  const out = join(scratch, `${name}.json`);
  rmSync(out, { force: true });
  const issuer = `http://127.0.0.1:${ISSUER_PORT}`;
  const url = `http://127.0.0.1:${port}/mcp`;
  await withServer(run(port, issuer, "introspect"), folder, port, async () => {
    const { code, stderr } = await mcptest([
      "record",
      url,
      "--issue-tokens",
      "--issuer-port",
      String(ISSUER_PORT),
      "-o",
      out,
    ]);
    if (code !== 0) throw new Error(`record exits ${code}: ${stderr}`);
  });
  withoutPaths(out, folder);
  return out;
};

/** As a user of an authorization server that nobody here wrote; a token file exists for as long as this takes. */
const signIn = async ({ port, run, tokens }, folder) => {
  const server = await startAuthorizationServer(tokens);
  const config = mkdtempSync(join(tmpdir(), "mcptest-field-"));
  const env = { XDG_CONFIG_HOME: config, MACHINE_SECRET: MACHINE.secret };
  const url = `http://127.0.0.1:${port}/mcp`;
  const machine = ["--headless", "--client-id", MACHINE.id, "--client-secret-env", "MACHINE_SECRET"];
  try {
    return await withServer(run(port, server.issuer, "token/introspection"), folder, port, async () => {
      // FastMCP adds a slash to the issuer it is given.
      const issuer = ["--authorization-server", server.issuer];
      const login = await mcptest(["login", url, ...machine, ...issuer], env);
      if (login.code !== 0) return `login exits ${login.code}: ${login.stderr}`;
      const check = await mcptest(["check", url, "--login", "--quick", "--json", "--fail-on", "never"], env);
      if (check.code !== 0) return `check --login exits ${check.code}: ${check.stderr}`;
      const { outcome } = JSON.parse(check.stdout).server;
      return outcome === "complete" ? undefined : `check --login ends with ${outcome}`;
    });
  } finally {
    rmSync(config, { recursive: true, force: true });
    await server.close();
  }
};

const differences = (now, before) => [
  ...now.filter((id) => !before.includes(id)).map((id) => `${id} fails, and did not before`),
  ...before.filter((id) => !now.includes(id)).map((id) => `${id} failed before, and does not now`),
];

const test = async (server, scratch) => {
  const folder = install(server.recipe, scratch);
  const capture = await record(server, folder, scratch);
  const now = await failedIn(capture);
  const problem = await signIn(server, folder);
  const committed = join(CAPTURES, `${server.name}.json`);
  if (values.update) {
    copyFileSync(capture, committed);
    chmodSync(committed, 0o644);
  }
  const known = existsSync(committed) ? await failedIn(committed) : [];
  const found = [...differences(now, known), ...(problem === undefined ? [] : [problem])];
  say(`${server.name}: fails ${now.join(", ") || "nothing"}; ${problem === undefined ? "signed in" : "not signed in"}`);
  for (const line of found) say(`  ${line}`);
  return found.length === 0;
};

const scratch = resolve(values.scratch);
mkdirSync(scratch, { recursive: true });
const wanted = FIELD_SERVERS.filter(({ name }) => values.only?.split(",").includes(name) ?? true);
if (wanted.length === 0) throw new Error(`--only knows ${FIELD_SERVERS.map(({ name }) => name).join(", ")}`);
let failed = 0;
for (const server of wanted) {
  try {
    if (!(await test(server, scratch))) failed += 1;
  } catch (error) {
    failed += 1;
    say(`${server.name}: ${error.message}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
