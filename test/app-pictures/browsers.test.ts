// Browsers that are none: programs of a few lines in the place of Chromium. Each gives one clear line, in time, and leaves nothing.

import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { pictureApps } from "../../src/features/app-pictures/picture-apps.ts";
import { chromiumFlags } from "../../src/wire/chromium/chromium-flags.ts";
import { findChromium } from "../../src/wire/chromium/find-chromium.ts";
import { DEFAULT_PICTURE_LIMITS } from "../../src/wire/picture-limits.ts";
import { captureWithPage } from "./captures.ts";

describe.runIf(process.platform !== "win32")("Pictures of apps: browsers that are none", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-browsers-"));
  const usual = process.env["TMPDIR"];
  beforeAll(() => {
    chmodSync(folder, 0o755);
    process.env["TMPDIR"] = folder;
  });
  afterAll(() => {
    if (usual === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = usual;
    expect(readdirSync(folder).filter((name) => name.startsWith("mcptest-app-"))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  const browser = (name: string, script: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return path;
  };
  const missing = async (program: string, capture: Capture = captureWithPage()): Promise<unknown> => {
    const limits = { ...DEFAULT_PICTURE_LIMITS, pictureMs: 1_500, pipeBytes: 65_536 };
    const taken = await pictureApps(capture, { PATH: process.env["PATH"], CHROMIUM: program }, undefined, limits);
    return "none" in taken ? taken.none : taken.pictures.map((one) => ("missing" in one ? one.missing : "a picture"));
  };

  test.concurrent.each([
    ["ends at once", "exit 3", "Chromium ended by itself"],
    [
      "has no sandbox",
      "echo 'FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!' >&2; exit 1",
      "Chromium cannot set up its own sandbox here, and without it no page of a server's is run",
    ],
    ["never answers", "exec sleep 60", "the page gave no picture within 2 s"],
    ["talks without end", "while :; do echo xxxxxxxxxxxxxxxx >&4; done", "the browser sent more than a picture needs"],
    ["refuses", 'printf \'{"id":1,"error":{}}\\0\' >&4; sleep 60', "the browser refused a request"],
    ["sends no JSON", "printf 'nonsense\\0[1]\\0null\\0' >&4; exec sleep 60", "the page gave no picture within 2 s"],
  ])("one that %s", async (name, script, why) => {
    expect(await missing(browser(name.replaceAll(" ", "-"), script))).toEqual([why]);
  });

  test("one that is not there is not replaced by another", async () => {
    expect(await missing(join(folder, "nowhere"))).toBe("CHROMIUM names no program; set it to the path of a Chromium");
    expect(findChromium({ CHROMIUM: folder, PATH: process.env["PATH"] })).toBeUndefined();
    expect(findChromium({ PATH: "" })).toBeUndefined();
  });

  test("a session without pages needs no browser", async () => {
    expect(await missing(join(folder, "nowhere"), { ...captureWithPage(), exchanges: [] })).toBe(
      "the session read no page of an app",
    );
  });

  test("a page that is too large, and one too many, are not opened", async () => {
    const large = captureWithPage(`<!doctype html>${"x".repeat(DEFAULT_PICTURE_LIMITS.pageBytes)}`);
    expect(await missing(browser("unused", "exit 9"), large)).toEqual(["the page has more than 8388608 bytes"]);
    const [first] = captureWithPage().exchanges;
    const many = Array.from({ length: DEFAULT_PICTURE_LIMITS.pages + 1 }, (_, index) => ({
      ...(first as Capture["exchanges"][number]),
      request: { method: "resources/read", params: { uri: `ui://demo/${index}` } },
    }));
    const ends = (await missing(browser("ends", "exit 3"), { ...captureWithPage(), exchanges: many })) as string[];
    expect(ends.at(-1)).toBe("no more than 8 pages are shown");
  });

  test("Chromium keeps its sandbox", () => {
    const flags = chromiumFlags("/profile").join(" ");
    expect(flags).not.toMatch(/no-sandbox|disable-setuid|disable-seccomp|disable-web-security|single-process/);
  });
});
