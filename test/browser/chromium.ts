// Finds a Chromium to test pages in. There is none in the dependencies: a browser is a large thing to download for four tests.

import { existsSync } from "node:fs";
import type { Browser, Page } from "playwright-core";

const PLACES = [
  process.env["CHROMIUM"],
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export const CHROMIUM: string | undefined = PLACES.find(
  (path) => path !== undefined && path !== "" && existsSync(path),
);

/** Says how many tests are left out, once, where nobody overlooks it. */
export const announceMissing = (tests: number): void => {
  if (CHROMIUM === undefined)
    console.warn(`no Chromium was found: ${tests} browser tests are left out; set CHROMIUM to the path of one`);
};

/** A sandbox needs rights that a container seldom has; the pages are our own. */
export const openBrowser = async (): Promise<Browser> => {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
};

export interface Opened {
  readonly page: Page;
  /** Everything the page asked the network for, itself not counted. */
  readonly requests: readonly string[];
  readonly complaints: readonly string[];
}

export interface View {
  readonly width?: number;
  readonly dark?: boolean;
}

/** The page as a file on disk would be: no server, no base. */
export const openHtml = async (
  browser: Browser,
  url: string,
  { width = 1_200, dark = false }: View = {},
): Promise<Opened> => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light" });
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    if (request.url() !== url) requests.push(request.url());
  });
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return { page, requests, complaints };
};
