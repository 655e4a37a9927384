import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type ProbeRequest, probeTarget } from "../../../src/areas/probe-target.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import type { HttpTarget } from "../../../src/capture/target.ts";

type Handler = (request: IncomingMessage & { body: string }, response: ServerResponse) => void;

const serve = async (handler: Handler): Promise<{ url: string; paths: string[] }> => {
  const paths: string[] = [];
  const server: Server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      paths.push(`${request.method} ${request.url}`);
      handler(Object.assign(request, { body }), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, paths };
};

const target = (url: string): HttpTarget => ({
  kind: "http",
  url,
  headers: [["Authorization", "Bearer canary-0123456789"]],
  origin: "user",
});

const probe = (url: string, request: Partial<ProbeRequest> = {}): Promise<Capture> =>
  probeTarget(target(url), {
    client: { name: "test", version: "0" },
    ...request,
    limits: { quietMs: 20, ...request.limits },
  });

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
};

/** Broken bodies are part of what is sent. */
const parse = (body: string): { id?: unknown; method?: string; params?: { mcptestUnknown?: boolean } } => {
  try {
    return Object(JSON.parse(body));
  } catch {
    return {};
  }
};

/** A stateless server with nothing to offer. */
const discover = (id: unknown): object => ({
  jsonrpc: "2.0",
  id,
  result: {
    resultType: "complete",
    supportedVersions: ["2026-07-28"],
    capabilities: {},
    ttlMs: 0,
    cacheScope: "public",
  },
});

test("a 429 is obeyed once, and the request sent again", async () => {
  let refused = 0;
  const { url } = await serve((request, response) => {
    const message = parse(request.body);
    if (message.params?.mcptestUnknown === true && refused === 0) {
      refused += 1;
      json(response, 429, { error: "slow down" }, { "Retry-After": "0" });
      return;
    }
    if (message.method === "server/discover") json(response, 200, discover(message.id));
    else json(response, 404, { jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });
  });
  const capture = await probe(url);
  const first = capture.exchanges.find(({ id }) => id === "stateless/extra-param");
  const again = capture.exchanges.find(({ id }) => id === "stateless/extra-param.2");
  expect(first?.http?.status).toBe(429);
  expect(again?.http?.status).toBe(200);
  expect(capture.not_probed?.some(({ reason }) => reason === "rate-limited") ?? false).toBe(false);
});

test("a second 429 ends the plan", async () => {
  let asked = 0;
  const { url, paths } = await serve((request, response) => {
    const message = parse(request.body);
    asked += 1;
    if (message.method === "server/discover" && asked <= 2) json(response, 200, discover(message.id));
    else json(response, 429, { error: "slow down" }, { "Retry-After": "0" });
  });
  const capture = await probe(url);
  const limited = capture.not_probed?.filter(({ reason }) => reason === "rate-limited") ?? [];
  expect(limited.length).toBeGreaterThan(50);
  expect(paths.length).toBeLessThan(40);
});

test("a wait that does not fit into the run is not waited for", async () => {
  const { url } = await serve((request, response) => {
    const message = parse(request.body);
    if (message.method === "server/discover" && message.id === 1) json(response, 200, discover(message.id));
    else json(response, 429, {}, { "Retry-After": "99999999" });
  });
  const capture = await probe(url);
  expect(capture.outcome).toBe("complete");
  expect(capture.not_probed?.some(({ reason }) => reason === "rate-limited")).toBe(true);
});

test("a server that stops answering costs one time-out", async () => {
  let open = 0;
  const { url } = await serve((request, response) => {
    const message = parse(request.body);
    if (message.method === "server/discover" && message.id === 1) json(response, 200, discover(message.id));
    else if (message.method === "initialize")
      json(response, 400, { jsonrpc: "2.0", id: null, error: { code: -32022, message: "no" } });
    else open += 1;
  });
  const limits = { exchangeMs: 400, headMs: 400, idleMs: 400 };
  const capture = await probe(url, { limits });
  expect(capture.not_probed?.filter(({ reason }) => reason === "timed-out").length).toBeGreaterThan(40);
  // What was under way when the first one timed out, and nothing after that.
  expect(open).toBeLessThan(30);
  const last = Math.max(...capture.exchanges.map(({ timing }) => timing?.end_ms ?? 0));
  const firstHang = Math.min(
    ...capture.exchanges
      .filter(({ trouble }) => trouble?.kind === "timed-out")
      .map(({ timing }) => timing?.start_ms ?? 0),
  );
  expect(last - firstHang).toBeLessThan(3 * limits.exchangeMs + 2_000);
});

test("behind a wall only the wall is looked at, on its own origin, without credentials", async () => {
  const elsewhere = await serve((_request, response) => json(response, 200, {}));
  const { url, paths } = await serve((request, response) => {
    const { origin } = new URL(`http://${request.headers.host}/`);
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      expect(request.headers.authorization).toBeUndefined();
      json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [origin] });
    } else if (request.url?.startsWith("/.well-known/")) {
      expect(request.headers.authorization).toBeUndefined();
      json(response, 200, { issuer: origin, token_endpoint: `${origin}/token` });
    } else {
      const named = `${new URL(elsewhere.url).origin}/.well-known/oauth-protected-resource`;
      json(
        response,
        401,
        { error: "invalid_token" },
        { "WWW-Authenticate": `Bearer resource_metadata="${named}", scope="a b"` },
      );
    }
  });
  const capture = await probe(url);
  expect(capture.outcome).toBe("auth-required");
  expect(capture.not_probed).toEqual([expect.objectContaining({ step: "*", reason: "auth-required" })]);
  expect(paths).toContain("GET /.well-known/oauth-protected-resource/mcp");
  expect(paths).toContain("GET /.well-known/oauth-protected-resource");
  expect(paths).toContain("GET /.well-known/oauth-authorization-server");
  expect(elsewhere.paths).toEqual([]);
  expect(JSON.stringify(capture)).not.toContain("canary-0123456789");
});
