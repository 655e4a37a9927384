// Tiny servers for one test each: over HTTP in this process, over stdio as an inline script.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type Json, type JsonObject, member, stringMember } from "../../src/base/json.ts";
import type { StdioTarget } from "../../src/capture/target.ts";
import { stdioTarget } from "./context.ts";

/** One HTTP request as it came in. */
export interface Asked {
  readonly httpMethod: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The JSON-RPC message of the body, if it is JSON. */
  readonly message: Json | undefined;
  /** Its method, if it has one. */
  readonly rpcMethod: string | undefined;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: Json;
  readonly text?: string;
}

export type Answering = (asked: Asked, response: ServerResponse) => Answer | "hang" | "destroy" | "handled";

export interface AdHocHttp {
  readonly url: string;
  readonly asked: Asked[];
}

export const serveHttp = async (answering: Answering): Promise<AdHocHttp> => {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const message = parsed(body);
      const one: Asked = {
        httpMethod: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body,
        message,
        rpcMethod: stringMember(message, "method"),
      };
      asked.push(one);
      reply(answering(one, response), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, asked };
};

const reply = (answer: ReturnType<Answering>, response: ServerResponse): void => {
  if (answer === "hang" || answer === "handled") return;
  if (answer === "destroy") {
    response.destroy();
    return;
  }
  const body = answer.json === undefined ? (answer.text ?? "") : JSON.stringify(answer.json);
  const type: Record<string, string> = answer.json === undefined ? {} : { "Content-Type": "application/json" };
  response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
  response.end(body);
};

const parsed = (body: string): Json | undefined => {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
};

export const idOf = (asked: Asked): Json => member(asked.message, "id") ?? null;

export const result = (asked: Asked, value: JsonObject, status = 200): Answer => ({
  status,
  json: { jsonrpc: "2.0", id: idOf(asked), result: value },
});

export const failure = (asked: Asked, status: number, code: number, data?: Json): Answer => ({
  status,
  json: {
    jsonrpc: "2.0",
    id: idOf(asked),
    error: { code, message: "no", ...(data === undefined ? {} : { data }) },
  },
});

export const INITIALIZE_RESULT: JsonObject = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  serverInfo: { name: "ad-hoc", version: "1" },
};

export const DISCOVER_RESULT: JsonObject = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: {},
  ttlMs: 0,
  cacheScope: "public",
  _meta: { "io.modelcontextprotocol/serverInfo": { name: "ad-hoc", version: "1" } },
};

/**
 * A child that runs `handle` for every line it reads. In scope: `line`, `message`, `send(value)`, `write(text)` and
 * `respond(result)`.
 */
export const stdioScript = (handle: string, env: Readonly<Record<string, string>> = {}): StdioTarget =>
  stdioTarget(process.execPath, ["-e", scriptText(handle)], env);

/** The program of such a child. */
export const scriptText = (handle: string): string =>
  `${PRELUDE}\nconst handle = (line, message, respond) => {\n${handle}\n};`;

const PRELUDE = `
const write = (text) => process.stdout.write(text);
const send = (value) => write(JSON.stringify(value) + "\\n");
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    let message;
    try { message = JSON.parse(line); } catch {}
    handle(line, message, (result) => send({ jsonrpc: "2.0", id: message.id, result }));
  }
});
`;
