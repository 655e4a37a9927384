// Signing in as a user does: the built command line, a real authorization server, and a browser that fills in its forms.

import { spawn } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import {
  type AuthorizationServer,
  CLIENT,
  MACHINE_SECRET,
  startAuthorizationServer,
} from "../auth/support/authorization-server.ts";
import { comeBack, signInByForms } from "../auth/support/browser.ts";
import { type ProtectedServer, startProtectedServer } from "../auth/support/protected-server.ts";
import { BIN, ensureBuilt, type Finished, mcptest, ROOT, temporaryFolder } from "./cli.ts";

let issuer: AuthorizationServer;
let server: ProtectedServer;

beforeAll(async () => {
  await ensureBuilt();
  issuer = await startAuthorizationServer();
  server = await startProtectedServer(issuer.issuer);
});

afterAll(async () => {
  await server.close();
  await issuer.close();
});

/** Runs it, and does with the address that it prints what a person would. */
const withBrowser = (
  args: readonly string[],
  config: string,
  browse: (address: string, kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: "/", XDG_CONFIG_HOME: config };
    const child = spawn(process.execPath, [BIN, ...args], { env, cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let [stdout, stderr, address] = ["", "", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /^ {2}(http\S+)\n/m.exec(stderr)?.[1];
      if (found === undefined || address !== "") return;
      address = found;
      browse(address, (signal) => void child.kill(signal));
    });
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });

const signIn = (address: string): void => void signInByForms(address).then(comeBack);

const tokensIn = (config: string): string => join(config, "mcptest", "tokens");

const storedSecrets = (config: string): string[] =>
  readdirSync(tokensIn(config)).flatMap((name) => {
    const record = JSON.parse(readFileSync(join(tokensIn(config), name), "utf8")) as Record<string, string>;
    return ["access_token", "refresh_token"].flatMap((key) => record[key] ?? []);
  });

const MACHINE = ["--headless", "--client-id", CLIENT.machine, "--client-secret-env", "MACHINE_SECRET"];

test("Tokens stay: login once, check without a browser, and no token in anything that is written", async () => {
  const config = temporaryFolder();
  const XDG = { XDG_CONFIG_HOME: config };
  const [flow, capture] = [join(config, "flow.json"), join(config, "session.json")];
  const login = await withBrowser(["login", server.url, "--client-id", CLIENT.native, "--save", flow], config, signIn);
  expect(login).toMatchObject({ code: 0 });
  // Who issues tokens is said before anything is fetched from there.
  expect(login.stderr.split("\n")[0]).toBe(`authorization server: ${issuer.issuer}`);
  expect(login.stdout).toContain(`signed in to ${server.url} at ${issuer.issuer}`);
  const [file = ""] = readdirSync(tokensIn(config));
  expect(statSync(join(tokensIn(config), file)).mode & 0o777).toBe(0o600);
  expect(statSync(tokensIn(config)).mode & 0o777).toBe(0o700);

  const check = await mcptest(
    ["check", server.url, "--login", "--quick", "--save", capture, "--reporter", "json", "--fail-on", "never"],
    { env: XDG },
  );
  expect(check.stderr).not.toContain("open this address");
  expect(check.code).toBe(0);
  expect(JSON.parse(check.stdout)).toMatchObject({ server: { outcome: "complete" } });
  const listed = await mcptest(["login", "--list"], { env: XDG });
  const json = await mcptest(["login", "--list", "--json"], { env: XDG });
  expect(listed.stdout).toContain(`issuer ${issuer.issuer}, client ${CLIENT.native}`);
  expect(JSON.parse(json.stdout)).toMatchObject({ tokens: [{ resource: server.url, renewable: true }] });

  const secrets = storedSecrets(config);
  expect(secrets).toHaveLength(2);
  const written = [login, check, listed, json].flatMap(({ stdout, stderr }) => [stdout, stderr]);
  for (const text of [...written, readFileSync(flow, "utf8"), readFileSync(capture, "utf8")])
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);

  const forgotten = await mcptest(["login", server.url, "--forget"], { env: XDG });
  expect(forgotten.stdout).toContain("forgot the token");
  expect(readdirSync(tokensIn(config))).toEqual([]);
});

test("check signs in by itself, and how it did is in the capture that is judged", async () => {
  const config = temporaryFolder();
  const capture = join(config, "session.json");
  const env = { XDG_CONFIG_HOME: config, MACHINE_SECRET };
  const quick = ["--quick", "--fail-on", "never"];
  const check = await mcptest(["check", server.url, "--login", ...MACHINE, ...quick, "--save", capture], { env });
  expect(check.code).toBe(0);
  const text = readFileSync(capture, "utf8");
  const { conversations = [], exchanges } = JSON.parse(text) as Capture;
  expect(conversations[0]).toMatchObject({ id: "login" });
  const flow = exchanges.filter(({ conversation }) => conversation === "login");
  expect(flow.map(({ step }) => step)).toEqual([
    "challenge",
    "resource-metadata:named",
    "authorization-server:rfc8414",
    "token",
  ]);
  expect(flow.at(-1)?.response).toMatchObject({ access_token: expect.stringMatching(/^\[redacted:/) });
  for (const secret of [...storedSecrets(config), MACHINE_SECRET]) expect(text.includes(secret)).toBe(false);
  const judged = await mcptest(["judge", capture, "--fail-on", "never"], { env });
  expect(judged.stdout.split("\n").at(-3)).toBe(check.stdout.split("\n").at(-3));
});

test("Tokens stay: an interrupt leaves no token file and nobody listening", async () => {
  const config = temporaryFolder();
  let port = 0;
  const ended = await withBrowser(["login", server.url, "--client-id", CLIENT.native], config, (address, kill) => {
    port = Number(new URL(new URL(address).searchParams.get("redirect_uri") ?? "").port);
    kill("SIGINT");
  });
  expect(ended.code).toBe(130);
  expect(existsSync(tokensIn(config))).toBe(false);
  const refused = await new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(false));
    socket.once("error", () => resolve(true));
  });
  expect(refused).toBe(true);
});

test("a browser that never comes back", async () => {
  const args = ["login", server.url, "--client-id", CLIENT.native, "--wait", "50ms"];
  const ended = await withBrowser(args, temporaryFolder(), () => {});
  expect(ended.code).toBe(5);
  expect(ended.stderr).toContain("mcptest: not signed in: nobody came back from the browser in time");
});

test("Tokens stay: a token that others can read is refused", async () => {
  const config = temporaryFolder();
  const env = { XDG_CONFIG_HOME: config, MACHINE_SECRET };
  expect((await mcptest(["login", server.url, ...MACHINE], { env })).code).toBe(0);
  const [file = ""] = readdirSync(tokensIn(config));
  chmodSync(join(tokensIn(config), file), 0o644);
  const listed = await mcptest(["login", "--list"], { env });
  expect(listed).toMatchObject({ code: 1, stderr: expect.stringContaining("chmod 600") });
  chmodSync(join(tokensIn(config), file), 0o600);
  chmodSync(tokensIn(config), 0o777);
  expect(await mcptest(["login", "--list"], { env })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("chmod 700"),
  });
});

test("two credentials, a command, and everything at once are mistakes", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const ended = await Promise.all([
    mcptest(["check", server.url, "--login", "--header", "Authorization: Bearer x"], { env }),
    mcptest(["check", "--login", "--", "node", "server.js"], { env }),
    mcptest(["login", "--all"], { env }),
  ]);
  const messages = ["Authorization is given twice", "works only with a server at a URL", "--all goes with --forget"];
  for (const [at, { code, stderr }] of ended.entries()) {
    expect(stderr).toContain(messages[at]);
    expect(code).toBe(1);
  }
});

test("the libraries of the flow are loaded by those who sign in, and by nobody else", async () => {
  const folder = temporaryFolder();
  const [hook, log] = [join(folder, "hook.cjs"), join(folder, "loaded.txt")];
  writeFileSync(log, "");
  writeFileSync(
    hook,
    `const { Module } = require("node:module"); const load = Module._load;
Module._load = function (name, ...rest) {
  if (/^(?:oauth4webapi|jose)$/.test(name)) require("node:fs").appendFileSync(${JSON.stringify(log)}, name + "\\n");
  return load.call(this, name, ...rest);
};`,
  );
  const env = { XDG_CONFIG_HOME: folder, MACHINE_SECRET, NODE_OPTIONS: `--require ${hook}` };
  await mcptest(["--version"], { env });
  await mcptest(["check", server.url, "--quick"], { env });
  expect(readFileSync(log, "utf8")).toBe("");
  expect((await mcptest(["login", server.url, ...MACHINE], { env })).code).toBe(0);
  expect(readFileSync(log, "utf8")).toBe("oauth4webapi\n");
});
