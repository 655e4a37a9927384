// The browser flow in a real browser, against a real authorization server: what a person sees and does.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type AuthorizationServer, CLIENT, startAuthorizationServer } from "../auth/support/authorization-server.ts";
import { type ProtectedServer, startProtectedServer } from "../auth/support/protected-server.ts";
import { BIN, ensureBuilt, ROOT, temporaryFolder } from "../e2e/cli.ts";
import { announceMissing, CHROMIUM, openBrowser } from "./chromium.ts";

announceMissing(2);

let issuer: AuthorizationServer;
let server: ProtectedServer;
let browser: Browser;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it, and opens the address that it prints. */
const run = (args: readonly string[], config: string, visit: (address: string) => Promise<void>): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: config, XDG_CONFIG_HOME: config };
    const child = spawn(process.execPath, [BIN, ...args], { env, cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let [stdout, stderr, address] = ["", "", ""];
    let visited: Promise<void> = Promise.resolve();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      const found = /(http\S+\/auth\?\S+)\n/.exec(stderr)?.[1];
      if (found === undefined || address !== "") return;
      address = found;
      visited = visit(found);
      visited.catch(reject);
    });
    child.once("error", reject);
    child.once("close", (code) => void visited.then(() => resolve({ code, stdout, stderr })));
  });

/** Types a name and agrees, until the page is the one of mcptest itself. */
const signIn = async (page: Page, address: string): Promise<string> => {
  await page.goto(address);
  for (let step = 0; step < 5 && !page.url().includes("/callback"); step += 1) {
    const name = page.locator("input[name=login]");
    if ((await name.count()) > 0) {
      await name.fill("somebody");
      await page.locator("input[name=password]").fill("anything");
    }
    await Promise.all([page.waitForNavigation(), page.locator("button[type=submit]").first().click()]);
  }
  const text = await page.locator("body").innerText();
  await page.close();
  return text;
};

describe.skipIf(CHROMIUM === undefined)("in a browser", () => {
  beforeAll(async () => {
    await ensureBuilt();
    issuer = await startAuthorizationServer();
    server = await startProtectedServer(issuer.issuer);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await server.close();
    await issuer.close();
  });

  test("login: somebody signs in, agrees, and is told to come back", async () => {
    let shown = "";
    const config = temporaryFolder();
    const ended = await run(["login", server.url, "--client-id", CLIENT.native], config, async (address) => {
      shown = await signIn(await browser.newPage(), address);
    });
    expect([ended.code, ended.stdout.split("\n")[0]]).toEqual([0, `signed in to ${server.url} at ${issuer.issuer}`]);
    expect(shown).toMatch(/mcptest/);
  });

  test("auth --browser: there is a code and a token to look at, and neither is kept", async () => {
    const config = temporaryFolder();
    const save = join(config, "auth.json");
    const args = ["auth", server.url, "--browser", "--register", "--fail-on", "never", "--save", save, "--json"];
    const ended = await run(args, config, async (address) => {
      await signIn(await browser.newPage(), address);
    });
    expect([ended.code, ended.stderr.includes("sign in with your browser")]).toEqual([0, true]);
    const { verdicts } = JSON.parse(ended.stdout) as { verdicts: { id: string; state: string }[] };
    const stateOf = (id: string): string | undefined => verdicts.find((verdict) => verdict.id === id)?.state;
    for (const id of ["AS-003", "AS-004", "AS-013", "AS-014"]) expect([id, stateOf(id)]).toEqual([id, "pass"]);
    expect(readFileSync(save, "utf8")).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+/);
  });
});
