// HTTP bodies and event streams through the relay, byte for byte, and written down as they pass.

import { request as httpRequest, type IncomingMessage } from "node:http";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/wire/limits.ts";
import { chunked, soup } from "../wire/framing/chunkings.ts";
import { httpTarget, openProxy, until } from "./helpers.ts";
import { ask, cleanups, closeAll, proxyTo, readAll, serve } from "./http-tools.ts";

afterEach(closeAll);

const anyBody = chunked(fc.uint8Array({ maxLength: 3_000 }));

describe("bodies", () => {
  test("any bytes in any chunks arrive as they were sent, both ways, sized or chunked", async () => {
    let answerChunks: readonly Uint8Array[] = [];
    let sized = false;
    let got: Buffer = Buffer.alloc(0);
    const url = await serve(async (request, response) => {
      got = await readAll(request);
      const length = answerChunks.reduce((sum, chunk) => sum + chunk.length, 0);
      response.writeHead(200, { "Content-Type": "application/json", ...(sized ? { "Content-Length": length } : {}) });
      for (const chunk of answerChunks) if (chunk.length > 0) response.write(chunk);
      response.end();
    });
    const proxy = await proxyTo(url);
    await fc.assert(
      fc.asyncProperty(anyBody, anyBody, fc.boolean(), async (sent, answered, withLength) => {
        answerChunks = answered.chunks;
        sized = withLength;
        const headers = withLength ? { "Content-Length": sent.whole.length } : { "Transfer-Encoding": "chunked" };
        const { body } = await ask(proxy.url, { method: "POST", headers }, sent.chunks);
        expect(got.equals(sent.whole)).toBe(true);
        expect(body.equals(answered.whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
    await proxy.stop();
    expect(proxy.failures).toEqual([]);
    expect(proxy.capture().closed).toBe(true);
  });

  test("any event stream arrives as it was sent", async () => {
    let chunks: readonly Uint8Array[] = [];
    const url = await serve(async (_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      for (const chunk of chunks) {
        if (chunk.length > 0) response.write(chunk);
        await new Promise(setImmediate);
      }
      response.end();
    });
    const proxy = await proxyTo(url);
    const events = chunked(
      soup(
        "data: ",
        "event: message",
        "id: 7",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        '{"jsonrpc":"2.0","id":1,"result":{}}',
        ":",
        [0xff],
        [0xef, 0xbb, 0xbf],
      ),
    );
    await fc.assert(
      fc.asyncProperty(events, async (stream) => {
        chunks = stream.chunks;
        const { body } = await ask(proxy.url, { method: "POST" }, [
          Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}'),
        ]);
        expect(body.equals(stream.whole)).toBe(true);
      }),
      { numRuns: 60 },
    );
    await proxy.stop();
    expect(proxy.failures).toEqual([]);
    expect(proxy.capture().closed).toBe(true);
  });

  test("an event is handed on, and written down, before the next one is there", async () => {
    let next: () => void = () => {};
    const url = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      let count = 0;
      next = () => {
        count += 1;
        response.write(`data: {"jsonrpc":"2.0","method":"n","params":{"count":${count}}}\n\n`);
      };
      response.flushHeaders();
    });
    const proxy = await proxyTo(url);
    const message = await new Promise<IncomingMessage>((resolve) => {
      const outgoing = httpRequest(proxy.url, { method: "GET", agent: false }, resolve);
      outgoing.on("error", () => {});
      outgoing.end();
      cleanups.push(() => outgoing.destroy());
    });
    for (const count of [1, 2, 3]) {
      const chunk = new Promise<Buffer>((resolve) => message.once("data", resolve));
      next();
      expect((await chunk).toString()).toContain(`"count":${count}`);
      expect(proxy.capture().exchanges[0]?.meanwhile).toHaveLength(count);
    }
    message.destroy();
    await until(() => proxy.capture().exchanges[0]?.http?.stream !== undefined, "the end of the stream");
    expect(proxy.capture().exchanges[0]).toMatchObject({ http: { stream: { ended_by: "client", events: 3 } } });
    expect(proxy.capture().exchanges[0]?.trouble).toBeUndefined();
  });

  test("a compressed answer passes as it is and is recorded undone", async () => {
    const packed = gzipSync('{"jsonrpc":"2.0","id":1,"result":{"ok":true}}');
    const url = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" }).end(packed);
    });
    const proxy = await proxyTo(url);
    const { body } = await ask(proxy.url, { method: "POST" }, [Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}')]);
    expect(body.equals(packed)).toBe(true);
    await until(() => proxy.capture().exchanges[0]?.response !== undefined, "the decoded answer");
    expect(proxy.capture().exchanges[0]).toMatchObject({
      response: { result: { ok: true } },
      http: { body_bytes: packed.length },
    });
  });

  const AFTER = '\n\ndata: {"jsonrpc":"2.0","method":"after"}\n\n';

  test("giants pass whole and are recorded cut", async () => {
    const big = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { x: "y".repeat(9_000_000) } }));
    const url = await serve(async (request, response) => {
      await readAll(request);
      const events = request.url?.includes("events");
      response.writeHead(200, { "Content-Type": events ? "text/event-stream" : "application/json" });
      if (events) response.write("data: ");
      response.write(big);
      response.end(events ? AFTER : "");
    });
    const proxy = await proxyTo(url);
    const sent = Buffer.from(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x", params: { x: "y".repeat(9_000_000) } }),
    );
    expect((await ask(proxy.url, { method: "POST" }, [sent])).body.equals(big)).toBe(true);
    const small = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}');
    const { body } = await ask(`${proxy.url}?events`, { method: "POST" }, [small]);
    expect(body.length).toBe("data: ".length + big.length + AFTER.length);
    await proxy.stop();
    const [plain, stream] = proxy.capture().exchanges;
    expect(plain).toMatchObject({ request_raw: { cut_from: sent.length }, http: { body: { cut_from: big.length } } });
    expect(plain?.trouble).toMatchObject({ kind: "limit-exceeded", limit: "bodyBytes" });
    expect(stream?.meanwhile?.[0]?.raw?.cut_from).toBeGreaterThan(big.length);
    expect(stream?.meanwhile?.[1]?.message).toMatchObject({ method: "after" });
    expect(stream?.trouble).toMatchObject({ kind: "limit-exceeded", limit: "sseEventBytes" });
    expect(proxy.text().length).toBeLessThan(600_000);
  });
});

test("limits of the record are no limits of the relay", async () => {
  const url = await serve(async (request, response) => void response.end(await readAll(request)));
  const target = httpTarget(url);
  const proxy = await openProxy(target, {
    ...DEFAULT_LIMITS,
    bodyBytes: 10,
    rawBytes: 4,
    headerBytes: 100,
    exchangeMs: 1,
  });
  cleanups.push(proxy.stop);
  const long = Buffer.alloc(100_000, "z");
  const { body } = await ask(proxy.url, { method: "POST", headers: { "X-Long": "h".repeat(9_000) } }, [long]);
  expect(body.equals(long)).toBe(true);
});
