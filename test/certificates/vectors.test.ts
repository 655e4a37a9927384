// Ed25519 and RFC 8785 by our own vectors, and the edges where libraries disagree.

import { createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/base/canonical.ts";
import type { Json } from "../../src/base/json.ts";
import { openNodeCrypto } from "../../src/certificate/node-crypto.ts";
import { isMalleable, readPublicKey, SPKI_PREFIX } from "../../src/certificate/verify/ed25519.ts";
import { decodeBase64, decodeHex, encodeBase64, encodeHex } from "../../src/certificate/verify/encodings.ts";
import { webCrypto } from "../../src/certificate/verify/web-crypto.ts";
import {
  add,
  BASE,
  encode,
  FIELD,
  forgery,
  IDENTITY,
  littleEndian,
  multiply,
  ORDER,
  pointAt,
  signWith,
  twinOf,
} from "./make/curve.ts";
import { seedOf } from "./make/keys.ts";

const LIBRARIES = [
  ["node:crypto", openNodeCrypto()],
  ["WebCrypto", webCrypto()],
] as const;

const MESSAGES = ["", "a", "mcptest", "Grüße — 灯台", "x".repeat(1_000)].map((text) => Buffer.from(text, "utf8"));

describe.each(LIBRARIES)("Ed25519 with %s", (_name, crypto) => {
  test.each(MESSAGES.map((message, index) => [index, message] as const))("vector %i", async (index, message) => {
    const { publicKey, signature } = signWith(seedOf(`vector ${index}`), message);
    expect(await crypto.verifyEd25519(publicKey, message, signature)).toBe(true);
    expect(isMalleable(signature)).toBe(false);
    const other = Buffer.concat([message, Buffer.from("!")]);
    expect(await crypto.verifyEd25519(publicKey, other, signature)).toBe(false);
  });

  test("bytes that are no point are a key that fits nothing", async () => {
    const nowhere = littleEndian(2n);
    expect(pointAt(2n, 0n)).toBeUndefined();
    expect(await crypto.verifyEd25519(nowhere, Buffer.from("a"), Buffer.alloc(64, 1))).toBe(false);
  });
});

test("the curve of the vectors is the curve", () => {
  expect(multiply(BASE, ORDER)).toEqual(IDENTITY);
  expect(encode(BASE).toString("hex")).toBe("58".padEnd(64, "6"));
});

describe("keys", () => {
  /** All eight points whose order divides the cofactor, from one of order eight. */
  const smallPoints = (() => {
    const y = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
    const generator = pointAt(y, 0n);
    if (!generator) throw new Error("not a point");
    return Array.from({ length: 8 }, (_, index) => multiply(generator, BigInt(index)));
  })();
  const spki = (bytes: Uint8Array): string => SPKI_PREFIX + Buffer.from(bytes).toString("hex");

  test("every point of small order is refused, with either sign", () => {
    expect(new Set(smallPoints.map((point) => encode(point).toString("hex"))).size).toBe(8);
    for (const point of smallPoints) {
      expect(multiply(point, 8n)).toEqual(IDENTITY);
      for (const sign of [0n, 1n]) {
        const key = readPublicKey(spki(littleEndian(point.y | (sign << 255n))));
        expect(key).toMatchObject({ ok: false, code: "small-order-key" });
      }
    }
  });

  test("every second spelling is refused", () => {
    for (let y = FIELD; y < 2n ** 255n; y++)
      expect(readPublicKey(spki(littleEndian(y)))).toMatchObject({ ok: false, code: "bad-key-point" });
  });

  test("a point of mixed order is no small one", () => {
    const mixed = add(multiply(BASE, 5n), smallPoints[1] ?? IDENTITY);
    expect(readPublicKey(spki(encode(mixed)))).toMatchObject({ ok: true });
  });

  test("why: with the identity as a key one signature fits every text in a library that allows it", () => {
    const key = createPublicKey({ key: Buffer.from(spki(encode(IDENTITY)), "hex"), format: "der", type: "spki" });
    const fits = ["grade A", "grade D"].map((text) => verify(null, Buffer.from(text), key, forgery()));
    expect(fits).toEqual([true, true]);
  });
});

test("a signature has no twin", () => {
  const { signature } = signWith(seedOf("twin"), Buffer.from("a"));
  expect(isMalleable(twinOf(signature))).toBe(true);
  for (const y of [0n, 1n, FIELD - 1n, FIELD, FIELD + 5n]) {
    const odd = Buffer.concat([littleEndian(y), signature.subarray(32)]);
    expect(isMalleable(odd), String(y)).toBe(true);
  }
  const order = Buffer.concat([signature.subarray(0, 32), littleEndian(ORDER)]);
  const below = Buffer.concat([signature.subarray(0, 32), littleEndian(ORDER - 1n)]);
  expect([isMalleable(order), isMalleable(below)]).toEqual([true, false]);
});

describe("RFC 8785 as certificates use it", () => {
  test.each<[string, Json, string]>([
    [
      "members by UTF-16 code units",
      { "\u{1f600}": 1, "\u{fb33}": 2, z: 3, Z: 4 },
      '{"Z":4,"z":3,"😀":1,"\u{fb33}":2}',
    ],
    ["nothing beyond ASCII is escaped", { a: "é — \u{2028}" }, '{"a":"é — \u{2028}"}'],
    ["controls are, in short where there is a short form", { a: "\n\u{1}\u{7f}" }, '{"a":"\\n\\u0001\u{7f}"}'],
    ["a slash is not", { a: "https://a/b" }, '{"a":"https://a/b"}'],
    ["numbers as ECMAScript writes them", [1.0, -0, 1e21, 0.000001, 1e-7], "[1,0,1e+21,0.000001,1e-7]"],
    ["null and booleans", [null, true, false], "[null,true,false]"],
  ])("%s", (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text);
    expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
  });
});

describe("encodings", () => {
  const bytes = Array.from({ length: 70 }, (_, length) =>
    Buffer.from(Array.from({ length }, (_x, at) => (at * 83 + length) & 255)),
  );

  test("base64 and hex as Node writes them", () => {
    for (const some of bytes) {
      expect(encodeBase64(some)).toBe(some.toString("base64"));
      expect(Buffer.from(decodeBase64(some.toString("base64")) ?? []).equals(some)).toBe(true);
      expect(encodeHex(some)).toBe(some.toString("hex"));
      expect(Buffer.from(decodeHex(some.toString("hex")) ?? []).equals(some)).toBe(true);
    }
  });

  test.each(["A", "AA", "AAA", "A===", "AA=A", "AB==", "AAB=", "AA==AA==", "AA==\n", " AA==", "A-==", "Ü==="])(
    "no base64: %j",
    (text) => expect(decodeBase64(text)).toBeUndefined(),
  );

  test.each(["a", "AB", "0x", "zz", "ab "])("no hex: %j", (text) => expect(decodeHex(text)).toBeUndefined());
});
