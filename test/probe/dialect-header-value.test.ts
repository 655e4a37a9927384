import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { argumentText, toHeaderValue } from "../../src/probe/dialect/header-value.ts";

/** What a server does with the header, written from the specification and not from our code. */
const decode = (header: string): string =>
  header.startsWith("=?base64?") && header.endsWith("?=") && header.length >= "=?base64??=".length
    ? Buffer.from(header.slice("=?base64?".length, -"?=".length), "base64").toString("utf8")
    : header;

const wrapped = (text: string): string => `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;

describe("a value in an Mcp-Name or Mcp-Param header", () => {
  test.each([
    ["a tool's name", "look_up"],
    ["a URI", "memo://entry/42?x=1&y=%20#z"],
    ["spaces and a tab inside", "north \t west"],
    ["every visible ASCII character", String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index))],
    ["nothing at all", ""],
    ["half a wrapper", "=?base64?abc"],
    ["the other half", "abc?="],
    ["a wrapper that would share its question mark", "=?base64?="],
    ["another encoding", "=?utf-8?abc?="],
  ])("stays as it is: %s", (_what, value) => {
    expect(toHeaderValue(value)).toBe(value);
  });

  test.each([
    ["Latin-1", "Grüße"],
    ["another script", "世界"],
    ["beyond the basic plane", "👋"],
    ["a no-break space at the edge", "\u{a0}west"],
    ["a line feed", "a\nMcp-Session-Id: stolen"],
    ["a carriage return", "a\rb"],
    ["NUL", "a\0b"],
    ["DEL", "a\x7fb"],
    ["a space in front", " west"],
    ["a space behind", "west "],
    ["a tab in front", "\twest"],
    ["only a space", " "],
    ["the wrapper itself", "=?base64?d2VzdA==?="],
    ["an empty wrapper", "=?base64??="],
    ["a wrapper around what is no base64", "=?base64?!?="],
    ["a wrapper around a line break", "=?base64?\n?="],
  ])("is wrapped: %s", (_what, value) => {
    expect(toHeaderValue(value)).toBe(wrapped(value));
    expect(decode(toHeaderValue(value))).toBe(value);
  });

  const anyText = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.string().map((text) => `=?base64?${text}?=`),
    fc.string().map((text) => ` ${text}\t`),
  );

  test("decoding gives the value back, whatever it is", () => {
    fc.assert(fc.property(anyText, (value) => decode(toHeaderValue(value)) === value));
  });

  test("is always something HTTP can carry unchanged", () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const header = toHeaderValue(value);
        return /^[\x20-\x7e\t]*$/.test(header) && header === header.replace(/^[ \t]+|[ \t]+$/g, "");
      }),
    );
  });
});

test("arguments are written as JSON spells them, strings without quotes", () => {
  expect([argumentText("west"), argumentText(-7), argumentText(0.5), argumentText(true), argumentText(false)]).toEqual([
    "west",
    "-7",
    "0.5",
    "true",
    "false",
  ]);
});
