// The certificate page from source, in a browser, with files handed to it.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { renderVerifyPage } from "../../src/certificate/page/page-html.ts";
import { type Opened, openHtml, type View } from "./chromium.ts";

const ENTRY = fileURLToPath(new URL("../../src/certificate/page/verify-page.ts", import.meta.url));

/** As the build makes it. */
export const bundlePage = async (): Promise<string> => {
  const bundle = await rolldown({ input: ENTRY, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  if (output.length !== 1) throw new Error("the page's script is more than one file");
  return output[0].code;
};

export interface Given {
  readonly certificate?: string | Buffer;
  readonly capture?: string;
  readonly key?: string;
  readonly time?: string;
  readonly subject?: string;
}

export interface PageShop {
  open(given: Given, view?: View): Promise<Opened>;
  remove(): void;
}

export const openPageShop = async (browser: Browser): Promise<PageShop> => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-page-"));
  const path = join(folder, "verify.html");
  writeFileSync(path, renderVerifyPage(await bundlePage()));
  return {
    open: async (given, view) => {
      const opened = await openHtml(browser, pathToFileURL(path).href, view);
      await opened.page.route("**/*", (route) => route.abort());
      await hand(opened.page, given);
      return opened;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
};

/** As a person would: the fields first, the files last. */
export const hand = async (page: Page, { certificate, capture, key, time, subject }: Given): Promise<void> => {
  if (key !== undefined) await page.fill("#key", key);
  if (time !== undefined) await page.fill("#time", time);
  if (subject !== undefined) await page.fill("#subject", subject);
  const file = (name: string, content: string | Buffer) => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(content),
  });
  if (capture !== undefined) {
    await page.setInputFiles("#capture-file", file("session.json", capture));
    await page.locator("#capture-status", { hasText: /session\.json/ }).waitFor();
  }
  if (certificate !== undefined) {
    await page.setInputFiles("#certificate-file", file("certificate.json", certificate));
    await page.locator("#checks li").first().waitFor();
  }
};

export const titleOf = (page: Page): Promise<string> => page.innerText("#verdict-title");

/** The outcome of each check by its name. */
export const statesOf = async (page: Page): Promise<Record<string, string | null>> => {
  const rows = await page.locator("#checks li").all();
  return Object.fromEntries(
    await Promise.all(
      rows.map(async (row) => [await row.locator("strong").innerText(), await row.getAttribute("data-state")]),
    ),
  );
};
