// One simulated server: what it answers to a message. It speaks over Streamable HTTP, stateful, stateless or both.
import { randomUUID } from "node:crypto";
import { catalogueOf } from "./catalogue.js";
import { makeMethods } from "./methods.js";
import { INVALID_PARAMS, INVALID_REQUEST, isObject, isRequest, RpcError } from "./rpc.js";

const STATEFUL = ["2025-03-26", "2025-06-18", "2025-11-25"];
export const STATELESS = "2026-07-28";
/** A client that does not end its sessions must not fill the farm. */
const MOST_SESSIONS = 64;
const CACHEABLE = /^(server\/discover|resources\/read|(tools|prompts|resources|resources\/templates)\/list)$/;
const LEVELS = [undefined, "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const key = (name) => `io.modelcontextprotocol/${name}`;

export class SimulatedServer {
  #sessions = new Map();
  #methods;
  #catalogue;
  #stateful;
  #stateless;
  #fault;

  constructor({ era, seed, version, rich, fault }) {
    this.#catalogue = catalogueOf(seed, { version, rich });
    this.#fault = fault;
    this.#methods = makeMethods(this.#catalogue, fault);
    this.#stateless = era === STATELESS || era === "dual";
    this.#stateful = era === STATELESS ? [] : STATEFUL.filter((revision) => era === "dual" || revision <= era);
  }

  /** Whether a page of another origin may talk to it. */
  get checksOrigin() {
    return this.#fault !== "any-origin";
  }

  answer(method, headers, source) {
    if (method === "POST") return this.#post(headers, source);
    const allowed = this.#stateful.length > 0 ? "POST, DELETE" : "POST";
    if (method !== "DELETE" || this.#stateful.length === 0) return { status: 405, headers: { Allow: allowed } };
    const id = headers["mcp-session-id"];
    if (id === undefined) return { status: 400 };
    return { status: this.#sessions.delete(id) ? 204 : 404 };
  }

  #post(headers, source) {
    const session = this.#sessions.get(headers["mcp-session-id"]);
    let message;
    try {
      message = parse(source);
      if (this.#isStateless(message, headers)) return this.#receiveStateless(message, headers);
      return this.#receiveStateful(message, headers, session);
    } catch (thrown) {
      if (!(thrown instanceof RpcError)) throw thrown;
      const revision = session ?? (this.#stateful.length === 0 ? STATELESS : headers["mcp-protocol-version"]);
      return { status: thrown.status, body: errorResponse(message, thrown, revision) };
    }
  }

  // Metadata or the version header shows the era, where both are spoken.
  #isStateless(message, headers) {
    if (!this.#stateless || this.#stateful.length === 0) return this.#stateless;
    const meta = isObject(message?.params) ? message.params._meta : undefined;
    if (isObject(meta) && (key("protocolVersion") in meta || key("clientCapabilities") in meta)) return true;
    return headers["mcp-protocol-version"] >= STATELESS;
  }

  // ------------------------------------------------------------------------------------------- stateful
  #receiveStateful(message, headers, session) {
    const version = headers["mcp-protocol-version"];
    if (version !== undefined && !this.#stateful.includes(version))
      throw new RpcError(INVALID_REQUEST, "Unknown version");
    if (isRequest(message) && message.method === "initialize") return this.#initialize(message);
    const revision = session ?? this.#withoutSession(headers);
    const body =
      Array.isArray(message) && revision === "2025-03-26"
        ? this.#batch(message, revision)
        : this.#one(message, revision);
    if (body === undefined) return { status: 202 };
    return { status: body.error?.code === INVALID_REQUEST ? 400 : 200, body };
  }

  #withoutSession(headers) {
    if (this.#fault === "sessions-not-required") return this.#stateful.at(-1);
    const id = headers["mcp-session-id"];
    throw new RpcError(INVALID_REQUEST, "The session is missing or unknown", undefined, id === undefined ? 400 : 404);
  }

  #initialize(message) {
    checkMessage(message);
    const { protocolVersion, capabilities, clientInfo } = message.params ?? {};
    if (typeof protocolVersion !== "string" || !isObject(capabilities) || !isObject(clientInfo))
      throw new RpcError(INVALID_PARAMS, "protocolVersion, capabilities and clientInfo are required");
    const revision = this.#stateful.includes(protocolVersion) ? protocolVersion : this.#stateful.at(-1);
    if (this.#sessions.size >= MOST_SESSIONS) this.#sessions.delete(this.#sessions.keys().next().value);
    const id = randomUUID();
    this.#sessions.set(id, revision);
    const result = {
      protocolVersion: revision,
      capabilities: this.#methods.capabilities,
      serverInfo: this.#info(revision),
      instructions: this.#catalogue.instructions,
    };
    return { status: 200, body: { jsonrpc: "2.0", id: message.id, result }, headers: { "Mcp-Session-Id": id } };
  }

  #batch(messages, revision) {
    if (messages.length === 0) return this.#one(messages, revision);
    const responses = messages.map((one) => this.#one(one, revision)).filter(Boolean);
    return responses.length > 0 ? responses : undefined;
  }

  #one(message, revision) {
    try {
      checkMessage(message);
      if (!isRequest(message)) return undefined;
      if (message.method === "initialize") throw new RpcError(INVALID_REQUEST, "initialize comes once and alone");
      const result =
        message.method === "ping" ? {} : this.#methods.serve(message.method, message.params ?? {}, revision);
      return { jsonrpc: "2.0", id: message.id, result };
    } catch (thrown) {
      if (!(thrown instanceof RpcError)) throw thrown;
      return errorResponse(message, thrown, revision);
    }
  }

  #info(revision) {
    const { name, version, title } = this.#catalogue;
    return revision >= "2025-06-18" ? { name, version, title } : { name, version };
  }

  // ------------------------------------------------------------------------------------------- stateless
  #receiveStateless(message, headers) {
    checkMessage(message);
    if (message.method === undefined) throw new RpcError(INVALID_REQUEST, "Unexpected response");
    if (!isRequest(message)) return { status: 202 };
    const { id, method, params = {} } = message;
    // A client of the other era learns what is spoken here.
    if (method === "initialize" && params._meta === undefined) throw unsupported(params.protocolVersion);
    const version = checkMeta(params._meta);
    checkHeaders(method, params, version, headers);
    if (version !== STATELESS) throw unsupported(version);
    const { capabilities } = this.#methods;
    const { instructions } = this.#catalogue;
    const found =
      method === "server/discover"
        ? { supportedVersions: [STATELESS], capabilities, instructions }
        : this.#methods.serve(method, params, STATELESS);
    const hints = CACHEABLE.test(method) ? { ttlMs: 60_000, cacheScope: "private" } : {};
    const result = {
      resultType: "complete",
      ...found,
      ...hints,
      _meta: { [key("serverInfo")]: this.#info(STATELESS) },
    };
    return { status: 200, body: { jsonrpc: "2.0", id, result } };
  }
}

const unsupported = (requested) =>
  new RpcError(-32022, `This server speaks ${STATELESS}`, { supported: [STATELESS], requested: String(requested) });

const parse = (source) => {
  try {
    return JSON.parse(source);
  } catch {
    throw new RpcError(-32700, "Parse error");
  }
};

const isId = (value) => typeof value === "string" || typeof value === "number";

/** Throws for what is neither a request nor a notification nor a response. */
const checkMessage = (message) => {
  const isCall = isObject(message) && typeof message.method === "string" && (!("id" in message) || isId(message.id));
  const isResponse = isObject(message) && isId(message.id) && (isObject(message.result) || isObject(message.error));
  if ((!isCall && !isResponse) || message.jsonrpc !== "2.0") throw new RpcError(INVALID_REQUEST, "Invalid request");
  if (!isObject(message.params ?? {})) throw new RpcError(INVALID_PARAMS, "The params are not an object");
};

/** An id that could not be read is null, or left out from 2025-11-25 on. */
const errorResponse = (message, { code, data, message: words }, revision = STATEFUL[0]) => {
  const unreadable = revision < "2025-11-25" ? { id: null } : {};
  const id = isObject(message) && isId(message.id) ? { id: message.id } : unreadable;
  return { jsonrpc: "2.0", ...id, error: { code, message: words, ...(data === undefined ? {} : { data }) } };
};

/** Every stateless request says anew which version it is in and what its client can do. */
const checkMeta = (meta) => {
  const info = isObject(meta) ? meta[key("clientInfo")] : undefined;
  const valid =
    isObject(meta) &&
    typeof meta[key("protocolVersion")] === "string" &&
    isObject(meta[key("clientCapabilities")]) &&
    (info === undefined || (typeof info?.name === "string" && typeof info.version === "string")) &&
    LEVELS.includes(meta[key("logLevel")]);
  if (!valid) throw new RpcError(INVALID_PARAMS, "The _meta is missing or invalid", undefined, 400);
  return meta[key("protocolVersion")];
};

/** The headers repeat parts of the body for whoever stands in between; they must not lie. */
const checkHeaders = (method, params, version, headers) => {
  const named = method === "resources/read" ? params.uri : params.name;
  const needsName = ["tools/call", "prompts/get", "resources/read"].includes(method) && typeof named === "string";
  const wanted = { "mcp-protocol-version": version, "mcp-method": method, ...(needsName ? { "mcp-name": named } : {}) };
  for (const [name, value] of Object.entries(wanted))
    if (headers[name] === undefined || decodeHeader(headers[name]) !== value)
      throw new RpcError(-32020, `Header mismatch: ${name} is missing or differs from the body`);
};

const decodeHeader = (value) => {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
};
