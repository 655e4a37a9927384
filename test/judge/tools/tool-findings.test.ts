import { describe, expect, test } from "vitest";
import type { Capture, Exchange } from "../../../src/capture/capture.ts";
import { renderResult } from "../../../src/report/render-result.ts";
import { makeServerResult } from "../../../src/scores/result/make-result.ts";
import type { ServerResult } from "../../../src/scores/result/result.ts";
import { recorded } from "../../sdks/recordings.ts";

const judge = (capture: Capture): Promise<ServerResult> =>
  makeServerResult(capture, { tool: { name: "mcptest", version: "0" } });

/** A faultless recording in which some calls went otherwise. */
const withCalls = (name: string, change: (call: Exchange) => Exchange): Capture => {
  const capture = recorded(name);
  return {
    ...capture,
    exchanges: capture.exchanges.map((one) => (/^call-\d/.test(one.step ?? "") ? change(one) : one)),
  };
};

const lasting = (ms: number) =>
  withCalls("typescript-1.32.2-stdio-tool", (call) => {
    const start_ms = call.timing?.start_ms ?? 0;
    return { ...call, timing: { ...call.timing, start_ms, response_ms: start_ms + ms, end_ms: start_ms + ms } };
  });

describe("WORK-006: longer than clients wait", () => {
  test("an answer after 75 seconds is too late", async () => {
    const { tool_findings: found = [], tools = [] } = await judge(lasting(75_000));
    expect(found).toMatchObject([{ id: "WORK-006", tool: "echo", severity: "warning" }]);
    expect(found[0]?.why).toMatch(/^It answered after 75 seconds\./);
    expect(tools).toMatchObject([{ outcome: "ok", ms: 75_000 }]);
  });

  test("an answer after 59 seconds is not", async () => {
    expect((await judge(lasting(59_000))).tool_findings).toEqual([]);
  });

  test("no answer for 70 seconds is, but not where mcptest had stopped waiting before a client would", async () => {
    const silent = (ms: number): Capture =>
      withCalls("typescript-1.32.2-stdio-tool", ({ response: _, timing, ...call }) => ({
        ...call,
        timing: { start_ms: timing?.start_ms ?? 0, end_ms: (timing?.start_ms ?? 0) + ms },
        trouble: { kind: "timed-out", detail: "no answer", limit: "toolMs" },
      }));
    expect((await judge(silent(70_000))).tool_findings).toMatchObject([{ id: "WORK-006" }]);
    expect((await judge(silent(5_000))).tool_findings).toEqual([]);
  });
});

/** A web server that is gone from a moment on: what is under way then breaks off, and nothing is accepted any more. */
const gone = (underWay: (exchange: Exchange) => boolean): Capture => {
  const capture = recorded("typescript-1.32.2-http-tool");
  const timed = capture.exchanges.filter(({ timing }) => timing !== undefined);
  const call = timed.find((one) => one.step === "call-1");
  const at = (call?.timing?.start_ms ?? 0) + 0.5;
  return {
    ...capture,
    exchanges: capture.exchanges.map((one) => {
      const { response: _, http, timing, ...rest } = one;
      if (!timing || (timing.end_ms <= at && one !== call && !underWay(one))) return one;
      const isOpen = one === call || underWay(one);
      const { status: _status, ...request } = http ?? { method: "POST" };
      return {
        ...rest,
        http: request as NonNullable<Exchange["http"]>,
        timing: isOpen ? { start_ms: at - 0.2, end_ms: at + 1 } : { start_ms: at + 2, end_ms: at + 3 },
        trouble: isOpen ? { kind: "reset", detail: "reset" } : { kind: "refused", detail: "refused" },
      };
    }),
  };
};

describe("WORK-004: a call that ended a web server", () => {
  test("it was the only call under way: it died, there is no grade, and the lane fails", async () => {
    const { tools, tool_findings: found, compliance, server, lanes } = await judge(gone(() => false));
    expect(tools).toMatchObject([{ name: "echo", outcome: "died" }]);
    expect(found).toMatchObject([{ id: "WORK-004", tool: "echo", severity: "error" }]);
    expect(server.outcome).toBe("stopped-serving");
    expect(compliance.grade).toBeNull();
    expect(lanes?.tools?.state).toBe("fail");
    const screen = renderResult(await judge(gone(() => false)), "pretty");
    expect(screen).toMatch(/It does not work: a call ended the process/);
    expect(screen).toMatch(/Fix WORK-004 first: /);
  });

  test("ordinary messages beside it change nothing; one that was wrong on purpose does", async () => {
    expect((await judge(gone(({ step }) => step === "ping"))).tool_findings).toMatchObject([{ id: "WORK-004" }]);
    const { tool_findings: found, server } = await judge(gone(({ step }) => step === "parse-error"));
    expect(found).toEqual([]);
    expect(server.outcome).toBe("stopped-serving");
  });
});

describe("what is broken about tools is in the formats for machines", () => {
  const broken = () =>
    judge(
      withCalls("typescript-1.32.2-stdio-tool", (call) => ({
        ...call,
        response: {
          jsonrpc: "2.0",
          id: 1,
          result: { isError: true, content: [{ type: "text", text: "x is not a function" }] },
        },
      })),
    );

  test("SARIF: a rule and a result for it, with a fingerprint of its own for each tool", async () => {
    const { runs } = JSON.parse(renderResult(await broken(), "sarif")) as {
      runs: { tool: { driver: { rules: { id: string }[] } }; results: Record<string, never>[] }[];
    };
    const ids = runs[0]?.tool.driver.rules.map(({ id }) => id) ?? [];
    expect(ids).toContain("WORK-003");
    const result = runs[0]?.results.find(({ ruleId }) => ruleId === "WORK-003");
    expect(result).toMatchObject({
      level: "warning",
      partialFingerprints: { "mcptest/v1": "tools at work/WORK-003/echo" },
    });
    expect(JSON.stringify(result?.["message"])).toContain("x is not a function");
  });

  test("JUnit: a suite of its own, and nothing else changes", async () => {
    const found = await broken();
    const [withTools, without] = [found, { ...found, tool_findings: [] }].map((one) => renderResult(one, "junit"));
    expect(withTools).toContain('<testsuite name="tools at work"');
    expect(withTools).toContain('name="WORK-003 echo: ');
    const others = withTools
      ?.replace(/ {2}<testsuite name="tools at work"[\s\S]*?<\/testsuite>\n/, "")
      .split("\n")
      .slice(2);
    expect(others).toEqual(without?.split("\n").slice(2));
  });

  test("github: an annotation that names the tool", async () => {
    expect(renderResult(await broken(), "github")).toMatch(/^::warning title=WORK-003 .*echo: /m);
  });
});
