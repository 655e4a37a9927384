// Servers with room for one client, and where a server listens.

import type { Hooks, RawExchange } from "../../hooks.ts";
import type { Mutant } from "../mutant.ts";
import { bodyHas } from "./http-tools.ts";

/** HTTP+SSE: a GET gets no stream as long as another has one. */
export const oneStreamAtATime = (): Hooks => {
  let isOpen = false;
  return {
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET") return false;
      if (isOpen) {
        response.writeHead(503, { "Content-Type": "text/plain" }).end("Another client is connected");
        return true;
      }
      isOpen = true;
      response.once("close", () => {
        isOpen = false;
      });
      return false;
    },
  };
};

const refuse = ({ response, body }: RawExchange): true => {
  const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
  const error = { code: -32600, message: "Invalid Request: Server already initialized" };
  response.writeHead(400, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  return true;
};

/** Streamable HTTP: no session as long as there is one; `forEver`: none after the first. */
const oneSession = (forEver: boolean) => (): Hooks => {
  let live: string | undefined;
  return {
    httpRequest: (exchange) =>
      bodyHas('"method":"initialize"')(exchange) && live !== undefined ? refuse(exchange) : false,
    httpAnswer: (answer, { httpMethod, rpcMethod }) => {
      if (rpcMethod === "initialize" && answer.status === 200) live = answer.headers["Mcp-Session-Id"];
      if (httpMethod === "DELETE" && answer.status < 300 && !forEver) live = undefined;
      return undefined;
    },
  };
};

export const oneSessionAtATime = oneSession(false);
export const oneSessionForEver = oneSession(true);

export const HTTP_CLIENT_MUTANTS: readonly Mutant[] = [
  {
    id: "one-stream-at-a-time",
    vice: "Has no event stream for a second client while the first is connected.",
    hooks: oneStreamAtATime,
    fails: ["HTTP-058"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "one-session-for-ever",
    vice: "Takes one client and none after it.",
    hooks: oneSessionForEver,
    fails: ["HTTP-058"],
    in: ["http/2025-11-25"],
  },
  {
    id: "bound-everywhere",
    vice: "Listens on every interface of the machine.",
    hooks: {},
    options: { host: "0.0.0.0" },
    fails: ["HTTP-008"],
    in: ["http/2026-07-28", "http/2025-11-25", "http+sse/2024-11-05"],
  },
];
