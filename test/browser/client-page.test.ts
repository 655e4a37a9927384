// The page that a person follows while a client is tested, in a real browser: a hostile client's text stays text, the page keeps
// itself current, everybody can read it, and only its own button goes on.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BIN, ensureBuilt, ROOT } from "../e2e/cli.ts";
import { HOSTILE_TEXTS } from "../report/hostile.ts";
import { announceMissing, CHROMIUM, openBrowser, openHtml } from "./chromium.ts";

const VIEWS = [
  { name: "light", width: 1_200, dark: false },
  { name: "dark", width: 1_200, dark: true },
  { name: "narrow", width: 360, dark: false },
] as const;
announceMissing(VIEWS.length + 3);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let session: string | null = null;

const post = async (origin: string, message: object): Promise<Response> => {
  const answer = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(session === null ? {} : { "Mcp-Session-Id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  session ??= answer.headers.get("mcp-session-id");
  await answer.text();
  return answer;
};

describe.skipIf(CHROMIUM === undefined)("the page of mcptest client --listen", () => {
  let browser: Browser;
  let child: ChildProcess;
  let origin = "";

  beforeAll(async () => {
    await ensureBuilt();
    child = spawn(process.execPath, [BIN, "client", "--listen", "0"], {
      env: { PATH: process.env["PATH"] ?? "", HOME: "/" },
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
    });
    origin = await new Promise<string>((resolve) => {
      let said = "";
      child.stderr?.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8");
        const found = /server at (http:\/\/[^/]+)\/mcp/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    child?.kill("SIGKILL");
  });

  test("a hostile client's text stays text, and the page keeps itself current", { timeout: 60_000 }, async () => {
    const { page, requests, complaints } = await openHtml(browser, `${origin}/`);
    expect(await page.locator("#who").textContent()).toBe("No client has connected yet");
    const name = Object.values(HOSTILE_TEXTS).join(" ");
    await post(origin, {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name, version: HOSTILE_TEXTS.script } },
    });
    await post(origin, { method: "notifications/initialized" });
    await post(origin, { id: 2, method: "tools/call", params: { name: HOSTILE_TEXTS.script, arguments: {} } });
    // Nobody reloads the page.
    await page.locator("#said li").nth(2).waitFor();
    await page.locator("#who:not(:has-text('No client'))").waitFor();
    expect(await page.title()).toMatch(/^mcptest client: /);
    expect(await page.locator("main script, img, iframe, object, embed, base").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("#said").textContent()).toContain("<script>document.title=");
    await page.mouse.move(300, 300);
    // Only itself: its style, its script, its events, and itself again.
    expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(VIEWS)("is accessible: $name", { timeout: 60_000 }, async ({ width, dark }) => {
    const { page, complaints } = await openHtml(browser, `${origin}/`, { width, dark });
    await page.evaluate(AXE);
    const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")).toBe(0);
    expect(complaints).toEqual([]);
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/walk-${width}-${dark}.png` });
    await page.close();
  });

  test("its own button goes on, and no other page's", { timeout: 60_000 }, async () => {
    const { page } = await openHtml(browser, `${origin}/`);
    const before = await page.locator("#now h3").textContent();
    const foreign = await fetch(`${origin}/next`, { method: "POST", body: "token=guessed" });
    expect(foreign.status).toBe(403);
    await page.locator("button").click();
    await page.locator(`#steps .chip.warn`).first().waitFor();
    expect(await page.locator("#now h3").textContent()).not.toBe(before);
    await page.close();
  });

  test("the policy lets nothing in", async () => {
    const { headers } = await fetch(`${origin}/`);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self'; script-src 'self';/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});
