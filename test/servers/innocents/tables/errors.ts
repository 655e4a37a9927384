// Errors: which codes, statuses, data and words are open to a server.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Innocent, Stricter } from "../innocent.ts";
import { isAbsent, isNoneOf, meets, only } from "./stricter.ts";

/** For rules on the code of an error: the fact that holds the error. */
const noHint = (facts: Readonly<Record<string, string>>): Record<string, Stricter> =>
  Object.fromEntries(
    Object.entries(facts).map(([rule, fact]) => [
      rule,
      isAbsent("the error has no data of the server's own", `${fact}.error.data.hint`),
    ]),
  );

const withHint = (error: JsonObject): JsonObject => ({
  ...error,
  data: { ...(isObject(error.data) ? error.data : {}), hint: "See the documentation.", retryable: false },
});

/** Refusals that never reach a protocol layer, too. */
const hintInBody = (body: string | Buffer | undefined): string | Buffer | undefined => {
  if (typeof body !== "string" || !body.startsWith('{"jsonrpc"')) return body;
  const message = JSON.parse(body) as JsonObject;
  return isObject(message.error) ? JSON.stringify({ ...message, error: withHint(message.error) }) : body;
};

const ofStatus = (status: string, facts: Readonly<Record<string, string>>): Record<string, Stricter> =>
  Object.fromEntries(
    Object.entries(facts).map(([rule, fact]) => [
      rule,
      isNoneOf(`the error does not come with ${status}`, `${fact}.status`, [Number(status)], { when: [] }),
    ]),
  );

/** How the example server refuses metadata that names no version, or none at all. */
const NO_VERSION = /The _meta with protocolVersion and|The protocolVersion in _meta is missing/;

const invalidParams = (fact: string): Stricter =>
  meets("missing metadata is -32602 and nothing else", `${fact}.error.code`, { const: -32602 });

export const ERROR_INNOCENTS: readonly Innocent[] = [
  {
    id: "error-data",
    choice: "Gives every error a data object with members of its own beside those that are required.",
    permittedBy: "2026-07-28 schema#error: data holds additional information, its value is defined by the sender.",
    hooks: {
      error: withHint,
      httpAnswer: (answer) => ({ ...answer, body: hintInBody(answer.body) }),
    },
    closestTo: {
      ...noHint({
        "HEADER-002": "unknown_version_header",
        "PROTO-058": "unknown_version",
        "PROTO-060": "unknown_version",
        "PROTO-063": "no_meta_capabilities",
        "PROMPT-015": "missing_prompt_argument",
        "HEADER-024": "bare_base64_param",
      }),
      "TASK-003": only(
        "http/2025-11-25",
        isAbsent("the error has no data of the server's own", "task_calls_unsupported.error.data.hint"),
      ),
      "TASK-032": only(
        "http/2025-11-25",
        isAbsent("the error has no data of the server's own", "task_cancel.error.data.hint"),
      ),
    },
  },
  {
    id: "headers-first",
    choice:
      "Compares headers with the metadata before anything else, and calls metadata that names no version a mismatch.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#server-validation: a header without its counterpart in the body does not match it; no sentence says which of the two mistakes is found first.",
    hooks: {
      httpAnswer: (answer) => {
        if (answer.status !== 400 || typeof answer.body !== "string" || !NO_VERSION.test(answer.body)) return undefined;
        return { ...answer, body: answer.body.replace('"code":-32602', '"code":-32020') };
      },
    },
    in: ["http/2026-07-28"],
    closestTo: {
      "META-001": invalidParams("no_meta"),
      "META-002": invalidParams("no_meta_version"),
      "META-004": invalidParams("no_meta"),
    },
  },
  {
    id: "error-data-without-features",
    choice: "Has no tools and completes nothing, and says so with an error that has data.",
    permittedBy: "2026-07-28 schema#error: data holds additional information, its value is defined by the sender.",
    hooks: { error: withHint },
    options: { without: ["tools", "completions", "tasks"] },
    closestTo: noHint({ "TOOL-031": "absent_call", "COMPL-007": "complete_absent" }),
  },
  {
    id: "errors-with-400",
    choice: "Sends every JSON-RPC error with HTTP status 400.",
    permittedBy: "No sentence forbids it; before 2026-07-28 no status is named for the response to a request.",
    hooks: {
      httpAnswer: (answer, { rpcMethod }) =>
        rpcMethod !== undefined && answer.status === 200 && String(answer.body).includes('"error":{')
          ? { ...answer, status: 400 }
          : undefined,
    },
    in: ["http/2025-11-25", "http/2025-06-18", "http/2025-03-26"],
    closestTo: ofStatus("400", {
      "PROTO-012": "unknown_method",
      "PROTO-021": "unknown_method",
      "HTTP-016": "unknown_prompt",
      "HTTP-012": "unknown_method",
    }),
  },
  {
    id: "wordy-errors",
    choice: "Explains every error in one long sentence, in another language and with a line break at its end.",
    permittedBy:
      "2025-11-25 schema#error: the message should be limited to a concise single sentence, and no length is named.",
    hooks: {
      error: (error) => ({
        ...error,
        message: `${String(error.message)}; das heißt, dass die Anfrage in dieser Form nicht beantwortet werden kann – 请再试一次。\n`,
      }),
    },
    closestTo: { "PROTO-015": meets("a message has at most 90 characters", "errors.error.message", { maxLength: 90 }) },
  },
  {
    id: "own-codes",
    choice: "Refuses a foreign origin and an unknown path with codes of its own.",
    permittedBy: "2026-07-28 basic#error-codes: applications use codes outside the range that JSON-RPC reserves.",
    hooks: {
      httpAnswer: (answer) =>
        answer.status === 403
          ? { ...answer, body: '{"jsonrpc":"2.0","error":{"code":4030,"message":"Forbidden origin"}}' }
          : undefined,
    },
    closestTo: {
      "PROTO-056": meets("codes are those of JSON-RPC and MCP", "errors.code", { maximum: -32000 }),
      "HTTP-005": isAbsent("a refused origin gets no code of the server's own", "foreign_origin.error.code", {
        expect: [{ target: "foreign_origin.error.code", matcher: { not: { exact: 4030 } } }],
      }),
    },
  },
];
