// The certificate page in a real browser: what it says in every state, that it reaches nothing, and that everybody can use it.

import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture } from "../../src/capture/capture.ts";
import { ISSUER, STRANGER } from "../certificates/make/keys.ts";
import { AT, seal } from "../certificates/make/sample.ts";
import { issueFor, sampleCapture } from "../certificates/make/sample-capture.ts";
import { HOSTILE_TEXTS, type HostileName } from "../report/hostile.ts";
import { hand, openPageShop, type PageShop, statesOf, titleOf } from "./certificate-page-fixture.ts";
import { announceMissing, CHROMIUM, type Opened, openBrowser } from "./chromium.ts";

const CAPTURE = sampleCapture();
const { text: CERTIFICATE, body: BODY } = issueFor(CAPTURE);
const SESSION = JSON.stringify(CAPTURE);
const TRUSTED = { key: ISSUER.spki_hex, time: AT } as const;
const FORGED = CERTIFICATE.replace('\\"grade\\":\\"A\\"', '\\"grade\\":\\"B\\"');

const HOSTILE: Readonly<Record<Exclude<HostileName, "lone"> | "long", string>> = {
  ...withoutLone(),
  long: "x".repeat(200_000),
};
const HOSTILE_NAMES = Object.keys(HOSTILE) as (keyof typeof HOSTILE)[];

const VIEWS = [
  { name: "light", width: 1_200, dark: false },
  { name: "dark", width: 1_200, dark: true },
  { name: "narrow", width: 360, dark: false },
] as const;

const STATES = {
  empty: {},
  valid: { ...TRUSTED, certificate: CERTIFICATE, capture: SESSION },
  untrusted: { time: AT, certificate: CERTIFICATE },
  expired: { ...TRUSTED, time: "2026-06-01", certificate: CERTIFICATE, capture: SESSION },
  forged: { ...TRUSTED, certificate: FORGED },
} as const;

announceMissing(Object.keys(STATES).length + HOSTILE_NAMES.length + 17);

// A loaded machine draws slowly.
describe.skipIf(CHROMIUM === undefined)("the certificate page", { timeout: 120_000 }, () => {
  let browser: Browser;
  let shop: PageShop;

  beforeAll(async () => {
    browser = await openBrowser();
    shop = await openPageShop(browser);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    shop?.remove();
  });

  /** Nothing was asked of the network, nothing broke the policy, nothing was thrown. */
  const close = async ({ page, requests, complaints }: Opened): Promise<void> => {
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
    await page.close();
  };

  describe("says", () => {
    test("nothing before there is anything to say, and trusts nobody", async () => {
      const opened = await shop.open({});
      expect(await titleOf(opened.page)).toBe("Nothing to verify yet");
      expect(await opened.page.isVisible("#result")).toBe(false);
      expect(await opened.page.inputValue("#key")).toBe("");
      await close(opened);
    });

    test("valid, with every criterion made again from the capture", async () => {
      const opened = await shop.open(STATES.valid);
      const { page } = opened;
      expect(await titleOf(page)).toBe("Valid");
      const { Revocation: revocation, ...states } = await statesOf(page);
      expect([revocation, new Set(Object.values(states))]).toEqual(["not checked", new Set(["holds"])]);
      expect(await page.locator("#criteria details").count()).toBe(10);
      expect(await page.locator("#criteria summary", { hasText: "evidence matches" }).count()).toBe(10);
      const fourth = page.locator("#criteria details").nth(2);
      await fourth.locator("summary").click();
      const text = await fourth.innerText();
      expect(text).toContain('"method": "tools/list"');
      expect(text).toContain("read_tide_table");
      expect(text.match(new RegExp(BODY.criteria[2]!.evidence_sha256, "g"))).toHaveLength(2);
      const asserted = await page.innerText("#asserted");
      for (const part of ["https://mcp.example.com/mcp", "10/10", "2026-03-29T12:00:00.000Z", ISSUER.spki_hex])
        expect(asserted).toContain(part);
      await close(opened);
    });

    test("valid without a capture, and whose word the criteria then are", async () => {
      const opened = await shop.open({ ...TRUSTED, certificate: CERTIFICATE });
      expect(await titleOf(opened.page)).toBe("Valid");
      expect(await opened.page.innerText("#verdict-line")).toContain("the issuer's word");
      expect(await statesOf(opened.page)).toMatchObject({ Issuer: "holds", Capture: "not checked" });
      expect(await opened.page.locator("#criteria summary", { hasText: "not recomputed" }).count()).toBe(10);
      await close(opened);
    });

    test("that a signature holds and its issuer is not trusted, until the key is given", async () => {
      const opened = await shop.open(STATES.untrusted);
      const { page } = opened;
      expect(await titleOf(page)).toBe("Signature holds, issuer not trusted");
      expect(await statesOf(page)).toMatchObject({ Signature: "holds", Issuer: "fails" });
      await page.fill("#key", STRANGER.spki_hex);
      await page.locator("#checks", { hasText: "none of the trusted keys" }).waitFor();
      await page.fill("#key", "not a key");
      await page.locator("#key-problem", { hasText: "hex" }).waitFor();
      expect(await page.getAttribute("#key", "aria-invalid")).toBe("true");
      await page.fill("#key", pemOf(ISSUER.spki_hex));
      await page.locator("#verdict-title", { hasText: /^Valid$/ }).waitFor();
      expect(await page.getAttribute("#key", "aria-invalid")).toBeNull();
      await close(opened);
    });

    test("expired and not yet valid, by the time that is set", async () => {
      const opened = await shop.open(STATES.expired);
      const { page } = opened;
      expect(await titleOf(page)).toBe("Expired");
      expect(await statesOf(page)).toMatchObject({ Signature: "holds", Dates: "fails", Capture: "holds" });
      await page.fill("#time", "2026-02-28");
      await page.locator("#verdict-title", { hasText: "Not yet valid" }).waitFor();
      await page.fill("#time", "soon");
      await page.locator("#verdict-title", { hasText: "Not checked" }).waitFor();
      expect(await page.isVisible("#result")).toBe(false);
      // Nothing means now, and the certificate is of another year.
      await page.fill("#time", "");
      await page.locator("#verdict-title", { hasText: "Expired" }).waitFor();
      await close(opened);
    });

    test("forged, and marks what stands there as nobody's word", async () => {
      expect(FORGED).not.toBe(CERTIFICATE);
      const opened = await shop.open({ ...STATES.forged, capture: SESSION });
      const { page } = opened;
      expect(await titleOf(page)).toMatch(/^Forged or damaged/);
      expect(await statesOf(page)).toEqual({
        Signature: "fails",
        Issuer: "not checked",
        Dates: "not checked",
        Subject: "not checked",
        "Count and grade": "not checked",
        Revocation: "not checked",
        Capture: "not checked",
      });
      expect(await page.innerText("#asserted")).toContain("Do not rely on any of it");
      expect(await page.locator(".verdict.good, .chip.pass").count()).toBe(0);
      await close(opened);
    });

    test("what is not a certificate", async () => {
      const opened = await shop.open(TRUSTED);
      const others = [
        "{}",
        "",
        "\u{0}binary",
        "[".repeat(50_000),
        Buffer.of(0xff, 0),
        `"${"y".repeat(1_500_000)}"`,
        SESSION,
      ];
      for (const certificate of others) {
        await hand(opened.page, { certificate });
        await opened.page.locator("#verdict-title", { hasText: /^Not a certificate$/ }).waitFor();
        expect(await opened.page.isVisible("#asserted-part")).toBe(false);
        await hand(opened.page, { certificate: CERTIFICATE });
        await opened.page.locator("#verdict-title", { hasText: /^Valid$/ }).waitFor();
      }
      await close(opened);
    });

    test("that a capture is of another session, and shows nothing of it as evidence", async () => {
      const other: Capture = { ...CAPTURE, started_at: "2026-03-02T12:00:00.000Z" };
      const opened = await shop.open({ ...STATES.valid, capture: JSON.stringify(other) });
      const { page } = opened;
      expect(await titleOf(page)).toBe("Not the capture it was issued for");
      expect(await statesOf(page)).toMatchObject({ Signature: "holds", Issuer: "holds", Capture: "fails" });
      expect(await page.locator("#criteria .evidence").count()).toBe(0);
      await page.setInputFiles("#capture-file", {
        name: "broken.json",
        mimeType: "application/json",
        buffer: Buffer.from('{"server_label": 1}'),
      });
      await page.locator("#capture-status.problem", { hasText: "server_label" }).waitFor();
      expect(await statesOf(page)).toMatchObject({ Capture: "not checked" });
      await close(opened);
    });

    test("which criterion an issuer lied about", async () => {
      const [first, ...others] = BODY.criteria;
      const lied = { ...BODY, criteria: [{ ...first, evidence_sha256: "0".repeat(64) }, ...others] };
      const opened = await shop.open({ ...STATES.valid, certificate: seal(lied as unknown as JsonObject) });
      expect(await titleOf(opened.page)).toBe("The capture does not support it");
      expect(await opened.page.locator("#criteria details[open]").count()).toBe(1);
      expect(await opened.page.locator("#criteria summary", { hasText: "evidence differs" }).innerText()).toMatch(
        /^C1 /,
      );
      await close(opened);
    });

    test("that it is about another server", async () => {
      const opened = await shop.open({ ...STATES.valid, subject: "https://mcp.example.net/mcp" });
      expect(await titleOf(opened.page)).toBe("About another server");
      await close(opened);
    });

    test("plainly that a browser without Ed25519 verifies nothing", async () => {
      const opened = await shop.open({});
      const { page } = opened;
      await page.unroute("**/*");
      await page.addInitScript(
        "crypto.subtle.importKey = () => Promise.reject(new DOMException('no', 'NotSupportedError'))",
      );
      await page.reload();
      await page.locator("#unsupported", { hasText: "cannot check Ed25519" }).waitFor();
      await hand(page, STATES.valid);
      expect(await titleOf(page)).toBe("Not checked");
      expect(new Set(Object.values(await statesOf(page)))).toEqual(new Set(["not checked"]));
      expect(await page.innerText("#asserted")).toContain("The signature was not checked");
      await close(opened);
    });
  });

  describe("takes", () => {
    test("both files dropped anywhere, whichever comes first", async () => {
      const opened = await shop.open(TRUSTED);
      const { page } = opened;
      await drop(page, { "a.json": SESSION, "b.json": CERTIFICATE });
      await page.locator("#verdict-title", { hasText: /^Valid$/ }).waitFor();
      expect(await statesOf(page)).toMatchObject({ Capture: "holds" });
      expect(await page.innerText("#capture-status")).toMatch(/^a\.json, /);
      await close(opened);
    });

    test("pasted text, and lets go of everything", async () => {
      const opened = await shop.open(TRUSTED);
      const { page } = opened;
      for (const [id, text] of [
        ["certificate", CERTIFICATE],
        ["capture", SESSION],
      ] as const) {
        await page.locator(`details:has(#${id}-text) summary`).click();
        await page.fill(`#${id}-text`, text);
      }
      await page.locator("#verdict-title", { hasText: /^Valid$/ }).waitFor();
      expect(await statesOf(page)).toMatchObject({ Capture: "holds" });
      await page.click("#clear");
      await page.locator("#verdict-title", { hasText: "Nothing to verify yet" }).waitFor();
      expect(await page.inputValue("#certificate-text")).toBe("");
      expect(await page.inputValue("#key")).toBe("");
      expect(await page.isVisible("#result")).toBe(false);
      await close(opened);
    });
  });

  describe("is for everybody", () => {
    test.each(Object.entries(STATES))("by sight, by ear, on any screen: %s", async (state, given) => {
      const opened = await shop.open(given);
      const { page } = opened;
      if (state === "valid") await openCriteria(page);
      await page.evaluate(await axeSource());
      for (const { name, width, dark } of VIEWS) {
        await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        await page.setViewportSize({ width, height: 900 });
        const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
          violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
        };
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await photograph(page, `${state}-${name}`);
      }
      await close(opened);
    });

    test("by keyboard alone", async () => {
      const opened = await shop.open({});
      const { page } = opened;
      const stops = [
        "skip",
        "certificate-file",
        "SUMMARY",
        "capture-file",
        "SUMMARY",
        "revocations-file",
        "SUMMARY",
        "key",
        "subject",
        "time",
        "clear",
      ];
      const seen: unknown[] = [];
      for (const _ of stops) {
        await page.keyboard.press("Tab");
        seen.push(
          await page.evaluate("(({ id, className, tagName }) => id || className || tagName)(document.activeElement)"),
        );
      }
      expect(seen).toEqual(stops);
      await hand(page, STATES.valid);
      await page.locator("#criteria summary").first().focus();
      await page.keyboard.press("Enter");
      expect(await page.locator("#criteria details[open]").count()).toBe(1);
      await close(opened);
    });

    test("the verdict is announced, and only the verdict", async () => {
      const opened = await shop.open(STATES.valid);
      const live = opened.page.locator("main [aria-live]");
      expect(await live.count()).toBe(1);
      expect(await live.innerText()).toMatch(/^Valid\s+Signed with a key you trust/);
      expect(await opened.page.locator("main, header, footer").count()).toBe(3);
      await close(opened);
    });

    test("on paper with all of its evidence", async () => {
      const opened = await shop.open(STATES.valid, { dark: true });
      const { page } = opened;
      await page.emulateMedia({ media: "print", colorScheme: "light" });
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await page.locator("#criteria details[open]").count()).toBe(10);
      expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
      expect(await page.isVisible("#drop")).toBe(false);
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await page.locator("#criteria details[open]").count()).toBe(0);
      await close(opened);
    });
  });

  describe("shows hostile text and does not obey it", () => {
    test.each(HOSTILE_NAMES)("%s", async (name) => {
      const text = HOSTILE[name];
      const { capture, certificate } = poisoned(text);
      const opened = await shop.open({ ...TRUSTED, certificate, capture, subject: text.slice(0, 2_000) });
      const { page } = opened;
      // The subject that was asked about is another one; everything else holds.
      expect(await titleOf(page)).toBe("About another server");
      expect(await statesOf(page)).toMatchObject({ Signature: "holds", Issuer: "holds", Capture: "holds" });
      await openCriteria(page);
      expect(await page.locator("script, img, iframe, object, embed, form, base, link, x").count()).toBe(1);
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.title()).toBe("Verify a certificate · mcptest");
      expect((await page.innerText("body")).replaceAll(/[\n\t]/g, "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u);
      expect((await page.innerText("body")).length).toBeLessThan(200_000);
      expect(await overflow(page)).toBe(0);
      await page.mouse.move(300, 300);
      await close(opened);
      // The same, unsigned.
      const forged = await shop.open({ ...TRUSTED, certificate: certificate.replace("2026-03-29", "2027-03-29") });
      expect(await titleOf(forged.page)).toMatch(/^Forged/);
      expect(await forged.page.locator("script, img").count()).toBe(1);
      await close(forged);
    });

    test("the policy forbids a script and a request even where somebody got in", async () => {
      const { page, requests } = await shop.open({});
      await page.evaluate(
        "{ const s = document.createElement('div'); try { s.innerHTML = '<b>x</b>' } catch { document.title = 'refused' } }",
      );
      expect(await page.title()).toBe("refused");
      const sent = await page.evaluate("fetch('https://example.com/').then(() => 'sent', () => 'refused')");
      expect({ sent, requests }).toEqual({ sent: "refused", requests: [] });
      await page.close();
    });
  });
});

/** Half a surrogate pair has no canonical form: no certificate can hold one. */
function withoutLone(): Record<Exclude<HostileName, "lone">, string> {
  const { lone: _lone, ...others } = HOSTILE_TEXTS;
  return others;
}

/** The text in every field that is free, of a capture and of a certificate that is signed and true. */
const poisoned = (text: string): { capture: string; certificate: string } => {
  const tool = {
    name: text,
    // Of the long one a megabyte.
    description: `${text.repeat(5)} is what this tool is about`,
    inputSchema: { type: "object", properties: { [text]: { description: text } } },
    annotations: { readOnlyHint: true, title: text },
  };
  const plain = sampleCapture({}, [tool, { ...tool, name: `${text}2` }]);
  const capture: Capture = {
    ...plain,
    server_label: text,
    server_info: { name: text, version: text },
    exchanges: plain.exchanges.map((exchange) => ({
      ...exchange,
      id: `${text.slice(0, 400)}${exchange.id}`,
      request: { ...(exchange.request as JsonObject), [text]: text },
    })),
  };
  const { body } = issueFor(capture);
  // A certificate is at most 1 MB.
  const short = text.slice(0, 100_000);
  const certificate = seal({
    ...(body as unknown as JsonObject),
    issuer: short,
    statement: short,
    note: short,
    [short]: short,
    tool: { name: short, version: short },
  });
  return { capture: JSON.stringify(capture), certificate };
};

const pemOf = (spkiHex: string): string =>
  `-----BEGIN PUBLIC KEY-----\n${Buffer.from(spkiHex, "hex").toString("base64")}\n-----END PUBLIC KEY-----\n`;

const openCriteria = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('#criteria details').forEach((one) => { one.open = true })");

const overflow = (page: Page): Promise<unknown> =>
  page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

const drop = async (page: Page, files: Readonly<Record<string, string>>): Promise<void> => {
  await page.evaluate(`{
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)})) transfer.items.add(new File([text], name));
    for (const type of ["dragover", "drop"])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }));
  }`);
};

/** For the eye: SHOTS names a folder. */
const photograph = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

const axeSource = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
