import type { Hooks, RawExchange } from "../../servers/hooks.ts";
import { bodyHas } from "../http-edits.ts";

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

export const refuseNow = ({ response, body }: RawExchange): true => {
  const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
  const error = { code: -32600, message: "Invalid Request: Server already initialized" };
  response.writeHead(400, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
  return true;
};

/** Streamable HTTP: no session as long as there is one; `forEver`: none after the first. */
export const oneSession = (forEver: boolean) => (): Hooks => {
  let live: string | undefined;
  return {
    httpRequest: (exchange) =>
      bodyHas('"method":"initialize"')(exchange) && live !== undefined ? refuseNow(exchange) : false,
    httpAnswer: (answer, { httpMethod, rpcMethod }) => {
      if (rpcMethod === "initialize" && answer.status === 200) live = answer.headers["Mcp-Session-Id"];
      if (httpMethod === "DELETE" && answer.status < 300 && !forEver) live = undefined;
      return undefined;
    },
  };
};

export const oneSessionForEver = oneSession(true);
