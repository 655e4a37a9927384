// The farm: one process that is thousands of servers, each on an address of its own.
import { createServer } from "node:http";
import { createServer as createListener } from "node:net";
import { indexOf } from "./addresses.js";
import { planOf, urlOf } from "./server-plan.js";
import { SimulatedServer } from "./simulated-server.js";

/** Servers are made when they are first asked, and only so many are kept: a farm of any size takes the same memory. */
const MOST_KEPT = 4_000;
const MOST_BODY = 4_194_304;
/** A throttled server takes this many requests in ten seconds. */
const BUCKET = 200;

const HTML = "<!doctype html><title>Welcome</title><h1>It works</h1>";

/** Starts a farm on one port of many addresses of 127.0.0.0/8; each takes one open file. `asked` counts what came. */
export const startFarm = async ({ servers, port = 0, ...options }) => {
  const kept = new Map();
  const asked = { requests: 0, connections: 0 };
  const placeOf = (index) => {
    const known = kept.get(index);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value);
    const plan = planOf(index, options);
    const speaks = ["plain", "faulty", "throttled"].includes(plan.kind);
    const place = { plan, server: speaks ? new SimulatedServer(plan) : undefined, count: 0, window: 0 };
    kept.set(index, place);
    return place;
  };
  const http = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    asked.requests += 1;
    take(placeOf(indexOf(request.socket.localAddress)), request, response);
  });
  http.on("connection", () => {
    asked.connections += 1;
  });
  const { listeners, bound } = await listenOnEach(servers, port, options, (socket) => http.emit("connection", socket));
  return {
    port: bound,
    asked,
    plan: (index) => planOf(index, options),
    *urls() {
      for (let index = 0; index < servers; index += 1) yield urlOf(planOf(index, options), bound);
    },
    close: async () => {
      for (const listener of listeners) listener.close();
      http.closeAllConnections();
    },
  };
};

/**
 * A listener for each address, none for the dead. One that is bound to no address would do with one file, but listen on every
 * interface of the machine too, and a server on loopback that does so is a finding.
 */
const listenOnEach = async (servers, port, options, take) => {
  const listeners = [];
  let bound = port;
  for (let from = 0; from < servers; from += AT_ONCE) {
    const indices = Array.from({ length: Math.min(AT_ONCE, servers - from) }, (_, place) => from + place);
    const alive = indices.map((index) => planOf(index, options)).filter(({ kind }) => kind !== "dead");
    // The first one finds a free port for all.
    if (bound === 0 && alive.length > 0) {
      const first = await listen(alive.shift().address, 0, take);
      listeners.push(first);
      bound = first.address().port;
    }
    listeners.push(...(await Promise.all(alive.map(({ address }) => listen(address, bound, take)))));
  }
  return { listeners, bound };
};

const AT_ONCE = 500;

const listen = (host, port, take) =>
  new Promise((resolve, reject) => {
    const listener = createListener({ pauseOnConnect: false, noDelay: true }, take);
    listener.once("error", reject);
    listener.listen({ host, port, backlog: 64 }, () => resolve(listener));
  });

const take = (place, request, response) => {
  const { kind, delay } = place.plan;
  // It holds the connection and says nothing, until the client goes.
  if (kind === "hanging") return;
  const chunks = [];
  let size = 0;
  request.on("data", (chunk) => {
    size += chunk.length;
    if (size > MOST_BODY) request.destroy();
    else chunks.push(chunk);
  });
  request.on("end", () => {
    const send = () => write(response, answerOf(place, request, chunks));
    if (delay > 0) setTimeout(send, delay);
    else send();
  });
};

const answerOf = (place, request, chunks) => {
  const { kind, address } = place.plan;
  if (kind === "walled")
    return {
      status: 401,
      headers: {
        "WWW-Authenticate": `Bearer resource_metadata="http://${address}/.well-known/oauth-protected-resource"`,
      },
    };
  if (kind === "not-mcp") return { status: request.method === "GET" ? 200 : 404, html: HTML };
  if (kind === "rate-limited" || (kind === "throttled" && isTooMuch(place)))
    return { status: 429, headers: { "Retry-After": kind === "throttled" ? "1" : "120" } };
  const { origin, host } = request.headers;
  const own = `${address}:${request.socket.localPort}`;
  if (place.server.checksOrigin && origin !== undefined && origin !== `http://${own}`) return { status: 403 };
  if (host !== own) return { status: 403 };
  if (request.url !== "/mcp") return { status: 404 };
  const source = chunks.length === 1 ? chunks[0].toString("utf8") : Buffer.concat(chunks).toString("utf8");
  return place.server.answer(request.method, request.headers, source);
};

const isTooMuch = (place) => {
  const now = Math.floor(performance.now() / 10_000);
  if (place.window !== now) Object.assign(place, { window: now, count: 0 });
  place.count += 1;
  return place.count > BUCKET;
};

const write = (response, { status, body, html, headers }) => {
  if (response.destroyed) return;
  const text = html ?? (body === undefined ? "" : JSON.stringify(body));
  const type = html === undefined ? "application/json" : "text/html; charset=utf-8";
  const length = status === 204 ? {} : { "Content-Length": Buffer.byteLength(text) };
  response.writeHead(status, { ...(text === "" ? {} : { "Content-Type": type }), ...length, ...headers }).end(text);
};
