// Pages of strangers in a real Chromium: whatever they try, nothing leaves the browser but a picture, and it ends.

import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { hostPage } from "../../src/features/app-pictures/host-page.ts";
import { readPng } from "../../src/report/formats/html/png.ts";
import { confine } from "../../src/wire/chromium/confinement.ts";
import type { Chromium } from "../../src/wire/chromium/running-chromium.ts";
import { type Taken, takePicture } from "../../src/wire/chromium/take-picture.ts";
import { DEFAULT_PICTURE_LIMITS, type PictureLimits } from "../../src/wire/picture-limits.ts";
import { announceMissing, CHROMIUM } from "../browser/chromium.ts";
import { openCanary } from "./canary.ts";
import { firstPixel } from "./first-pixel.ts";
import { breakingOut, endless, greedy, handshake, reachingOut } from "./hostile-pages.ts";

announceMissing(6);

const GREEN = [0, 255, 0];
const MEBIBYTE = 1_048_576;
/** A busy machine takes its time to start a browser. */
const PATIENT = { ...DEFAULT_PICTURE_LIMITS, pictureMs: 80_000 };
const CALL = { tool: "t", input: {}, result: { content: [{ type: "text", text: "</script>recorded" }] } };

describe.skipIf(CHROMIUM === undefined)("Pictures of apps: pages in a Chromium", () => {
  const usual = process.env["TMPDIR"];
  let folder = "";
  let chromium: Chromium;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "mcptest-pictures-"));
    // Root hands the browser to nobody, who has to get there.
    chmodSync(folder, 0o711);
    process.env["TMPDIR"] = folder;
    const path = process.env["PATH"] ?? "";
    chromium = { program: CHROMIUM ?? "", path, ...(await confine(path)) };
  });

  afterAll(async () => {
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    // Nothing that a browser wrote outlives it.
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  const shown = (html: string, limits: Partial<PictureLimits> = {}): Promise<Taken> =>
    takePicture(chromium, hostPage({ uri: "ui://test", html, call: CALL }), { ...PATIENT, ...limits });

  /** The bytes of the picture. Where Chromium has no sandbox, in a container without rights, there is nothing to test. */
  const pictureIn = (taken: Taken, { skip }: TestContext): Uint8Array => {
    if ("png" in taken) return taken.png;
    if (/own sandbox/.test(taken.missing)) skip(taken.missing);
    throw new Error(taken.missing);
  };

  test.concurrent("a page is shown with the recorded call", async (context) => {
    const png = pictureIn(await shown(handshake), context);
    expect(readPng(png)).toMatchObject({ width: 800, height: 600 });
    expect(firstPixel(png)).toEqual(GREEN);
  });

  test.concurrent("a page reaches no network", async (context) => {
    const canary = await openCanary();
    pictureIn(await shown(reachingOut(canary.tcp, canary.udp)), context);
    await canary.close();
    expect(canary.reached).toEqual([]);
  });

  test.concurrent("a page reaches no network even where no policy of a host confines it", async (context) => {
    const canary = await openCanary();
    const bare = { ...chromium, prefix: [] };
    pictureIn(await takePicture(bare, reachingOut(canary.tcp, canary.udp), PATIENT), context);
    await canary.close();
    expect(canary.reached).toEqual([]);
  });

  test.concurrent("a page opens no window, writes no file and reads none", async (context) => {
    expect(firstPixel(pictureIn(await shown(breakingOut), context))).toEqual(GREEN);
  });

  test.concurrent("a page that never ends is ended", async () => {
    const taken = await shown(endless, { loadMs: 1_000, pictureMs: 15_000 });
    if ("missing" in taken) expect(taken.missing).toMatch(/no picture within|own sandbox/);
    else expect(readPng(taken.png)).toBeDefined();
  });

  test.runIf(process.platform === "linux").concurrent("a page that fills the memory is ended", async (context) => {
    const taken = await shown(greedy, { memoryBytes: 1_600 * MEBIBYTE });
    if ("png" in taken || /own sandbox/.test(taken.missing)) pictureIn(taken, context);
    expect(taken).toEqual({ missing: "the page took more than 1600 MiB of memory" });
  });
});
