// The HTML report in a real browser: it loads nothing, runs nothing, can be read by everybody, and stays quick.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../src/report/formats/html/html.ts";
import { renderResult } from "../../src/report/render-result.ts";
import { resultReport } from "../../src/report/views/check/report.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { HOSTILE_TEXTS, type HostileName, poison } from "../report/hostile.ts";
import { hugeResult } from "../report/huge-result.ts";
import { smallResult } from "../report/small-result.ts";
import { announceMissing, CHROMIUM, openBrowser, openHtml } from "./chromium.ts";

const NAMES = Object.keys(HOSTILE_TEXTS) as HostileName[];
const VIEWS = [
  { name: "light", width: 1_200, dark: false },
  { name: "dark", width: 1_200, dark: true },
  { name: "narrow", width: 360, dark: false },
] as const;
announceMissing(NAMES.length + VIEWS.length + 6);

describe.skipIf(CHROMIUM === undefined)("Reports are inert: the page in a browser", () => {
  let browser: Browser;
  let result: Result;
  const folder = mkdtempSync(join(tmpdir(), "mcptest-browser-"));
  let files = 0;
  const written = (html: string): string => {
    files += 1;
    const path = join(folder, `${files}.html`);
    writeFileSync(path, html);
    return pathToFileURL(path).href;
  };

  beforeAll(async () => {
    browser = await openBrowser();
    result = await smallResult();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  test.each(VIEWS)("is accessible: $name", async ({ width, dark }) => {
    const { page, complaints } = await openHtml(browser, written(renderResult(result, "html")), { width, dark });
    // The page's own policy lets no script in; the checker comes by the debugger's door.
    await page.evaluate(await axeSource());
    const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    expect(overflow).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(NAMES)("shows hostile text and does not obey it: %s", async (name) => {
    const html = renderResult(poison(result, HOSTILE_TEXTS[name]), "html");
    const sections = renderResult(result, "html").match(/<section id=/g)?.length;
    const { page, requests, complaints } = await openHtml(browser, written(html));
    expect(await page.title()).toMatch(/^mcptest check: /);
    expect(await page.locator("script, img, iframe, object, embed, form, base, link").count()).toBe(0);
    expect(await page.locator("h1").count()).toBe(1);
    // As many as the same result has without the text.
    expect(await page.locator("main > section").count()).toBe(sections);
    await page.mouse.move(300, 300);
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    await page.close();
  });

  test("the policy forbids a script even where one got in", async () => {
    const html = renderResult(result, "html").replace("</main>", '<script>document.title="owned"</script></main>');
    const { page } = await openHtml(browser, written(html));
    expect(await page.title()).not.toBe("owned");
    await page.close();
  });

  test("failures are open, and the way from a verdict to the wire works by keyboard", async () => {
    const { page } = await openHtml(browser, written(renderResult(result, "html")));
    expect(await page.locator("details.cause:not(.quiet)").count()).toBeGreaterThan(1);
    expect(await page.locator("details.cause:not(.quiet):not([open])").count()).toBe(0);
    // Warnings, what passed and what was said wait for a click.
    expect(await page.locator("details.cause.quiet").count()).toBeGreaterThan(0);
    expect(await page.locator("details.quiet[open], details.section[open], details.wire[open]").count()).toBe(0);
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    await page.locator("details.cause details.more > summary").first().click();
    const link = page.locator("details.cause a[href^='#wire-']").first();
    await link.focus();
    await page.keyboard.press("Enter");
    const opened = page.locator("details.wire[open]");
    await opened.first().waitFor();
    expect(await opened.count()).toBe(1);
    // The browser also opened the conversation around it.
    expect(await opened.locator("pre").first().isVisible()).toBe(true);
    await page.locator("nav a[href='#all']").click();
    const inView =
      "(({ top }) => top >= 0 && top < innerHeight / 2)(document.getElementById('all-h').getBoundingClientRect())";
    await expect.poll(() => page.evaluate(inView), { timeout: 10_000 }).toBe(true);
    // Every link of the page leads somewhere.
    const dead = await page.evaluate(
      "[...document.querySelectorAll('a[href^=\"#\"]')].filter((a) => !document.getElementById(a.hash.slice(1))).length",
    );
    expect(dead).toBe(0);
    await page.close();
  });

  test("every score leads to its details, and one click selects a line to copy", async () => {
    const { page } = await openHtml(browser, written(renderResult(result, "html")));
    expect(await page.locator("a.lane").count()).toBe(await page.locator(".lane").count());
    for (const target of await page.locator("a.lane").evaluateAll((links) => links.map((a) => a.getAttribute("href"))))
      expect(await page.locator(`section${target} h2`).count(), String(target)).toBe(1);
    const line = page.locator("pre.copy").first();
    await line.click();
    expect(await page.evaluate("getSelection().toString()")).toBe(await line.textContent());
    await page.close();
  });

  test("the page of any other lane is as good", async () => {
    const { page, complaints } = await openHtml(browser, written(renderHtml(resultReport(result))));
    await page.evaluate(await axeSource());
    const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
    expect({ ids: violations.map(({ id }) => id), complaints }).toEqual({ ids: [], complaints: [] });
    await page.close();
  });

  test("1,000 tools and 5,000 verdicts open at once", async () => {
    const html = renderResult(hugeResult(result), "html");
    expect(html.length).toBeLessThan(8_000_000);
    const { page } = await openHtml(browser, written(html));
    expect(await page.locator(".rows > li").count()).toBe(5_000);
    // Measured by the browser: from the start of the navigation until all of it is laid out.
    const ratio = await page.evaluate(
      "performance.getEntriesByType('navigation')[0].loadEventEnd / Math.max(1, document.querySelectorAll('*').length)",
    );
    expect(ratio).toBeLessThan(0.5);
    await page.close();
  });

  test("prints on white", async () => {
    const { page } = await openHtml(browser, written(renderResult(result, "html")), { dark: true });
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.locator("nav").isVisible()).toBe(false);
    await page.close();
  });
});

const axeSource = async (): Promise<string> => {
  const { readFile } = await import("node:fs/promises");
  return readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
};
