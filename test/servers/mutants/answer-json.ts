import type { RawExchange } from "../hooks.ts";
import type { JsonValue } from "../json-rpc.ts";

/** Answers a POST past the server, for vices that begin before a message is looked at. */
export function answerJson({ response }: RawExchange, value: JsonValue): true {
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  return true;
}
