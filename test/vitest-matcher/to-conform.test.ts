// `expect(await check(target)).toConform()`: when it passes, and what it says when it does not.

import { describe, expect, test } from "vitest";
import { untrusted } from "../../src/base/untrusted.ts";
import { check, judge } from "../../src/library/index.ts";
import { toConform } from "../../src/library/vitest.ts";
import { readShop } from "../report/small-result.ts";
import { startHttpServer } from "../servers/http/http-server.ts";

const OPTIONS = { revision: "2026-07-28" } as const;

const messageOf = (action: () => void): string => {
  try {
    action();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("the assertion held");
};

describe("toConform", () => {
  test("holds for a server that breaks nothing, and then .not does not", { timeout: 60_000 }, async () => {
    const server = await startHttpServer({ era: "stateless", slowMs: 400 });
    const result = await check(server.url, OPTIONS);
    await server.close();
    expect(result).toConform();
    expect(result).toConform({ failOn: "grade-b" });
    expect(messageOf(() => expect(result).not.toConform())).toContain("expected the server not to conform");
  });

  test("lists what failed as a difference, with the fix", async () => {
    const result = await judge(readShop());
    expect(result).not.toConform();
    expect(result).toConform({ failOn: "never" });
    const message = messageOf(() => expect(result).toConform());
    const [first, , head] = message.split("\n");
    expect(first).toBe("expected the server to conform (failOn: must,tools), but it does not");
    expect(head).toContain(`${result.target} (2025-11-25): grade `);
    const failed = result.verdicts.find(({ id }) => id === "PING-002");
    expect(message).toMatch(/^✗ PING-002 MUST /m);
    expect(message).toContain(`  - expected ${failed?.state === "fail" ? failed.expected.slice(0, 20) : "?"}`);
    expect(message).toMatch(/^ {2}\+ found {4}\S/m);
    expect(message).toMatch(/^ {4}fix {6}\S/m);
  });

  test("accepts known failures by id, all of them and no others", async () => {
    const result = await judge(readShop());
    const isBroken = ({ state, level, advisory }: (typeof result.verdicts)[number]): boolean =>
      state === "fail" && level === "MUST" && !advisory;
    const failing = result.verdicts.filter(isBroken).map(({ id }) => id);
    expect(failing.length).toBeGreaterThan(0);
    expect(result).toConform({ failOn: "must", except: failing });
    expect(result).not.toConform({ failOn: "must", except: failing.slice(1) });
    expect(() => toConform(result, { except: ["NOPE-001"] })).toThrow("no rule that was judged");
    const passing = result.verdicts.find(({ state }) => state === "pass")?.id ?? "";
    expect(() => toConform(result, { except: [passing] })).toThrow("passes now");
  });

  test("a server that nobody reached does not conform, whatever the gate", async () => {
    const server = await startHttpServer({ era: "stateless" });
    await server.close();
    const result = await check(server.url, OPTIONS);
    expect(messageOf(() => expect(result).toConform({ failOn: "never" }))).toContain("nothing answered");
  });

  test("what a server said cannot steer the terminal", async () => {
    const result = await judge(readShop());
    const verdicts = result.verdicts.map((verdict) =>
      verdict.state === "fail" ? { ...verdict, actual: untrusted("\u001b[31mred\nnext\u202e") } : verdict,
    );
    const { message } = toConform({ ...result, verdicts });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be there.
    expect(message()).not.toMatch(/[\u001b\u202e]/);
    expect(message()).toContain("\\x1b[31mred\\nnext\\u202e");
  });

  test("refuses what is no result, and gates that do not exist", () => {
    expect(() => toConform({})).toThrow("expects the result of check() or judge()");
    expect(() => toConform(Promise.resolve())).toThrow("await");
    expect(() => toConform({ format: "mcptest-result/1" }, { failOn: "grade-z" as "never" })).toThrow(
      'failOn: "grade-z" is not a choice',
    );
  });
});
