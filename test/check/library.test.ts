// The library's own words for a target and a session.

import { describe, expect, test } from "vitest";
import { CaptureError, judge, record, score, toJson } from "../../src/library/index.ts";
import { type TargetLike, toTarget } from "../../src/library/to-target.ts";
import { readShop } from "../report/small-result.ts";

describe("a target", () => {
  test("is a URL, a command, or already one", () => {
    const http = { kind: "http", url: "http://127.0.0.1:1/mcp", headers: [], origin: "user" };
    expect(toTarget("http://127.0.0.1:1/mcp")).toEqual(http);
    expect(toTarget(new URL("http://127.0.0.1:1/mcp"))).toEqual(http);
    expect(toTarget(["node", "a b.js", "--x"])).toEqual({
      kind: "stdio",
      command: "node",
      args: ["a b.js", "--x"],
      env: {},
    });
    const own = { kind: "stdio", command: "x", args: [], env: { A: "b" }, cwd: "/" } as const;
    expect(toTarget(own)).toBe(own);
  });

  test.each([
    ["node server.js", /no http or https URL.*\["node", "server.js"\]/],
    ["file:///etc/passwd", /no http or https URL/],
    ["http://me:swordfish@host/", /user name or password/],
    [[], /the command is empty/],
    [[""], /the command is empty/],
    [{ url: "http://localhost/" } as unknown as TargetLike, /neither a URL, nor a command/],
    [{ kind: "stdio", command: "node" } as unknown as TargetLike, /neither a URL, nor a command/],
    [undefined as unknown as TargetLike, /neither a URL, nor a command/],
  ])("%j is refused in one line", async (named, message) => {
    expect(() => toTarget(named)).toThrow(message);
    expect(() => toTarget(named)).toThrow(TypeError);
    expect(() => toTarget(named)).not.toThrow(/swordfish/);
    await expect(record(named)).rejects.toThrow(message);
  });
});

test("judge takes a capture or its text, and says the same", async () => {
  const capture = readShop();
  const [whole, read] = [await judge(capture), await judge(toJson(capture))];
  expect(JSON.stringify(read)).toBe(JSON.stringify(whole));
  expect(whole.format).toBe("mcptest-result/1");
  expect((await judge(capture, { revision: "2025-06-18" })).revision).toBe("2025-06-18");
  await expect(judge(`[${toJson(capture)},${toJson(capture)}]`)).rejects.toThrow("holds 2 sessions");
  await expect(judge("{}")).rejects.toThrow(CaptureError);
});

test("score is the arithmetic of the reports", () => {
  const tier = score.tier({ must_passed: 3, must_total: 3, should_passed: 19, should_total: 20 });
  expect([tier, score.badge(tier)]).toEqual(["tier-1", "T1"]);
  expect(score.discoverability(10, true, "0.4")).toBe("A");
  expect(score.discoverability(10, false, "0.4")).toBe("B");
  expect(score.compliance([]).sections).toEqual([]);
  expect(score.count([]).total).toBe(0);
});
