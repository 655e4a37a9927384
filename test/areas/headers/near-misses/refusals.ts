import { once } from "node:events";
import type { Hooks, HttpAnswer } from "../../../servers/hooks.ts";
import {
  HEADER_MISMATCH,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  UNSUPPORTED_VERSION,
} from "../../../servers/json-rpc.ts";
import { STATELESS } from "../../contexts.ts";
import { withHint } from "../../edits.ts";
import { messageOf } from "../../header-edits.ts";
import { always, isAbsent, isOneOf, recordedAs } from "../../stricter.ts";
import { type NearMissTable, nearMiss } from "../../variant.ts";

/** Refusals that never reach a protocol layer, too. */
const hintInBody = (body: string | Buffer | undefined): string | Buffer | undefined => {
  if (typeof body !== "string" || !body.startsWith('{"jsonrpc"')) return body;
  const message = JSON.parse(body) as JsonObject;
  return isObject(message.error) ? JSON.stringify({ ...message, error: withHint(message.error) }) : body;
};

const text = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Content-Length": String(Buffer.byteLength(body)) },
  body,
});

const hasCode = (answer: HttpAnswer, ...codes: readonly number[]): boolean =>
  codes.some((code) => String(answer.body ?? "").includes(`"code":${code},`));

const asEvent: Hooks = {
  httpAnswer: (answer) =>
    hasCode(answer, HEADER_MISMATCH, UNSUPPORTED_VERSION, METHOD_NOT_FOUND)
      ? {
          status: answer.status,
          headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" },
          body: `: refused\n\nevent: message\ndata: ${String(answer.body)}\n\n`,
        }
      : undefined,
};

const LEGAL = /^[\t\x20-\x7e]*$/;

/** What the parsers of HTTP do with bytes that a field value may not hold. */
const parserRefuses: Hooks = {
  httpRequest: async ({ request, response }) => {
    if (request.rawHeaders.every((value) => LEGAL.test(value))) return false;
    response.writeHead(400, { Connection: "close", "Content-Length": "0" }).end();
    await once(response, "close");
    return true;
  },
};

const URI = /^[a-z][a-z0-9+.-]*:[\x21-\x7e]*$/i;

export const REFUSALS_NEAR_MISSES: NearMissTable = {
  "error-data": nearMiss({
    choice: "Gives every error a data object with members of its own beside those that are required.",
    permittedBy: "2026-07-28 schema#error: data holds additional information, its value is defined by the sender.",
    error: withHint,
    httpAnswer: (answer) => ({ ...answer, body: hintInBody(answer.body) }),
    "HEADER-002": isAbsent("the error has no data of the server's own", "unknown_version_header.error.data.hint"),
    "HEADER-024": isAbsent("the error has no data of the server's own", "bare_base64_param.error.data.hint"),
  }),
  "refused-by-a-gateway": nearMiss(STATELESS, {
    choice: "Stands behind a gateway that refuses what the headers say, and strange names of resources, in a sentence.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#server-validation: intermediaries return an HTTP error status and are not required to return a JSON-RPC error.",
    httpRequest: ({ response, body }) => {
      const { method, params } = messageOf(body);
      if (method !== "resources/read" || typeof params.uri !== "string" || URI.test(params.uri)) return false;
      response.writeHead(422, { "Content-Type": "text/plain" }).end("That is no address.\n");
      return true;
    },
    httpAnswer: (answer) =>
      hasCode(answer, HEADER_MISMATCH) ? text(400, "The headers do not fit the body.\n") : undefined,
    "HEADER-006": always.isOneOf("a refusal holds a JSON-RPC error", "no_method_header.outcome", ["error"]),
    "HEADER-007": always.isOneOf("a refusal holds a JSON-RPC error", "other_method_header.outcome", ["error"]),
    "HEADER-010": always.isOneOf("a refusal holds a JSON-RPC error", "no_name_header.outcome", ["error"]),
    "HEADER-011": always.isOneOf("a refusal holds a JSON-RPC error", "other_name_header.outcome", ["error"]),
    "HEADER-014": always.isOneOf("a refusal holds a JSON-RPC error", "header_refusals.outcome", ["error"]),
  }),
  "refusals-as-events": nearMiss(STATELESS, {
    choice: "Refuses wrong headers, versions and methods with the status that is due and an event that says why.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#sending-messages: the response to a request is an event stream or a JSON object; no sentence ties refusals to one of them.",
    hooks: asEvent,
    "HEADER-008": always.isOneOf("a refusal opens no event stream", "upper_method_header.content_type", [
      "application/json",
    ]),
    "HEADER-017": always.isOneOf("a refusal opens no event stream", "other_param.content_type", ["application/json"]),
    "HEADER-018": always.isOneOf("a refusal opens no event stream", "missing_param.content_type", ["application/json"]),
    "HEADER-023": always.isOneOf("a refusal opens no event stream", "broken_param_wrapper.content_type", [
      "application/json",
    ]),
    "HEADER-027": always.isOneOf("a refusal opens no event stream", "other_nested_param.content_type", [
      "application/json",
    ]),
  }),
  "one-version-alone": nearMiss(STATELESS, {
    choice: "Looks first whether a request names the one version it has, in the header or in the metadata.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#protocol-version-header: a version that is not implemented is answered with 400 and -32022; no sentence says that differing versions are looked for before that.",
    httpAnswer: (answer, { request }) => {
      if (!hasCode(answer, HEADER_MISMATCH) || request.headers["mcp-protocol-version"] === undefined) return undefined;
      const message: unknown = JSON.parse(String(answer.body));
      if (!isObject(message) || !/version/i.test(JSON.stringify(message.error))) return undefined;
      const data = { supported: ["2026-07-28"], requested: String(request.headers["mcp-protocol-version"]) };
      const error = { code: UNSUPPORTED_VERSION, message: "Unsupported protocol version", data };
      const { "Content-Length": _, ...headers } = answer.headers;
      return { ...answer, headers, body: JSON.stringify({ ...message, error }) };
    },
    "HEADER-005": isOneOf(
      "differing versions are a mismatch and nothing else",
      "other_version_header.error.code",
      [-32_020],
    ),
  }),
  "parser-refuses": nearMiss(STATELESS, {
    choice: "Leaves bytes that no header may hold to its HTTP parser, which answers 400 without a body and hangs up.",
    permittedBy:
      "RFC 9110 section 5.5: a field value with such characters is invalid, and 2026-07-28 streamable-http#server-behavior-for-custom-headers says that the request is refused.",
    hooks: parserRefuses,
    "HEADER-016": recordedAs("UTF-8 in a header is refused with a JSON-RPC error", {
      if: { required: ["step"], properties: { step: { const: "utf8-in-header" } } },
      // biome-ignore lint/suspicious/noThenProperty: the JSON Schema keyword
      then: { required: ["response"] },
    }),
    "HEADER-021": always.isOneOf("a refusal holds a JSON-RPC error", "illegal_param.outcome", ["error"]),
  }),
};
