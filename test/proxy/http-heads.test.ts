// HTTP through the relay: heads as they were said, ends passed on both ways, and who is served at all.

import { request as httpRequest } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { until } from "./helpers.ts";
import { type Answer, ask, askRaw, closeAll, proxyTo, readAll, serve, serveRaw } from "./http-tools.ts";

afterEach(closeAll);

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
