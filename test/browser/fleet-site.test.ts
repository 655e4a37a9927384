// The site of a fleet in a real browser, opened from a folder: it can be read by everybody, searches by itself, and obeys no server.

import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serverFile } from "../../packages/fleet/src/site/pages/names.ts";
import { ISSUER, STRANGER } from "../certificates/make/keys.ts";
import { AT } from "../certificates/make/sample.ts";
import { issueFor, sampleCapture } from "../certificates/make/sample-capture.ts";
import { sampleServer, sampleSource } from "../fleet-site/sample-fleet.ts";
import { writeSampleSite } from "../fleet-site/written-site.ts";
import { HOSTILE_TEXTS, type HostileName } from "../report/hostile.ts";
import { hand, titleOf } from "./certificate-page-fixture.ts";
import { announceMissing, CHROMIUM, openBrowser, openHtml } from "./chromium.ts";

const NAMES = Object.keys(HOSTILE_TEXTS) as HostileName[];
const VIEWS = [
  { name: "light", width: 1_200, dark: false },
  { name: "dark", width: 1_200, dark: true },
  { name: "phone", width: 360, dark: false },
] as const;
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript" };
const SERVERS = 2_500;
announceMissing(NAMES.length + VIEWS.length + 5);

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(CHROMIUM === undefined)("the site of a fleet in a browser", () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), "mcptest-site-"));
  const at = (file: string, site = "plain"): string => pathToFileURL(join(folder, site, file)).href;

  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), writeSampleSite(join(folder, "plain"), sampleSource(SERVERS))]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const certified = (): string => {
    for (let index = 0; ; index += 1) {
      const { target, certificate, changes } = sampleServer(index);
      if (certificate !== null && changes.length > 0) return serverFile(target.id);
    }
  };
  const dead = (): string => {
    for (let index = 0; ; index += 1)
      if (sampleServer(index).target.state === "dead") return serverFile(sampleServer(index).target.id);
  };

  test.each(VIEWS)("every kind of page is accessible and fits: $name", async ({ width, dark: isDark }) => {
    for (const file of ["index.html", "changes.html", "list/all-servers-1.html", "verify.html", certified(), dead()]) {
      const { page, complaints } = await openHtml(browser, at(file), { width, dark: isDark });
      await page.evaluate(axeSource);
      // Without its own loading of style sheets, which the policy of the page rightly refuses.
      const { violations } = (await page.evaluate(
        "axe.run(document, { resultTypes: ['violations'], preload: false })",
      )) as { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] };
      expect(violations.map(({ id, nodes }) => `${file} ${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual(
        [],
      );
      const over = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      expect([file, over]).toEqual([file, 0]);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  test("search finds a server of the last shard, and leads to it", async () => {
    expect(readdirSync(join(folder, "plain/search")).length).toBeGreaterThan(2);
    const { page, complaints } = await openHtml(browser, at("list/all-servers-1.html"));
    const { target } = sampleServer(SERVERS - 1);
    await page.fill("#search", `/mcp/${SERVERS - 1}`);
    const link = page.locator("#found a");
    await link.waitFor();
    expect(await page.locator("#found-words").textContent()).toBe("1 found.");
    await link.click();
    await page.waitForURL(`**/${target.id}.html`);
    expect(await page.locator(".headline.address").textContent()).toContain(`/mcp/${SERVERS - 1}`);
    await page.goBack();
    await page.fill("#search", "no such server anywhere");
    await expect.poll(() => page.locator("#found-words").textContent(), { timeout: 10_000 }).toBe("No server fits.");
    await page.fill("#search", "willow");
    await expect.poll(() => page.locator("#found li").count(), { timeout: 10_000 }).toBe(50);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("every link of the front page and of a server leads to a file", async () => {
    for (const file of ["index.html", "changes.html", "list/all-servers-1.html", "verify.html", certified()]) {
      const { page } = await openHtml(browser, at(file));
      const links = await hrefs(page);
      expect(links.length).toBeGreaterThan(5);
      for (const href of links) expect(() => readFileSync(new URL(href.split("#")[0] ?? ""))).not.toThrow();
      await page.close();
    }
  });

  test("verifies a certificate, from a folder and from a web host, and hands on nothing", async () => {
    const capture = sampleCapture();
    const { text } = issueFor(capture);
    const host = createServer(async (request, response) => {
      const file = join(folder, "plain", new URL(request.url ?? "", "http://host").pathname);
      response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain").end(await readFile(file));
    });
    await once(host.listen(0, "127.0.0.1"), "listening");
    const { port } = host.address() as AddressInfo;
    const given = { certificate: text, capture: JSON.stringify(capture), key: ISSUER.spki_hex, time: AT };
    for (const url of [at("verify.html"), `http://127.0.0.1:${port}/verify.html`]) {
      const { page, requests, complaints } = await openHtml(browser, url);
      expect(await page.isVisible(".waiting")).toBe(false);
      await hand(page, given);
      expect(await titleOf(page)).toBe("Valid");
      await page.fill("#key", STRANGER.spki_hex);
      await expect.poll(() => titleOf(page), { timeout: 10_000 }).not.toBe("Valid");
      const own = ["style.css", "verify.css", "verify.js"].map((name) => new URL(name, url).href);
      expect({ requests: [...requests].sort(), complaints }).toEqual({ requests: own, complaints: [] });
      await page.close();
    }
    host.close();
  });

  test("without its script the page that verifies says so", async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(at("verify.html"));
    expect(await page.innerText(".waiting")).toContain("mcptest cert verify");
    expect(await page.isVisible(".waiting")).toBe(true);
    await page.close();
  });

  test("only pages that search or verify may run a script, and only the site's own", async () => {
    for (const file of ["index.html", "verify.html", certified()]) {
      const { page } = await openHtml(browser, at(file));
      await page.evaluate("document.body.setAttribute('onclick', 'document.title=\"owned\"')").catch(() => {});
      await page.locator("h1").click();
      expect(await page.title()).not.toBe("owned");
      await page.close();
    }
  });

  test.each(NAMES)("shows hostile text and does not obey it: %s", async (name) => {
    await writeSampleSite(
      join(folder, name),
      sampleSource(60, (text) => `${HOSTILE_TEXTS[name]}${text}`),
    );
    const file = certified();
    for (const shown of ["index.html", "list/all-servers-1.html", "changes.html", file]) {
      const { page, requests, complaints } = await openHtml(browser, at(shown, name));
      expect(await page.title()).not.toBe("owned");
      expect(
        await page.locator("img:not([src$='.svg']), iframe, object, embed, form, base, script:not([src])").count(),
      ).toBe(0);
      expect(await page.locator("h1").count()).toBe(1);
      if (shown === "index.html") {
        await page.fill("#search", "willow");
        await expect.poll(() => page.locator("#found li").count(), { timeout: 10_000 }).toBeGreaterThan(0);
        expect(await page.locator("#found script, #found img").count()).toBe(0);
      }
      await page.mouse.move(300, 300);
      const base = pathToFileURL(join(folder, name)).href;
      expect({ foreign: requests.filter((url) => !url.startsWith(base)), complaints }).toEqual({
        foreign: [],
        complaints: [],
      });
      await page.close();
    }
  });
});

const hrefs = async (page: Page): Promise<readonly string[]> =>
  (await page.evaluate("[...document.querySelectorAll('a[href], link[href]')].map((a) => a.href)")) as string[];
