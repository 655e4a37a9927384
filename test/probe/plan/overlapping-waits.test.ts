import { describe, expect, test } from "vitest";
import { probeTarget } from "../../../src/areas/probe-target.ts";
import { member } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { ActiveWork, doInTurn } from "../../../src/probe/concurrency.ts";
import { deferred } from "../../../src/wire/deferred.ts";
import { serveHttp } from "../ad-hoc-servers.ts";

const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: { listChanged: true }, prompts: { listChanged: true } },
  ttlMs: 0,
  cacheScope: "private",
};

const isListen = ({ request }: Exchange): boolean => member(request, "method") === "subscriptions/listen";

describe("a server that answers subscriptions/listen with a body that never ends", () => {
  test("is waited for once, and its body is no answer", { timeout: 60_000 }, async () => {
    const { url } = await serveHttp(({ message, rpcMethod }, response) => {
      const id = member(message, "id") ?? null;
      if (rpcMethod === "server/discover") return { json: { jsonrpc: "2.0", id, result: DISCOVERED } };
      if (rpcMethod !== "subscriptions/listen")
        return { json: { jsonrpc: "2.0", id, error: { code: -32601, message: "no such method" } } };
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{}}');
      return "handled";
    });
    const client = { name: "test", version: "0" };
    const { exchanges } = await probeTarget(
      { kind: "http", url, headers: [], origin: "user" },
      { client, revision: "2026-07-28", limits: { quietMs: 20 } },
    );
    const listens = exchanges.filter((exchange) => exchange.conversation === "subscriptions" && isListen(exchange));
    expect(listens.length).toBeGreaterThan(4);
    for (const { response, trouble } of listens) {
      expect(response).toBeUndefined();
      expect(trouble).toMatchObject({ kind: "timed-out", limit: "idleMs" });
    }
    // The first two show it; the others are begun side by side, and no further request is spent on them.
    const others = listens.filter(
      ({ step }) => step?.startsWith("listen-string") !== true && step !== "listen-integer",
    );
    const begun = Math.max(...others.map(({ timing }) => timing?.start_ms ?? Number.POSITIVE_INFINITY));
    const ended = Math.min(...others.map(({ timing }) => timing?.end_ms ?? 0));
    expect(begun).toBeLessThan(ended);
    const controls = exchanges.filter(
      ({ conversation, step }) => conversation === "subscriptions" && step?.endsWith("-control"),
    );
    expect(controls.map(({ step }) => step).sort()).toEqual([
      "listen-control",
      "listen-integer-control",
      "listen-string-control",
    ]);
  });
});

describe("things done in turn", () => {
  /** Long enough for everything that is ready to happen. */
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  test("one that takes long goes on beside the next, and the results keep their order", async () => {
    const slow = deferred<string>();
    const begun: string[] = [];
    const all = doInTurn(
      new ActiveWork(),
      [
        () => {
          begun.push("slow");
          return slow.promise;
        },
        async () => {
          begun.push("quick");
          slow.resolve("slow");
          return "quick";
        },
      ],
      (one) => Promise.race([one, settled()]),
    );
    expect(await all).toEqual(["slow", "quick"]);
    expect(begun).toEqual(["slow", "quick"]);
  });

  test("whoever only waits for them does not keep the run waiting", async () => {
    const work = new ActiveWork();
    const never = new Promise<never>(() => {});
    const ends = work.during(() =>
      doInTurn(
        work,
        [() => work.lastsUntil(never, async () => false), () => work.lastsUntil(never, async () => false)],
        (one) => Promise.race([one, settled()]),
      ),
    );
    expect(await ends).toEqual([false, false]);
  });
});
