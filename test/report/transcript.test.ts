import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import { renderTranscript } from "../../src/report/render-transcript.ts";
import { captures } from "../capture/arbitrary.ts";
import { DUAL, EMPTY, EVERYTHING, UNKNOWN } from "./captures.ts";

const golden = (name: string): string => new URL(`../golden/${name}.txt`, import.meta.url).pathname;

describe("a transcript", () => {
  it.each([
    ["transcript-everything", EVERYTHING, { color: false, width: 100 }],
    ["transcript-everything-color", EVERYTHING, { color: true, width: 100 }],
    ["transcript-everything-narrow", EVERYTHING, { color: false, width: 40 }],
    ["transcript-dual", DUAL, { color: false, width: 80 }],
    ["transcript-unknown", UNKNOWN, { color: false, width: 80 }],
    ["transcript-empty", EMPTY, { color: true, width: 80 }],
  ])("reads as in the file %s", async (name, capture, options) => {
    await expect(renderTranscript(capture, options)).toMatchFileSnapshot(golden(name));
  });

  it("has the same words with and without colour", () => {
    for (const capture of [EVERYTHING, DUAL, UNKNOWN, EMPTY]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of colour
      const plain = renderTranscript(capture, { color: true, width: 100 }).replace(/\u001b\[\d+m/g, "");
      expect(plain).toBe(renderTranscript(capture, { color: false, width: 100 }));
    }
  });

  it("does not depend on anything but the capture", () => {
    const frozen = structuredClone(EVERYTHING);
    expect(renderTranscript(frozen, { color: false, width: 100 })).toBe(
      renderTranscript(EVERYTHING, { color: false, width: 100 }),
    );
    expect(frozen).toEqual(EVERYTHING);
  });

  it("keeps messages within the width, and cuts no character in two", () => {
    const text = "\u{1f600}".repeat(300);
    const exchange: Exchange = {
      request: { method: text },
      response: { result: text },
      meanwhile: [{ seq: 1, at_ms: 1, message: text }],
    };
    for (const width of [1, 20, 21, 40, 80, 200]) {
      const capture: Capture = {
        server_label: "x",
        server_capabilities: null,
        exchanges: [{ ...exchange, deliberate: true }],
      };
      const lines = renderTranscript(capture, { color: false, width }).split("\n");
      for (const line of lines.slice(2, 5)) {
        expect([...line].length).toBeLessThanOrEqual(Math.max(width, 27));
        expect(line).not.toMatch(/\p{Cs}/u);
      }
    }
  });
});

describe("hostile text", () => {
  const HOSTILE = "\u001b[2J\u009b31m\r\nfake line\u2028\u202e\u200b\ud800\u{e0041}\u0007";

  /** Every string of a capture that is no word of the format, made hostile. */
  const poisoned = (value: unknown, name = ""): unknown => {
    const words = ["kind", "verdict", "encoding", "ended_by", "transport", "outcome", "format", "reason"];
    // What ties exchanges to conversations must stay equal; it is poisoned all the same.
    if (typeof value === "string") return words.includes(name) ? value : `${value}${HOSTILE}`;
    if (Array.isArray(value)) return value.map((entry) => poisoned(entry, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, poisoned(entry, key)]));
  };

  const lineCount = (text: string): number => text.split("\n").length;

  it("in every field stays on its line and is escaped", () => {
    for (const capture of [EVERYTHING, DUAL, UNKNOWN, EMPTY]) {
      const shown = renderTranscript(poisoned(capture) as Capture, { color: false, width: 5_000 });
      expect(shown).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}]+$/u);
      expect(lineCount(shown)).toBe(lineCount(renderTranscript(capture, { color: false, width: 5_000 })));
      expect(shown).toContain("\\x1b[2J\\x9b31m\\r\\nfake line\\u2028\\u202e\\u200b\\ud800\\u{e0041}\\x07");
    }
  });

  it("in names of members is escaped, too", () => {
    const capture: Capture = {
      server_label: "x",
      server_capabilities: { [HOSTILE]: {} },
      exchanges: [{ request: { method: "m", params: { [HOSTILE]: 1 } }, response: { [HOSTILE]: 1 } }],
    };
    expect(renderTranscript(capture, { color: false, width: 5_000 })).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}]+$/u);
  });

  it("of any kind, in any capture, with colour or without, adds nothing but our own codes", () => {
    const word = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(HOSTILE, "\u001b[31m", "\n", "\u009b"));
    fc.assert(
      fc.property(captures(word), fc.boolean(), fc.integer({ min: 0, max: 200 }), (capture, color, width) => {
        const shown = renderTranscript(capture, { color, width });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the codes of colour
        const rest = color ? shown.replace(/\u001b\[(?:1|2|3[1236]|22|39)m/g, "") : shown;
        expect(rest).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}]+$/u);
      }),
      { numRuns: 300 },
    );
  });
});
