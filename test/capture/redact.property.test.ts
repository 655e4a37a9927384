import fc from "fast-check";
import { expect, it } from "vitest";
import { createFinder, replaceSpans } from "../../src/capture/find-secrets.ts";
import { isPublicWord } from "../../src/capture/public-words.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { redactCapture } from "../../src/capture/redact.ts";
import { type Secrets, secretsOf } from "../../src/capture/secrets.ts";
import { toJson } from "../../src/capture/serialize.ts";
import { cpuMs } from "../cpu-time.ts";
import { captures } from "./arbitrary.ts";
import { spellingsOf } from "./canaries.ts";
import { FULL, STDIO } from "./captures.ts";

const KEY = Buffer.alloc(32, 1);

/** Anything that can be configured: long enough to be looked for, no word of the protocol. */
const secret = fc
  .oneof(
    fc.string({ minLength: 8, maxLength: 30 }),
    fc.string({ minLength: 8, maxLength: 20, unit: "binary" }),
    fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
    fc
      .array(fc.constantFrom("\\", '"', "/", "%", "&", "+", "a", " ", "é", "\n"), { minLength: 8, maxLength: 16 })
      .map((units) => units.join("")),
  )
  .filter((text) => text.trim() === text && text.length >= 8 && !isPublicWord(text) && !/\p{Cs}/u.test(text));

const valuesOf = (...values: string[]): Secrets => ({ values, headers: [] });

/** Every string of a value, names included. */
const stringsIn = (value: unknown): string[] => {
  const found: string[] = [];
  JSON.parse(JSON.stringify(value), (name: string, entry: unknown) => {
    found.push(name);
    if (typeof entry === "string") found.push(entry);
    return entry;
  });
  return found;
};

/** The end of the text is the beginning of the secret, or the other way round; in base64, too. */
const overlaps = (text: string, value: string): boolean =>
  [text, Buffer.from(text, "base64").toString("latin1")].some((shown) =>
    Array.from({ length: value.length - 1 }, (_, index) => index + 1).some(
      (length) => shown.endsWith(value.slice(0, length)) || shown.startsWith(value.slice(-length)),
    ),
  );

it("a capture without secrets is left as it is, apart from the redaction member", () => {
  fc.assert(
    fc.property(captures(), secret, (capture, value) => {
      fc.pre(!stringsIn(capture).some((text) => text.includes(value) || Buffer.from(text, "base64").includes(value)));
      // A text that was cut in the middle of a secret counts as holding it.
      fc.pre(!stringsIn(capture).some((text) => overlaps(text, value)));
      const { redaction, ...clean } = redactCapture(capture, valuesOf(value), KEY);
      expect(redaction).toEqual({ scheme: "hmac-sha256/12", replaced: 0 });
      expect(clean).toEqual(capture);
      expect(JSON.stringify(clean.exchanges)).toBe(JSON.stringify(capture.exchanges));
    }),
    { numRuns: 250 },
  );
});

it("down to the order of its members and the last byte", () => {
  for (const capture of [FULL, STDIO]) {
    const { redaction: _, ...before } = capture;
    const { redaction, ...after } = redactCapture(before, valuesOf("CANARY-7f3a9c1e55"), KEY);
    expect(redaction?.replaced).toBe(0);
    expect(JSON.parse(toJson(after))).toEqual(JSON.parse(toJson(before)));
    expect(toJson(after.exchanges as never)).toBe(toJson(before.exchanges as never));
  }
});

it("whatever the secrets are, the result is a capture and none of them is in it", () => {
  const secretive = fc.tuple(secret, secret).chain(([one, two]) => {
    const said = fc.constantFrom(
      one,
      two,
      `a${one}b`,
      `${one}${two}`,
      `${one.slice(0, 5)}`,
      ...Object.values(spellingsOf(one)),
    );
    return fc.tuple(fc.constant([one, two]), captures(fc.oneof(said, fc.constantFrom("plain", "", "main")), false));
  });
  fc.assert(
    fc.property(secretive, ([values, capture]) => {
      const clean = redactCapture(capture, valuesOf(...values), KEY);
      expect(readCaptures(toJson(clean), "f").sessions).toEqual([clean]);
      expect(clean.exchanges.length).toBe(capture.exchanges.length);
      const texts = stringsIn(clean);
      expect(values.filter((value) => texts.some((text) => text.includes(value)))).toEqual([]);
    }),
    { numRuns: 250 },
  );
});

it("finds every spelling of a secret between any neighbours, and leaves the neighbours", () => {
  const neighbour = fc.stringMatching(/^[g-z ,.:;]{0,12}$/);
  fc.assert(
    fc.property(secret, neighbour, neighbour, (value, before, after) => {
      const finder = createFinder([value]);
      for (const [name, form] of Object.entries(spellingsOf(value))) {
        // Where base64 begins and ends is not to be seen; what remains there is less than a character of the secret.
        if (name.startsWith("base64")) {
          expect([name, finder.inText(`${before}${form}${after}`).length > 0]).toEqual([name, true]);
          continue;
        }
        const shown = replaceSpans(
          `${before}|${form}|${after}`,
          finder.inText(`${before}|${form}|${after}`),
          () => "#",
        );
        expect([name, shown]).toEqual([name, `${before}|#|${after}`]);
        const bytes = Buffer.from(`${before}|${form}|${after}`).toString("latin1");
        expect([name, replaceSpans(bytes, finder.inBytes(bytes), () => "#")]).toEqual([name, `${before}|#|${after}`]);
      }
    }),
    { numRuns: 250 },
  );
});

it("takes a target of any kind without a complaint", () => {
  const anyText = fc.oneof(
    secret,
    fc.string({ unit: "binary" }),
    fc.constantFrom("--token", "-e", "a://b:c@d?key=e", "Authorization: Basic x"),
  );
  fc.assert(
    fc.property(fc.array(anyText), fc.dictionary(anyText, anyText), (args, env) => {
      const child = secretsOf({ kind: "stdio", command: "x", args, env }, env);
      const server = secretsOf({ kind: "http", url: args[0] ?? "", headers: Object.entries(env), origin: "user" }, {});
      for (const value of [...child.values, ...server.values]) expect(value.length).toBeGreaterThanOrEqual(8);
      redactCapture({ ...STDIO, server_label: args.join(" ") }, child, KEY);
    }),
    { numRuns: 250 },
  );
});

it("is not slowed down by a server that knows the secret and the spellings", () => {
  const values = [
    "\\".repeat(20),
    `${"\\".repeat(7)}"${"\\".repeat(7)}"`,
    "%25%25%25%25",
    "aaaaaaaaaaaaaaaa",
    '////////""""""""',
  ];
  const floods = ["\\", "%25", "\\u005c", "a", "%", "&#0", "\\/", '\\"', "%2f"].map((part) => part.repeat(100_000));
  const took = cpuMs(() => {
    for (const text of floods) {
      redactCapture(
        { server_label: "x", server_capabilities: null, exchanges: [{ response: text }] },
        valuesOf(...values),
        KEY,
      );
    }
  });
  expect(took).toBeLessThan(15_000);
});
