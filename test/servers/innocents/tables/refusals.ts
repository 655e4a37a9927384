// Who refuses a request, and in which form: gateways, parsers, streams, versions looked at before anything else.

import { once } from "node:events";
import type { Hooks, HttpAnswer } from "../../hooks.ts";
import { HEADER_MISMATCH, isObject, METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from "../../json-rpc.ts";
import { messageOf } from "../../mutants/tables/header-edits.ts";
import type { Innocent, Stricter } from "../innocent.ts";
import { isOneOf, meets, recordedAs } from "./stricter.ts";

const STATELESS = ["http/2026-07-28"] as const;

const text = (status: number, body: string): HttpAnswer => ({
  status,
  headers: { "Content-Type": "text/plain; charset=utf-8", "Content-Length": String(Buffer.byteLength(body)) },
  body,
});

const hasCode = (answer: HttpAnswer, ...codes: readonly number[]): boolean =>
  codes.some((code) => String(answer.body ?? "").includes(`"code":${code},`));

/** The refusal itself is JSON-RPC. */
const refusedInJson = (facts: Readonly<Record<string, string>>): Record<string, Stricter> =>
  Object.fromEntries(
    Object.entries(facts).map(([rule, fact]) => [
      rule,
      isOneOf("a refusal holds a JSON-RPC error", `${fact}.outcome`, ["error"], { when: [] }),
    ]),
  );

/** The refusal is one JSON object. */
const refusedAtOnce = (facts: Readonly<Record<string, string>>): Record<string, Stricter> =>
  Object.fromEntries(
    Object.entries(facts).map(([rule, fact]) => [
      rule,
      isOneOf("a refusal opens no event stream", `${fact}.content_type`, ["application/json"], { when: [] }),
    ]),
  );

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

export const REFUSAL_INNOCENTS: readonly Innocent[] = [
  {
    id: "refused-by-a-gateway",
    choice: "Stands behind a gateway that refuses what the headers say, and strange names of resources, in a sentence.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#server-validation: intermediaries return an HTTP error status and are not required to return a JSON-RPC error.",
    hooks: {
      httpRequest: ({ response, body }) => {
        const { method, params } = messageOf(body);
        if (method !== "resources/read" || typeof params.uri !== "string" || URI.test(params.uri)) return false;
        response.writeHead(422, { "Content-Type": "text/plain" }).end("That is no address.\n");
        return true;
      },
      httpAnswer: (answer) =>
        hasCode(answer, HEADER_MISMATCH) ? text(400, "The headers do not fit the body.\n") : undefined,
    },
    in: STATELESS,
    closestTo: refusedInJson({
      "HEADER-006": "no_method_header",
      "HEADER-007": "other_method_header",
      "HEADER-010": "no_name_header",
      "HEADER-011": "other_name_header",
      "HEADER-014": "header_refusals",
      "RES-013": "bad_uri",
      "TASK-065": "task_other_name",
    }),
  },
  {
    id: "refusals-as-events",
    choice: "Refuses wrong headers, versions and methods with the status that is due and an event that says why.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#sending-messages: the response to a request is an event stream or a JSON object; no sentence ties refusals to one of them.",
    hooks: asEvent,
    in: STATELESS,
    closestTo: refusedAtOnce({
      "HEADER-008": "upper_method_header",
      "HEADER-017": "other_param",
      "HEADER-018": "missing_param",
      "HEADER-023": "broken_param_wrapper",
      "HEADER-027": "other_nested_param",
      "HTTP-056": "unknown_method",
    }),
  },
  {
    id: "one-version-alone",
    choice: "Looks first whether a request names the one version it has, in the header or in the metadata.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#protocol-version-header: a version that is not implemented is answered with 400 and -32022; no sentence says that differing versions are looked for before that.",
    hooks: {
      httpAnswer: (answer, { request }) => {
        if (!hasCode(answer, HEADER_MISMATCH) || request.headers["mcp-protocol-version"] === undefined)
          return undefined;
        const message: unknown = JSON.parse(String(answer.body));
        if (!isObject(message) || !/version/i.test(JSON.stringify(message.error))) return undefined;
        const data = { supported: ["2026-07-28"], requested: String(request.headers["mcp-protocol-version"]) };
        const error = { code: UNSUPPORTED_VERSION, message: "Unsupported protocol version", data };
        const { "Content-Length": _, ...headers } = answer.headers;
        return { ...answer, headers, body: JSON.stringify({ ...message, error }) };
      },
    },
    in: STATELESS,
    closestTo: {
      "HEADER-005": isOneOf("differing versions are a mismatch and nothing else", "other_version_header.error.code", [
        HEADER_MISMATCH,
      ]),
    },
  },
  {
    id: "parser-refuses",
    choice: "Leaves bytes that no header may hold to its HTTP parser, which answers 400 without a body and hangs up.",
    permittedBy:
      "RFC 9110 section 5.5: a field value with such characters is invalid, and 2026-07-28 streamable-http#server-behavior-for-custom-headers says that the request is refused.",
    hooks: parserRefuses,
    in: STATELESS,
    closestTo: {
      // The usual server leaves control characters to its parser, too, which lets UTF-8 pass.
      "HEADER-016": recordedAs("UTF-8 in a header is refused with a JSON-RPC error", {
        if: { required: ["step"], properties: { step: { const: "utf8-in-header" } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required: ["response"] },
      }),
      ...refusedInJson({ "HEADER-021": "illegal_param" }),
    },
  },
  {
    id: "old-methods-for-old-clients",
    choice: "Serves both eras, and answers the methods that the newer one has no more to clients of the older one.",
    permittedBy:
      "2026-07-28 basic/versioning#compatibility-matrix: a server may serve both eras, each by its own rules.",
    options: { era: "dual" },
    in: STATELESS,
    closestTo: Object.fromEntries(
      ["PING-009", "RES-036", "TASK-066"].map((rule) => [
        rule,
        isOneOf("a server serves one era", "era.verdict", ["stateless"], { when: [] }),
      ]),
    ),
  },
  {
    id: "errors-without-words",
    choice: "Leaves the message of every error empty that is not about tasks.",
    permittedBy: "2026-07-28 schema#error: message is a string that should be a concise sentence; no length is named.",
    // Errors about tasks should be informative.
    hooks: {
      error: (error, { request }) => (request?.method.startsWith("tasks/") ? undefined : { ...error, message: "" }),
    },
    closestTo: {
      "PROTO-014": meets("a message has at least one character", "errors.error.message", { minLength: 1 }),
    },
  },
];
