#!/usr/bin/env node
// A small MCP server that keeps notes in memory, without dependencies. It speaks every revision of the protocol:
// the stateful ones (2024-11-05 to 2025-11-25) and the stateless one (2026-07-28), over stdio or over HTTP.
//
//   node notes-server.js               stdio
//   node notes-server.js --http 3000   HTTP on http://127.0.0.1:3000/mcp (0 picks a free port; the URL is on stderr)

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const STATEFUL = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
const STATELESS = "2026-07-28";
const instructions = "Call list_notes to see the notes, then read_note for one of them.";
const mimeType = "text/plain";
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

// Codes with an HTTP status of their own; all others travel with 200.
const STATUS = { "-32700": 400, "-32600": 400, "-32601": 404, "-32020": 400, "-32022": 400 };

class RpcError extends Error {
  constructor(code, message, data, status = STATUS[code] ?? 200) {
    super(message);
    Object.assign(this, { code, data, status });
  }
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value) => typeof value === "string" || typeof value === "number";
const isRequest = (message) => isObject(message) && message.method !== undefined && "id" in message;

// ----------------------------------------------------------------------------------------------- the notes
const notes = new Map([
  ["welcome", { id: "welcome", title: "Welcome", text: "Notes live in memory and are gone when the server ends." }],
  ["shopping", { id: "shopping", title: "Shopping", text: "Tea, bread, apples." }],
]);

const text = (words) => ({ content: [{ type: "text", text: words }] });
const complaint = (words) => ({ ...text(words), isError: true });
const string = (description, maxLength) => ({ type: "string", description, minLength: 1, maxLength });
const ID = { ...string("The id of the note, as listed by list_notes", 60), examples: ["welcome"] };

function schema(properties) {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const TOOLS = {
  list_notes: {
    title: "List notes",
    description: "Lists the ids and titles of all notes.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "List notes", readOnlyHint: true, openWorldHint: false },
    run: () => text([...notes.values()].map((note) => `${note.id}: ${note.title}`).join("\n") || "There are no notes."),
  },
  read_note: {
    title: "Read a note",
    description: "Returns one note.",
    inputSchema: schema({ id: ID }),
    outputSchema: schema({ id: { type: "string" }, title: { type: "string" }, text: { type: "string" } }),
    annotations: { title: "Read a note", readOnlyHint: true, openWorldHint: false },
    run({ id }) {
      const note = notes.get(id);
      if (note === undefined) return complaint(`There is no note ${id}. Call list_notes to see the ids.`);
      return { ...text(JSON.stringify(note)), structuredContent: note };
    },
  },
  add_note: {
    title: "Add a note",
    description: "Keeps a new note and tells its id.",
    inputSchema: schema({ title: string("A short title", 60), text: string("The text of the note", 10_000) }),
    annotations: { title: "Add a note", readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    run({ title, text: words }) {
      const id = randomUUID();
      notes.set(id, { id, title, text: words });
      return text(`Kept as ${id}.`);
    },
  },
  delete_note: {
    title: "Delete a note",
    description: "Deletes a note for good.",
    inputSchema: schema({ id: ID }),
    annotations: { title: "Delete a note", readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    run: ({ id }) => (notes.delete(id) ? text(`Deleted ${id}.`) : complaint(`There is no note ${id}.`)),
  },
};

const PROMPT = {
  name: "summarise_note",
  title: "Summarise a note",
  description: "Asks for a summary of one note.",
  arguments: [{ name: "id", title: "Id", description: "The id of the note", required: true }],
};

const TEMPLATE = { uriTemplate: "note://{id}", name: "note", title: "Note", description: "One note", mimeType };

// Definitions are written in their newest form; older revisions get only the members they know.
function shape({ annotations, title, outputSchema, ...known }, revision) {
  if (annotations && revision >= "2025-03-26") known.annotations = annotations;
  if (outputSchema && revision >= "2025-06-18") known.outputSchema = outputSchema;
  return revision >= "2025-06-18" ? { ...known, title } : known;
}

const serverInfo = (revision) => shape({ name: "notes-server", version: "1.0.0", title: "Notes" }, revision);

function capabilities(revision) {
  return { tools: {}, prompts: {}, resources: {}, ...(revision >= "2025-03-26" ? { completions: {} } : {}) };
}

// ----------------------------------------------------------------------------------------------- the methods
const METHODS = {
  "tools/list": (_params, revision) => ({
    tools: Object.entries(TOOLS).map(([name, { run, ...definition }]) => shape({ name, ...definition }, revision)),
  }),
  "tools/call"({ name, arguments: args = {} }, revision) {
    const tool = Object.hasOwn(TOOLS, String(name)) ? TOOLS[name] : undefined;
    if (tool === undefined) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name}`);
    if (!isObject(args)) throw new RpcError(INVALID_PARAMS, "The arguments are not an object");
    const problem = findProblem(tool.inputSchema, args);
    if (problem !== undefined && revision < "2025-11-25") throw new RpcError(INVALID_PARAMS, problem);
    const { structuredContent, ...result } = problem === undefined ? tool.run(args) : complaint(problem);
    return structuredContent && revision >= "2025-06-18" ? { ...result, structuredContent } : result;
  },
  "resources/list": (_params, revision) => ({
    resources: [...notes.values()].map(({ id, title, text: words }) =>
      shape({ uri: `note://${id}`, name: id, title, mimeType, size: Buffer.byteLength(words) }, revision),
    ),
  }),
  "resources/templates/list": (_params, revision) => ({ resourceTemplates: [shape(TEMPLATE, revision)] }),
  "resources/read"({ uri }, revision) {
    if (typeof uri !== "string") throw new RpcError(INVALID_PARAMS, "The uri is missing");
    const note = uri.startsWith("note://") ? notes.get(uri.slice("note://".length)) : undefined;
    if (note !== undefined) return { contents: [{ uri, mimeType, text: note.text }] };
    throw new RpcError(revision < STATELESS ? -32002 : INVALID_PARAMS, "Resource not found", { uri });
  },
  "prompts/list": (_params, revision) => ({
    prompts: [{ ...shape(PROMPT, revision), arguments: PROMPT.arguments.map((one) => shape(one, revision)) }],
  }),
  "prompts/get"({ name, arguments: args = {} }) {
    if (name !== PROMPT.name) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${name}`);
    const note = isObject(args) ? notes.get(args.id) : undefined;
    if (note === undefined) throw new RpcError(INVALID_PARAMS, "The argument id is missing or names no note");
    const content = { type: "text", text: `Summarise this note in one sentence:\n\n${note.text}` };
    return { description: PROMPT.description, messages: [{ role: "user", content }] };
  },
  "completion/complete"({ ref, argument }) {
    const knowsPrompt = ref?.type === "ref/prompt" && ref.name === PROMPT.name;
    const knowsTemplate = ref?.type === "ref/resource" && ref.uri === TEMPLATE.uriTemplate;
    if (!knowsPrompt && !knowsTemplate) throw new RpcError(INVALID_PARAMS, "Unknown reference");
    if (typeof argument?.name !== "string" || typeof argument.value !== "string") {
      throw new RpcError(INVALID_PARAMS, "The argument needs a name and a value");
    }
    const ids = argument.name === "id" ? [...notes.keys()].filter((id) => id.startsWith(argument.value)) : [];
    return { completion: { values: ids.slice(0, 100), total: ids.length, hasMore: ids.length > 100 } };
  },
};

function findProblem({ properties = {}, required = [] }, args) {
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `The argument ${missing} is missing.`;
  for (const [name, value] of Object.entries(args)) {
    if (!Object.hasOwn(properties, name)) return `The argument ${name} is not known.`;
    const fits = typeof value === "string" && value.length > 0 && value.length <= properties[name].maxLength;
    if (!fits) return `The argument ${name} is not a string of 1 to ${properties[name].maxLength} characters.`;
  }
  return undefined;
}

function serve(method, params, revision) {
  if (!Object.hasOwn(METHODS, method)) throw new RpcError(-32601, "Method not found");
  // Each list fits on one page, so no cursor was ever handed out.
  if (method.endsWith("/list") && params.cursor !== undefined) throw new RpcError(INVALID_PARAMS, "Invalid cursor");
  return METHODS[method](params, revision);
}

// ----------------------------------------------------------------------------------------------- JSON-RPC
function parse(source) {
  try {
    return JSON.parse(source);
  } catch {
    throw new RpcError(-32700, "Parse error");
  }
}

// Throws for what is neither a request nor a notification nor a response.
function checkMessage(message) {
  const isCall = isObject(message) && typeof message.method === "string" && (!("id" in message) || isId(message.id));
  const isResponse = isObject(message) && isId(message.id) && (isObject(message.result) || isObject(message.error));
  if ((!isCall && !isResponse) || message.jsonrpc !== "2.0") throw new RpcError(INVALID_REQUEST, "Invalid request");
  const { params = {} } = message;
  if (!isObject(params)) throw new RpcError(INVALID_PARAMS, "The params are not an object");
}

// An id that could not be read is null, or left out from 2025-11-25 on.
function errorResponse(message, thrown, revision = STATEFUL[0]) {
  const unreadable = revision < "2025-11-25" ? { id: null } : {};
  const id = isObject(message) && isId(message.id) ? { id: message.id } : unreadable;
  const { code, data, message: words } = thrown instanceof RpcError ? thrown : new RpcError(-32603, "Internal error");
  return { jsonrpc: "2.0", ...id, error: { code, message: words, ...(data === undefined ? {} : { data }) } };
}

// ----------------------------------------------------------------------------------------------- the stateful era
class Session {
  revision = undefined;

  // Returns the response, an array of them for a batch (2025-03-26 only), or undefined if nothing is to be answered.
  receive(message) {
    if (!Array.isArray(message) || message.length === 0 || this.revision !== "2025-03-26") {
      return this.#receiveOne(message, false);
    }
    const responses = message.map((one) => this.#receiveOne(one, true)).filter(Boolean);
    return responses.length > 0 ? responses : undefined;
  }

  #receiveOne(message, inBatch) {
    try {
      checkMessage(message);
      if (!isRequest(message)) return undefined;
      return { jsonrpc: "2.0", id: message.id, result: this.#answer(message.method, message.params ?? {}, inBatch) };
    } catch (thrown) {
      return errorResponse(message, thrown, this.revision);
    }
  }

  #answer(method, params, inBatch) {
    if (method === "ping") return {};
    if (method === "initialize" && !inBatch && this.revision === undefined) return this.#initialize(params);
    if (method === "initialize") throw new RpcError(INVALID_REQUEST, "initialize comes once and alone");
    if (this.revision === undefined) throw new RpcError(INVALID_REQUEST, "The session is not initialized");
    return serve(method, params, this.revision);
  }

  #initialize({ protocolVersion, capabilities: declared, clientInfo }) {
    if (typeof protocolVersion !== "string" || !isObject(declared) || !isObject(clientInfo)) {
      throw new RpcError(INVALID_PARAMS, "protocolVersion, capabilities and clientInfo are required");
    }
    // A revision we do not speak is answered with the newest we do.
    const revision = STATEFUL.includes(protocolVersion) ? protocolVersion : STATEFUL.at(-1);
    this.revision = revision;
    const offered = capabilities(revision);
    return { protocolVersion: revision, capabilities: offered, serverInfo: serverInfo(revision), instructions };
  }
}

// ----------------------------------------------------------------------------------------------- the stateless era
const CACHEABLE = /^(server\/discover|resources\/read|(tools|prompts|resources|resources\/templates)\/list)$/;
const LEVELS = [undefined, "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const DISCOVERED = { supportedVersions: [STATELESS], capabilities: capabilities(STATELESS), instructions };
const key = (name) => `io.modelcontextprotocol/${name}`;

function hasModernMeta(message) {
  const meta = isObject(message) && isObject(message.params) ? message.params._meta : undefined;
  return isObject(meta) && (key("protocolVersion") in meta || key("clientCapabilities") in meta);
}

// Every request says anew which version it is in and what its client can do.
function checkMeta(meta) {
  const info = isObject(meta) ? meta[key("clientInfo")] : undefined;
  const valid =
    isObject(meta) &&
    typeof meta[key("protocolVersion")] === "string" &&
    isObject(meta[key("clientCapabilities")]) &&
    (info === undefined || (typeof info?.name === "string" && typeof info.version === "string")) &&
    LEVELS.includes(meta[key("logLevel")]);
  if (!valid) throw new RpcError(INVALID_PARAMS, "The _meta is missing or invalid", undefined, 400);
  return meta[key("protocolVersion")];
}

// The headers repeat parts of the body for whoever stands in between; they must not lie.
function checkHeaders(method, params, version, headers) {
  const named = method === "resources/read" ? params.uri : params.name;
  const needsName = ["tools/call", "prompts/get", "resources/read"].includes(method) && typeof named === "string";
  const wanted = { "mcp-protocol-version": version, "mcp-method": method, ...(needsName ? { "mcp-name": named } : {}) };
  for (const [name, value] of Object.entries(wanted)) {
    if (headers[name] === undefined || decodeHeader(headers[name]) !== value) {
      throw new RpcError(-32020, `Header mismatch: ${name} is missing or differs from the body`);
    }
  }
}

function decodeHeader(value) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  const bytes = Buffer.from(encoded ?? "", "base64");
  if (encoded === undefined) return value;
  return bytes.toString("base64") === encoded ? bytes.toString("utf8") : undefined;
}

function answerModern({ id, method, params = {} }, headers) {
  const version = checkMeta(params._meta);
  if (headers) checkHeaders(method, params, version, headers);
  const data = { supported: [STATELESS], requested: version };
  if (version !== STATELESS) throw new RpcError(-32022, `This server speaks ${STATELESS} and older revisions`, data);
  const result = method === "server/discover" ? DISCOVERED : serve(method, params, STATELESS);
  // Notes change at any time, everything else stays as it is.
  const hints = { ttlMs: method.startsWith("resources/") ? 0 : 60_000, cacheScope: "private" };
  const _meta = { [key("serverInfo")]: serverInfo(STATELESS) };
  const complete = { resultType: "complete", ...result, ...(CACHEABLE.test(method) ? hints : {}), _meta };
  return { jsonrpc: "2.0", id, result: complete };
}

// ----------------------------------------------------------------------------------------------- stdio
function runStdio() {
  const session = new Session();
  let spokeModern = false;
  const receive = (line) => {
    if (line.trim() === "") return undefined;
    let message;
    try {
      message = parse(line);
      // Without metadata it is older traffic, unless this process was so far only spoken to in the new way.
      const modern = hasModernMeta(message) || (spokeModern && !session.revision && message?.method !== "initialize");
      if (!modern) return session.receive(message);
      spokeModern = true;
      checkMessage(message);
      return isRequest(message) ? answerModern(message) : undefined;
    } catch (thrown) {
      return errorResponse(message, thrown, spokeModern ? STATELESS : session.revision);
    }
  };
  const take = (line) => {
    const response = receive(line);
    if (response !== undefined) process.stdout.write(`${JSON.stringify(response)}\n`);
  };
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) take(line);
  });
  // With stdin closed nothing keeps the process alive: it ends when its answers are written.
  process.stdin.on("end", () => take(rest));
}

// ----------------------------------------------------------------------------------------------- HTTP
// Both eras on one endpoint: metadata or the version header shows which one a message belongs to.
function answerPost(source, headers, sessions) {
  let message;
  const session = sessions.get(headers["mcp-session-id"]);
  const version = headers["mcp-protocol-version"];
  try {
    message = parse(source);
    if (hasModernMeta(message) || version >= STATELESS) {
      checkMessage(message);
      if (message.method === undefined) throw new RpcError(INVALID_REQUEST, "Unexpected response");
      return isRequest(message) ? { status: 200, body: answerModern(message, headers) } : { status: 202 };
    }
    if (version !== undefined && !STATEFUL.includes(version)) throw new RpcError(INVALID_REQUEST, "Unknown version");
    const opened = message?.method === "initialize" ? new Session() : session;
    if (opened === undefined) {
      const status = headers["mcp-session-id"] === undefined ? 400 : 404;
      throw new RpcError(INVALID_REQUEST, "The session is missing or unknown", undefined, status);
    }
    const body = opened.receive(message);
    if (body === undefined) return { status: 202 };
    const status = body.error?.code === INVALID_REQUEST ? 400 : 200;
    if (opened === session || opened.revision === undefined) return { status, body };
    const id = randomUUID();
    sessions.set(id, opened);
    return { status, body, headers: { "Mcp-Session-Id": id } };
  } catch (thrown) {
    return {
      status: thrown.status ?? 200,
      body: errorResponse(message, thrown, session?.revision ?? version),
    };
  }
}

function answerHttp({ method, url, headers }, source, sessions, port) {
  // A web page must not reach a local server behind the back of its user.
  const own = [undefined, `http://127.0.0.1:${port}`, `http://localhost:${port}`];
  if (!own.includes(headers.origin)) return { status: 403 };
  // Nor by a name of its own that it had lead here (DNS rebinding).
  if (![`127.0.0.1:${port}`, `localhost:${port}`].includes(headers.host)) return { status: 403 };
  if (url !== "/mcp") return { status: 404 };
  if (method === "POST") return answerPost(source, headers, sessions);
  if (method !== "DELETE") return { status: 405, headers: { Allow: "POST, DELETE" } };
  return { status: sessions.delete(headers["mcp-session-id"]) ? 204 : 404 };
}

function runHttp(wantedPort) {
  const sessions = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const source = Buffer.concat(chunks).toString("utf8");
      const { status, body, headers } = answerHttp(request, source, sessions, server.address().port);
      const type = body === undefined ? {} : { "Content-Type": "application/json" };
      response.writeHead(status, { ...type, ...headers }).end(body === undefined ? "" : JSON.stringify(body));
    });
  });
  server.listen(wantedPort, "127.0.0.1", () => {
    process.stderr.write(`http://127.0.0.1:${server.address().port}/mcp\n`);
  });
}

if (process.argv[2] === "--http") runHttp(Number(process.argv[3] ?? 0));
else runStdio();
