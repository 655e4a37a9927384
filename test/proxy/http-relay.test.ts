// HTTP through the relay: bodies and streams byte for byte, heads as they were said, ends passed on both ways.

import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../src/model/limits.ts";
import { chunked, soup } from "../wire/framing/chunkings.ts";
import { httpTarget, openProxy, until } from "./helpers.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
});

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server: Server = createServer({ requestTimeout: 0 }, handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** A server that answers every connection with exact bytes, once the request's head has come. */
async function serveRaw(bytes: string | Buffer): Promise<{ url: string; received: () => string }> {
  let received = "";
  const server = createTcpServer((socket) => {
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (received.includes("\r\n\r\n")) socket.end(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, received: () => received };
}

async function proxyTo(url: string, more: Parameters<typeof httpTarget>[1] = {}) {
  const proxy = await openProxy(httpTarget(url, more));
  cleanups.push(proxy.stop);
  return proxy;
}

interface Answer {
  message: IncomingMessage;
  body: Buffer;
}

function ask(url: string, options: RequestOptions, chunks: readonly Uint8Array[] = []): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, { ...options, agent: false }, (message) => {
      const parts: Buffer[] = [];
      message.on("data", (chunk: Buffer) => parts.push(chunk));
      message.on("end", () => resolve({ message, body: Buffer.concat(parts) }));
      message.on("error", reject);
    });
    outgoing.on("error", reject);
    for (const chunk of chunks) if (chunk.length > 0) outgoing.write(chunk);
    outgoing.end();
  });
}

/** Bytes to the proxy, everything that comes back. */
function askRaw(url: string, bytes: string): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes, "latin1"));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("end", () => resolve(answer));
    socket.on("error", reject);
  });
}

const readAll = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const chunk of message) parts.push(chunk as Buffer);
  return Buffer.concat(parts);
};

const anyBody = chunked(fc.uint8Array({ maxLength: 3_000 }));

describe("bodies", () => {
  test("any bytes in any chunks arrive as they were sent, both ways, sized or chunked", async () => {
    let answerChunks: readonly Uint8Array[] = [];
    let sized = false;
    let got = Buffer.alloc(0);
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

  test("giants pass whole and are recorded cut", async () => {
    const big = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { x: "y".repeat(9_000_000) } }));
    const url = await serve(async (request, response) => {
      await readAll(request);
      const events = request.url?.includes("events");
      response.writeHead(200, { "Content-Type": events ? "text/event-stream" : "application/json" });
      if (events) response.write("data: ");
      response.write(big);
      response.end(events ? '\n\ndata: {"jsonrpc":"2.0","method":"after"}\n\n' : "");
    });
    const proxy = await proxyTo(url);
    const sent = Buffer.from(
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "x", params: { x: "y".repeat(9_000_000) } }),
    );
    expect((await ask(proxy.url, { method: "POST" }, [sent])).body.equals(big)).toBe(true);
    const small = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}');
    const { body } = await ask(`${proxy.url}?events`, { method: "POST" }, [small]);
    expect(body.length).toBe(big.length + 6 + 2 + 43);
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

describe("heads", () => {
  test("the server sees the client's headers in order, case and number, with its own Host", async () => {
    const server = await serveRaw("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    const proxy = await proxyTo(server.url);
    const { port, host } = new URL(server.url);
    await askRaw(
      proxy.url,
      `POST /mcp?x=%2f&y HTTP/1.1\r\nX-One: 1\r\nHOST: localhost:${new URL(proxy.url).port}\r\nx-dup: a\r\nX-DUP: b\r\nConnection: close, X-Hop\r\nX-Hop: gone\r\ncontent-length: 2\r\n\r\nhi`,
    );
    expect(port).not.toBe("");
    expect(server.received()).toBe(
      `POST /mcp?x=%2f&y HTTP/1.1\r\nX-One: 1\r\nHOST: ${host}\r\nx-dup: a\r\nX-DUP: b\r\ncontent-length: 2\r\nConnection: keep-alive\r\n\r\nhi`,
    );
  });

  test("the client sees the server's status, words and headers as they are", async () => {
    const server = await serveRaw(
      "HTTP/1.1 299 Rather Odd\r\nx-B: 1\r\nX-a: 2\r\nx-b: 3\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc",
    );
    const proxy = await proxyTo(server.url);
    const answer = await askRaw(proxy.url, "GET /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    expect(answer).toBe(
      "HTTP/1.1 299 Rather Odd\r\nx-B: 1\r\nX-a: 2\r\nx-b: 3\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc",
    );
  });

  test("trailers pass, both ways", async () => {
    let trailers: string[] = [];
    const url = await serve(async (request, response) => {
      await readAll(request);
      trailers = request.rawTrailers;
      response.writeHead(200, { Trailer: "X-Sum" });
      response.write("body");
      response.addTrailers([["X-Sum", "42"]]);
      response.end();
    });
    const proxy = await proxyTo(url);
    const { message } = await new Promise<Answer>((resolve, reject) => {
      const outgoing = httpRequest(
        proxy.url,
        { method: "POST", headers: { Trailer: "X-In" }, agent: false },
        (answer) => {
          readAll(answer).then((body) => resolve({ message: answer, body }), reject);
        },
      );
      outgoing.write("x");
      outgoing.addTrailers([["X-In", "7"]]);
      outgoing.end();
    });
    expect(trailers).toEqual(["X-In", "7"]);
    expect(message.rawTrailers).toEqual(["X-Sum", "42"]);
  });

  test.each([204, 304, 202, 405])("an answer %s without a body stays without one", async (status) => {
    const url = await serve((request, response) => {
      request.resume();
      response.writeHead(status, { "X-Mine": "1" }).end();
    });
    const proxy = await proxyTo(url);
    const { message, body } = await ask(proxy.url, { method: status === 304 ? "GET" : "POST" });
    expect(message.statusCode).toBe(status);
    expect(body.length).toBe(0);
    expect(message.headers["x-mine"]).toBe("1");
  });

  test("HEAD keeps its length and has no body", async () => {
    const url = await serve((_request, response) => void response.writeHead(200, { "Content-Length": 10 }).end());
    const proxy = await proxyTo(url);
    const { message, body } = await ask(proxy.url, { method: "HEAD" });
    expect(message.headers["content-length"]).toBe("10");
    expect(body.length).toBe(0);
  });

  test("Expect: 100-continue is the server's to answer", async () => {
    const url = await serve(async (request, response) => void response.end(await readAll(request)));
    const proxy = await proxyTo(url);
    const told = await new Promise<string>((resolve) => {
      const outgoing = httpRequest(
        proxy.url,
        { method: "POST", headers: { Expect: "100-continue", "Content-Length": 2 }, agent: false },
        (answer) => void readAll(answer).then((body) => resolve(body.toString())),
      );
      outgoing.on("continue", () => outgoing.end("ok"));
      outgoing.flushHeaders();
    });
    expect(told).toBe("ok");
  });
});

describe("ends", () => {
  test("a client that hangs up is hung up on at the server", async () => {
    let closed = false;
    const url = await serve((request, response) => {
      request.resume();
      response.on("close", () => {
        closed = true;
      });
    });
    const proxy = await proxyTo(url);
    const outgoing = httpRequest(proxy.url, { method: "POST", agent: false });
    outgoing.on("error", () => {});
    outgoing.end('{"jsonrpc":"2.0","id":1,"method":"slow"}');
    await until(() => proxy.capture().exchanges.length === 1, "the request");
    outgoing.destroy();
    await until(() => closed, "the end at the server");
    expect(proxy.capture().exchanges[0]?.trouble).toMatchObject({ kind: "closed" });
  });

  test("a server that breaks off breaks off at the client", async () => {
    const server = await serveRaw("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{");
    const proxy = await proxyTo(server.url);
    await expect(ask(proxy.url, { method: "POST" })).rejects.toThrow();
    await until(() => proxy.capture().exchanges[0]?.trouble !== undefined, "the trouble");
    expect(proxy.capture().exchanges[0]).toMatchObject({ trouble: { kind: "closed" }, http: { status: 200 } });
  });

  test("a server that cannot be reached is a 502 in plain words, and trouble in the capture", async () => {
    const server = createTcpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const proxy = await proxyTo(`http://127.0.0.1:${port}/mcp`);
    const { message, body } = await ask(proxy.url, { method: "POST" }, [
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"x"}'),
    ]);
    expect(message.statusCode).toBe(502);
    expect(message.headers["content-type"]).toContain("text/plain");
    expect(body.toString()).toMatch(/^mcptest record --proxy: the server at .* gave no answer: .*ECONNREFUSED/);
    await proxy.stop();
    const capture = proxy.capture();
    expect(capture.outcome).toBe("unreachable");
    expect(capture.exchanges[0]).toMatchObject({
      request: { id: 1 },
      trouble: { kind: "refused", code: "ECONNREFUSED" },
    });
    expect(capture.exchanges[0]?.http?.status).toBeUndefined();
  });

  test("bytes that are not HTTP are a 502 too", async () => {
    const server = await serveRaw("hello, this is not HTTP\r\n");
    const proxy = await proxyTo(server.url);
    expect((await ask(proxy.url, { method: "POST" })).message.statusCode).toBe(502);
    expect(proxy.capture().exchanges[0]?.trouble?.kind).toBe("not-http");
  });

  test("stopping ends what is open and closes the capture", async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("data: {}\n\n");
    });
    const proxy = await proxyTo(url);
    const broken = expect(ask(proxy.url, { method: "GET" })).rejects.toThrow();
    await until(() => proxy.capture().exchanges[0]?.meanwhile !== undefined, "the event");
    await proxy.stop();
    await broken;
    expect(proxy.capture()).toMatchObject({ closed: true, exchanges: [{ trouble: { kind: "aborted" } }] });
  });
});

describe("whom the listener serves", () => {
  test("a name of another machine is refused and never reaches the server", async () => {
    let reached = false;
    const url = await serve((_request, response) => {
      reached = true;
      response.end();
    });
    const proxy = await proxyTo(url);
    const { message } = await ask(proxy.url, { headers: { Host: "rebound.example" } });
    expect(message.statusCode).toBe(403);
    expect(reached).toBe(false);
    expect(proxy.capture().exchanges).toEqual([]);
  });

  test("configured headers replace the client's, but are kept from pages of other sites", async () => {
    const seen: string[][] = [];
    const url = await serve((request, response) => {
      seen.push(request.rawHeaders);
      response.end();
    });
    const proxy = await proxyTo(url, { headers: [["Authorization", "Bearer configured-token-1"]] });
    await ask(proxy.url, { headers: { authorization: "Bearer the-clients-own" } });
    await ask(proxy.url, { headers: { Origin: "http://localhost:6274" } });
    await ask(proxy.url, { headers: { Origin: "https://evil.example" } });
    const authorization = seen.map((raw) =>
      raw.filter((_, index) => raw[index - 1]?.toLowerCase() === "authorization"),
    );
    expect(authorization).toEqual([["Bearer configured-token-1"], ["Bearer configured-token-1"], []]);
    expect(proxy.text()).not.toContain("configured-token-1");
    expect(proxy.text()).not.toContain("the-clients-own");
  });
});

describe("what is beside the endpoint", () => {
  test("is relayed and listed, but its bodies are not kept", async () => {
    const url = await serve(async (request, response) => {
      await readAll(request);
      response.writeHead(200, { "Content-Type": "application/json" }).end('{"access_token":"secret-token-abcdef"}');
    });
    const proxy = await proxyTo(url);
    const token = new URL("/token?code=secret-code-123456", proxy.url).href;
    const { body } = await ask(token, { method: "POST" }, [Buffer.from("client_secret=secret-client-98765")]);
    expect(body.toString()).toContain("secret-token-abcdef");
    await proxy.stop();
    const [exchange] = proxy.capture().exchanges;
    expect(exchange).toMatchObject({ http: { method: "POST", status: 200, body_bytes: 38 } });
    expect(exchange?.http?.url).toContain("/token");
    expect(proxy.text()).not.toContain("secret-");
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
  const { body } = await ask(proxy.url, { method: "POST", headers: { "X-Long": "h".repeat(30_000) } }, [long]);
  expect(body.equals(long)).toBe(true);
});
