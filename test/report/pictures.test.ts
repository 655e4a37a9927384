// Pictures in the HTML report: only what is a PNG gets in, and the policy makes room for pictures only where there are some.

import { crc32, deflateSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { AppPicture } from "../../src/report/app-picture.ts";
import { readPng } from "../../src/report/formats/html/png.ts";
import { renderResult } from "../../src/report/render-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { smallResult } from "./small-result.ts";

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const header = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2], 8);
  return chunk("IHDR", data);
};
const DATA = chunk("IDAT", deflateSync(Buffer.from([0, 1, 2, 3])));
const END = chunk("IEND", Buffer.alloc(0));
const GOOD = Buffer.concat([SIGNATURE, header(1, 1), DATA, END]);
const flipped = (at: number): Buffer => {
  const copy = Buffer.from(GOOD);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

describe("readPng", () => {
  test("takes a PNG as it is", () => {
    expect(readPng(GOOD)).toEqual({ width: 1, height: 1, bytes: new Uint8Array(GOOD) });
  });

  test("leaves out what is no picture: texts, and whatever follows the end", () => {
    const noisy = Buffer.concat([
      SIGNATURE,
      header(1, 1),
      chunk("tEXt", Buffer.from("Comment\0<script>")),
      DATA,
      END,
      Buffer.from("<script>alert(1)</script>"),
    ]);
    expect(readPng(noisy)?.bytes).toEqual(new Uint8Array(GOOD));
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a JPEG", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["an SVG", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>")],
    ["only the signature", SIGNATURE],
    ["no end", Buffer.concat([SIGNATURE, header(1, 1), DATA])],
    ["no data", Buffer.concat([SIGNATURE, header(1, 1), END])],
    ["no header", Buffer.concat([SIGNATURE, DATA, END])],
    ["two headers", Buffer.concat([SIGNATURE, header(1, 1), header(1, 1), DATA, END])],
    ["a wrong sum", flipped(GOOD.length - 1)],
    ["a changed byte in the data", flipped(GOOD.length - END.length - 6)],
    ["a chunk longer than the file", flipped(8)],
    ["no width", Buffer.concat([SIGNATURE, header(0, 1), DATA, END])],
    ["too wide", Buffer.concat([SIGNATURE, header(4_097, 1), DATA, END])],
    ["too many bytes", Buffer.concat([SIGNATURE, header(1, 1), chunk("IDAT", Buffer.alloc(2_097_152)), END])],
  ])("refuses %s", (_, bytes) => {
    expect(readPng(bytes)).toBeUndefined();
  });
});

describe("Pictures of apps: the report", () => {
  let result: Result;
  beforeAll(async () => {
    result = await smallResult();
  });
  const html = (pictures?: readonly AppPicture[]): string => renderResult(result, "html", { pictures });
  const policyOf = (page: string): string => /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "";

  test("without pictures the policy lets no picture in", () => {
    expect(policyOf(html())).not.toContain("img-src");
    expect(html([])).toBe(html());
  });

  test("a picture stands in the page itself, and the policy allows just that", () => {
    const page = html([{ uri: "ui://demo/page", tool: "show", png: GOOD }]);
    expect(policyOf(page)).toContain("default-src 'none'");
    expect(policyOf(page)).toContain("img-src data:;");
    expect(page).toContain(`src="data:image/png;base64,${GOOD.toString("base64")}"`);
    expect(page.match(/<img /g)).toHaveLength(1);
  });

  test("what is no PNG is told in words, and the policy stays closed", () => {
    const page = html([
      { uri: 'ui://"><script>alert(1)</script>', png: Buffer.from("<script>alert(1)</script>") },
      { uri: "ui://slow", missing: "the page gave no picture within 30 s" },
    ]);
    expect(policyOf(page)).not.toContain("img-src");
    expect(page).not.toMatch(/<script|<img|PHNjcmlwdD5/);
    expect(page).toContain("No picture: what the browser sent is no picture.");
    expect(page).toContain("No picture: the page gave no picture within 30 s.");
  });

  test("no other format shows pictures", () => {
    const pictures = [{ uri: "ui://demo/page", png: GOOD }];
    for (const format of ["pretty", "json", "markdown", "junit", "sarif", "github"] as const)
      expect(renderResult(result, format, { pictures })).toBe(renderResult(result, format));
  });
});
