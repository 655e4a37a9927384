import { describe, expect, it } from "vitest";
import type { Capture } from "../../src/capture/capture.ts";
import { Redactor } from "../../src/capture/redact.ts";
import { toJson } from "../../src/capture/serialize.ts";
import { spellingsOf, unfoundSpellingsOf } from "./canaries.ts";
import { echoing, http, KEY, redact, stdio, TAG } from "./echo.ts";

describe("tags", () => {
  const tagsIn = (capture: Capture): Set<string> => new Set(toJson(capture).match(/\[redacted:[0-9a-f]{12}\]/g) ?? []);

  it("are equal for equal secrets in one capture, in whatever form they come back", () => {
    const secret = "CANARY-7f3a9c1e55";
    for (const target of [
      http([["Authorization", `Bearer ${secret}`]]),
      http([], `https://example.org/?token=${secret}`),
      http([], `https://:${secret}@example.org/`),
      stdio(["server.js", `--token=${secret}`]),
    ]) {
      expect(tagsIn(redact(target, echoing(target, Object.values(spellingsOf(secret))))).size).toBe(1);
    }
  });

  it("differ for different secrets, and between two runs", () => {
    const target = http([
      ["X-One", "CANARY-7f3a9c1e55"],
      ["X-Two", "CANARY-0000000000"],
    ]);
    const capture = echoing(target, ["CANARY-7f3a9c1e55 CANARY-0000000000"]);
    const first = tagsIn(redact(target, capture));
    const second = tagsIn(redact(target, capture, Buffer.alloc(32, 8)));
    expect([first.size, second.size]).toEqual([2, 2]);
    expect([...first].filter((tag) => second.has(tag))).toEqual([]);
    expect(redact(target, capture)).toEqual(redact(target, capture));
  });

  it("stand for the longest secret where one is inside the other, and for both where they overlap", () => {
    const one = (secrets: string[], text: string): string => {
      const target = stdio([], Object.fromEntries(secrets.map((secret, index) => [`S${index}`, secret])));
      return String(
        redact(target, { server_label: "x", server_capabilities: null, exchanges: [{ response: text }] }).exchanges[0]
          ?.response,
      );
    };
    const only = (secret: string): string => one([secret], secret);
    const [short, long] = ["prefix-1234", "prefix-1234-and-more"];
    expect(one([short, long], `${long} ${short}`)).toBe(`${only(long)} ${only(short)}`);
    expect(one([long, short], `${long} ${short}`)).toBe(`${only(long)} ${only(short)}`);
    expect(one(["abcd-efgh", "efgh-ijkl"], "x abcd-efgh-ijkl y")).toBe(`x ${only("abcd-efgh")}${only("efgh-ijkl")} y`);
    expect(one(["99999999"], "9".repeat(21))).toBe(only("99999999"));
    // A tag is not searched again, whatever it says.
    expect(one(["redacted:1", "abcdefgh-1"], "abcdefgh-1")).toBe(only("abcdefgh-1"));
  });

  it("keep two members apart whose names become the same", () => {
    const target = stdio([], { S: "a b c d e f" });
    const capture: Capture = {
      server_label: "x",
      server_capabilities: null,
      exchanges: [{ response: { "a b c d e f": 1, "a%20b%20c%20d%20e%20f": 2, "a+b+c+d+e+f": 3, other: 4 } }],
    };
    const response = redact(target, capture).exchanges[0]?.response as Record<string, number>;
    expect(Object.values(response)).toEqual([1, 2, 3, 4]);
    expect(Object.keys(response)).toEqual([
      expect.stringMatching(/^\[redacted:\w{12}\]$/),
      expect.stringMatching(/^\[redacted:\w{12}\]#2$/),
      expect.stringMatching(/^\[redacted:\w{12}\]#3$/),
      "other",
    ]);
  });
});

describe("a recording that is written line by line", () => {
  it("hides what was learned from then on, with the same tag", () => {
    const redactor = new Redactor({ values: ["CANARY-7f3a9c1e55"], headers: [] }, [], KEY);
    const line = { message: "CANARY-7f3a9c1e55 OTHER-CANARY-0815" };
    expect(redactor.record(line)).toEqual({
      message: expect.stringMatching(/^\[redacted:\w{12}\] OTHER-CANARY-0815$/),
    });
    redactor.learn(["OTHER-CANARY-0815"]);
    const after = redactor.record(line);
    expect(after).toEqual({ message: expect.stringMatching(/^\[redacted:\w{12}\] \[redacted:\w{12}\]$/) });
    redactor.learn(["OTHER-CANARY-0815"]);
    expect(redactor.record(line)).toEqual(after);
    expect(redactor.replaced).toBe(5);
  });

  it("learns no more than it can search for", () => {
    const many = Array.from({ length: 1_500 }, (_, index) => `secret-number-${index}-`);
    const redactor = new Redactor({ values: many, headers: [] }, [], KEY);
    redactor.learn(["one-more-secret", "and-another-one"]);
    expect(redactor.record({ message: "secret-number-1499- one-more-secret" })).toEqual({
      message: expect.stringMatching(/^\[redacted:\w{12}\] one-more-secret$/),
    });
  });
});

describe("the limits of redaction, as documented", () => {
  it.each(Object.entries(unfoundSpellingsOf("CANARY-7f3a9c1e55")))("%s is not found", (_what, text) => {
    const target = stdio([], { S: "CANARY-7f3a9c1e55" });
    const capture = echoing(target, [text]);
    const { redaction: _, ...clean } = redact(target, capture);
    expect(clean).toEqual(capture);
  });

  it("a number is left alone: as a tag it would no longer be a number", () => {
    const target = stdio([], { PIN: "86400000" });
    const capture: Capture = {
      server_label: "x",
      server_capabilities: null,
      exchanges: [{ response: { ttl: 86400000, text: "86400000" } }],
    };
    expect(redact(target, capture).exchanges[0]?.response).toEqual({ ttl: 86400000, text: expect.stringMatching(TAG) });
  });
});
