// What people hand to the page.

import { describe, expect, test } from "vitest";
import { kindOfFile, readCapture, readKeys, readTimeField } from "../../src/certificate/page/read-inputs.ts";
import { ISSUER, STRANGER } from "../certificates/make/keys.ts";
import { sampleBody, seal } from "../certificates/make/sample.ts";
import { sampleCapture } from "../certificates/make/sample-capture.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const SESSION = JSON.stringify(sampleCapture());

test.each([
  [seal(sampleBody()), "certificate"],
  [SESSION, "capture"],
  [`\u{feff}${SESSION}`, "capture"],
  [`[${SESSION}]`, "capture"],
  ['{"type":"header","format":"mcptest-capture/1"}\n{"type":"exchange"', "capture"],
  [`"${"x".repeat(1_000_001)}`, "capture"],
  ["{}", "certificate"],
  ["no JSON", "certificate"],
  ["", "certificate"],
  ["[".repeat(5_000), "certificate"],
])("a dropped file is told by its content: case %#", (text, kind) => {
  expect(kindOfFile(bytes(text))).toBe(kind);
});

describe("a capture", () => {
  test("is one session", () => {
    expect(readCapture(bytes(SESSION), "a.json")).toMatchObject({ ok: true });
    expect(readCapture(bytes(`[${SESSION},${SESSION}]`), "a.json")).toEqual({
      ok: false,
      message: "a.json: holds 2 sessions; a certificate belongs to one",
    });
  });

  test.each(["", "{", "{}", '{"server_label":"a","server_label":"b"}', "7"])("or one line says why not: %j", (text) => {
    const reading = readCapture(bytes(text), "a.json");
    expect(reading.ok ? "" : reading.message).toMatch(/^a\.json.{5,}$/);
  });

  test("in UTF-8", () => {
    expect(readCapture(Uint8Array.of(0x7b, 0xff), "a.json")).toEqual({
      ok: false,
      message: "a.json: not UTF-8 (byte 2)",
    });
  });
});

describe("keys", () => {
  const pem = `-----BEGIN PUBLIC KEY-----\n${Buffer.from(STRANGER.spki_hex, "hex").toString("base64")}\n-----END PUBLIC KEY-----`;

  test("none, hex, PEM, several", () => {
    expect(readKeys("  \n")).toEqual({ keys: [], problem: null });
    expect(readKeys(` ${ISSUER.spki_hex.toUpperCase()}\n`).keys).toEqual([{ spki_hex: ISSUER.spki_hex }]);
    expect(new Set(readKeys(`${ISSUER.spki_hex}\n${pem}\n`).keys.map(({ spki_hex }) => spki_hex))).toEqual(
      new Set([ISSUER.spki_hex, STRANGER.spki_hex]),
    );
  });

  test("a bad one is told and not taken; the good ones are", () => {
    const { keys, problem } = readKeys(`${ISSUER.spki_hex} 00ff`);
    expect(keys).toEqual([{ spki_hex: ISSUER.spki_hex }]);
    expect(problem).toMatch(/^1 of 2 keys cannot be read: /);
    expect(readKeys("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----").problem).toMatch(/private key/);
  });
});

test("a time, or now", () => {
  expect(readTimeField(" ", 7)).toEqual({ ok: true, value: 7 });
  expect(readTimeField("2026-01-31", 7)).toEqual({ ok: true, value: Date.UTC(2026, 0, 31) });
  expect(readTimeField("tomorrow", 7)).toMatchObject({ ok: false });
});
