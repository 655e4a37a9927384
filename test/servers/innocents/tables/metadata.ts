// What servers make of the metadata of requests, and of their own.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import { editEntries } from "../../mutants/tables/edits.ts";
import { SERVER_INFO_KEY } from "../../stateless/request-meta.ts";
import type { Innocent } from "../innocent.ts";
import { isOneOf, meets } from "./stricter.ts";

const NEW = "http/2026-07-28";

const MISSING_CAPABILITY = -32021;

const parsed = (body: string | Buffer | undefined): JsonObject | undefined =>
  typeof body === "string" && body.startsWith('{"jsonrpc"') ? (JSON.parse(body) as JsonObject) : undefined;

const hasCode = (message: JsonObject | undefined, code: number): boolean =>
  isObject(message?.error) && message.error.code === code;

export const METADATA_INNOCENTS: readonly Innocent[] = [
  {
    id: "terse-refusals",
    choice: "Refuses requests with incomplete metadata in the two words of JSON-RPC, and does not say what is missing.",
    permittedBy:
      "2026-07-28 basic#meta: a request without a required field is refused with -32602; no words are named.",
    hooks: {
      httpAnswer: (answer) => {
        const message = parsed(answer.body);
        if (answer.status !== 400 || !hasCode(message, -32602)) return undefined;
        return { ...answer, body: JSON.stringify({ ...message, error: { code: -32602, message: "Invalid params" } }) };
      },
    },
    in: [NEW],
    closestTo: {
      "META-003": meets("the error names what is missing", "no_meta_capabilities.error.message", {
        pattern: "clientCapabilities",
      }),
    },
  },
  {
    id: "does-without",
    choice: "Asks clients that can be asked, and does without an answer for those that cannot.",
    permittedBy:
      "2026-07-28 basic#meta: -32021 is for requests whose processing requires a capability that the client did not declare.",
    hooks: {
      httpAnswer: (answer) => {
        const message = parsed(answer.body);
        if (message === undefined || !hasCode(message, MISSING_CAPABILITY)) return undefined;
        const _meta = { [SERVER_INFO_KEY]: { name: "does-without", version: "1.0.0" } };
        const result = { resultType: "complete", content: [{ type: "text", text: "Nobody was asked." }], _meta };
        return { ...answer, status: 200, body: JSON.stringify({ jsonrpc: "2.0", id: message.id ?? null, result }) };
      },
    },
    // Tasks have a capability of their own, without which they cannot be had.
    options: { without: ["tasks"] },
    in: [NEW],
    closestTo: {
      "META-009": isOneOf("what asks one client is refused to another", "undeclared_calls.outcome", ["error"]),
    },
  },
  {
    id: "required-in-detail",
    choice: "Names the modes and parts of the capabilities that a request requires, and one that no revision defines.",
    permittedBy:
      "2026-07-28 schema#missingrequiredclientcapabilityerror: requiredCapabilities are ClientCapabilities, which have members of their own and may have experimental ones.",
    hooks: {
      error: (error) =>
        error.code === MISSING_CAPABILITY && isObject(error.data) && isObject(error.data.requiredCapabilities)
          ? {
              ...error,
              data: {
                ...error.data,
                requiredCapabilities: {
                  ...error.data.requiredCapabilities,
                  experimental: { "com.example/voice": { languages: ["de", "en"] } },
                },
              },
            }
          : undefined,
    },
    in: [NEW],
    closestTo: {
      "META-010": meets("a capability is named without its parts", "errors.error.data.requiredCapabilities", {
        additionalProperties: { additionalProperties: { maxProperties: 0 } },
      }),
    },
  },
  {
    id: "refused-before-the-stream",
    choice: "Answers calls with event streams, and refuses what lacks a capability in plain JSON before it opens one.",
    permittedBy:
      "2026-07-28 basic#meta: -32021 comes with status 400; basic/transports/streamable-http lets a server choose between a stream and JSON for each request.",
    options: { sse: true },
    in: [NEW],
    closestTo: {
      "META-011": {
        name: "who streams its answers streams its refusals",
        when: [
          {
            target: "raw_exchanges",
            matcher: {
              schema: {
                required: ["step", "http"],
                properties: { step: { const: "tools/list" }, http: { required: ["stream"] } },
              },
            },
          },
        ],
        expect: [{ target: "undeclared_calls.stream", matcher: { schema: true } }],
      },
    },
  },
  {
    id: "null-in-entries",
    choice: "Writes null for the _meta of each tool, in revisions in which tools have none.",
    permittedBy:
      "2024-11-05 schema.ts#Tool: no member of that name, and further ones are not forbidden; results and params alone have a _meta.",
    hooks: editEntries("tools/list", "tools", (tool) => ({ ...tool, _meta: null })),
    in: ["http+sse/2024-11-05", "http/2025-03-26"],
    closestTo: { "META-018": { name: "a _meta is an object wherever it is", when: [] } },
  },
];
