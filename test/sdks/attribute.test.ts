import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type { Origin } from "../../src/judge/core/origin.ts";
import { attributionOf } from "../../src/judge/origin/attribute.ts";
import { judgeRules } from "../../src/library/judge.ts";
import { committedTable, recorded } from "./recordings.ts";

const TABLE = committedTable();

const originsIn = async (capture: Capture): Promise<Record<string, Origin | undefined>> => {
  const { attribute } = attributionOf(capture, TABLE);
  const { verdicts } = await judgeRules(capture);
  return Object.fromEntries(
    verdicts.map(attribute).flatMap((verdict) => (verdict.state === "fail" ? [[verdict.id, verdict.origin]] : [])),
  );
};

/** The recording, answered otherwise in one step. */
const changed = (name: string, step: string, change: (exchange: Exchange) => Exchange): Capture => {
  const capture = recorded(name);
  expect(capture.exchanges.some((exchange) => exchange.step === step)).toBe(true);
  return { ...capture, exchanges: capture.exchanges.map((one) => (one.step === step ? change(one) : one)) };
};

const withResponse = (exchange: Exchange, more: JsonObject): Exchange => {
  const { error: _error, result: _result, ...frame } = exchange.response as JsonObject;
  return { ...exchange, response: { ...frame, ...more } };
};

describe("a fault of its own on a recognised SDK is the author's", () => {
  test("another answer to a question that the SDK answers rightly", async () => {
    const capture = changed("typescript-1.32.2-stdio-tool", "unknown-method", (exchange) =>
      withResponse(exchange, { result: {} }),
    );
    const origins = await originsIn(capture);
    expect(origins["PROTO-021"]).toEqual({ kind: "yours" });
    expect(origins["PROTO-022"]).toMatchObject({ kind: "sdk", sdk: "TypeScript SDK" });
  });

  test("another wording where the SDK fails too: somebody wrote a handler of their own", async () => {
    const capture = changed("typescript-1.32.2-stdio-tool", "malformed-call", (exchange) =>
      withResponse(exchange, { error: { code: -32603, message: "my own validation failed" } }),
    );
    expect((await originsIn(capture))["PROTO-022"]).toEqual({ kind: "yours" });
  });

  test("a list beside unknown names that are refused in words of their own: both were written by hand", async () => {
    const kindOf = async (capture: Capture): Promise<string | undefined> =>
      (await originsIn(capture))["PAGE-012"]?.kind;
    expect(await kindOf(recorded("typescript-1.32.2-stdio-tool"))).toBe("sdk");
    const byHand = changed("typescript-1.32.2-stdio-tool", "unknown-tool", (exchange) =>
      withResponse(exchange, { error: { code: -32602, message: "I have no such tool" } }),
    );
    expect(await kindOf(byHand)).toBe("yours");
  });

  test("a tool of another name, with other arguments, still fails as the SDK does", async () => {
    const text = JSON.stringify(recorded("python-1.30.0-stdio-all"));
    const renamed = JSON.parse(
      text.replaceAll('\\"echo\\"', '\\"find_orders\\"').replaceAll('"echo"', '"find_orders"'),
    ) as Capture;
    const origins = await originsIn(renamed);
    expect(origins["PROTO-021"]).toMatchObject({ kind: "sdk", sdk: "Python SDK" });
    expect(Object.values(origins).filter((origin) => origin?.kind !== "sdk")).toEqual([]);
  });
});

describe("a process that leaves on a notification", () => {
  /** The recording, with a process that ended by itself when it was told of a cancellation. */
  const ended = (by: "itself" | "stdin-close"): Capture => {
    const base = changed("rust-3.8.0-stdio-tool", "cancel-nothing-unknown-control", ({ response: _, ...exchange }) => ({
      ...exchange,
      trouble: { kind: "unexpected-exit", detail: "the server exited by itself with code 1" },
    }));
    const { conversation } = base.exchanges.find(({ step }) => step === "cancel-nothing-unknown") ?? {};
    return {
      ...base,
      conversations: (base.conversations ?? []).map((one) =>
        one.id === conversation && one.process ? { ...one, process: { ...one.process, ended_by: by } } : one,
      ),
    };
  };

  test("is nobody's that can be told, for it depends on what came before", async () => {
    expect((await originsIn(ended("itself")))["CANCEL-005"]).toEqual({ kind: "unknown" });
    expect((await originsIn(ended("stdin-close")))["CANCEL-005"]).toEqual({ kind: "yours" });
  });
});

describe("nobody is taken for an SDK by one wording", () => {
  /** A server of nobody's making: the frame of messages and all wordings are its own. */
  const byHand = (keep: string): Capture => {
    const capture = recorded("python-1.30.0-stdio-tool");
    return {
      ...capture,
      exchanges: capture.exchanges.map((exchange) => {
        const { response, step } = exchange;
        if (step === keep || response === undefined || response === null || typeof response !== "object")
          return exchange;
        const { jsonrpc, id, error, result, ...rest } = response as JsonObject;
        const own =
          error === undefined
            ? { result: withoutMarks(result) }
            : { error: { message: "no", code: (error as JsonObject)["code"] ?? 0 } };
        return { ...exchange, response: { ...own, id: id ?? null, jsonrpc: jsonrpc ?? "2.0", ...rest } as JsonObject };
      }),
    };
  };
  const withoutMarks = (result: unknown): JsonObject => {
    const { capabilities, ...rest } = result as JsonObject;
    if (capabilities === undefined) return rest;
    const { experimental: _, ...others } = capabilities as JsonObject;
    return { capabilities: others, ...rest };
  };

  test.each(["unknown-method", "unknown-tool", "malformed-call"])("it copies the answer to %s", async (keep) => {
    const origins = Object.values(await originsIn(byHand(keep)));
    expect(origins.length).toBeGreaterThan(0);
    expect(origins.every((origin) => origin?.kind === "unknown")).toBe(true);
  });
});

describe("what the launcher wrote", () => {
  test("a line that the launcher is known to have written is the launcher's, any other is not", async () => {
    const base = recorded("typescript-1.32.2-stdio-tool");
    const started = base.conversations?.find(({ process }) => process);
    if (!started?.process) throw new Error("the recording has no process");
    const { process } = started;
    const line = "Need to install the following packages:";
    const written = (text: string): Capture => ({
      ...base,
      conversations: (base.conversations ?? []).map((one) =>
        one === started
          ? { ...one, process: { ...process, launcher_stdout: { encoding: "utf8", data: `${line}\n` } } }
          : one,
      ),
      unsolicited: [
        { conversation: started.id, seq: 0, raw: { encoding: "utf8", data: text } },
      ] as unknown as NonNullable<Capture["unsolicited"]>,
    });
    const kinds = async (text: string): Promise<readonly string[]> =>
      Object.values(await originsIn(written(text))).map((origin) => origin?.kind ?? "");
    expect(await kinds(line)).toContain("launcher");
    expect(await kinds("my own greeting")).not.toContain("launcher");
    expect(await kinds("my own greeting")).toContain("yours");
  });
});
