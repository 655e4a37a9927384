// Shapes and refusals at the edge of what is allowed: content blocks, titles, arguments, markup, old headers.

import type { JsonObject as Schema } from "../../../../src/base/json.ts";
import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import { editEntries, editResult } from "../../mutants/tables/edits.ts";
import type { Innocent } from "../innocent.ts";
import { isAbsent, isNoneOf, meets, recordedAs } from "./stricter.ts";

const NEW = "http/2026-07-28";
const OLD = "http/2025-11-25";

/** Blocks with as little in them as there may be. */
const BARE: readonly JsonObject[] = [
  { type: "text", text: "" },
  { type: "image", data: "", mimeType: "image/png" },
  { type: "audio", data: "AA", mimeType: "audio/wav" },
  { type: "resource", resource: { uri: "urn:x-note:1", mimeType: "", text: "", blob: "" } },
  { type: "resource_link", uri: "x:", name: "", title: "", description: "", mimeType: "", size: 0 },
];

const addBlocks = (blocks: readonly JsonObject[]): Hooks =>
  editResult("tools/call", (result) =>
    Array.isArray(result.content) && result.isError !== true
      ? { ...result, content: [...result.content, ...blocks] }
      : result,
  );

const blockOf = (name: string, type: string, schema: Schema) =>
  meets(
    name,
    "content_blocks.block",
    { anyOf: [{ properties: { type: { not: { const: type } } } }, schema] },
    { each: true },
  );

const words = (value: JsonValue): string => JSON.stringify(value);

const noNewTool = recordedAs("no tool is new", {
  not: {
    required: ["response"],
    properties: {
      response: {
        required: ["result"],
        properties: {
          result: {
            required: ["tools"],
            properties: {
              tools: { contains: { required: ["name"], properties: { name: { pattern: "^report_" } } } },
            },
          },
        },
      },
    },
  },
});

const CONTENT: readonly Innocent[] = [
  {
    id: "bare-blocks",
    choice: "Returns blocks whose text, data and names are empty, unpadded, or both text and blob.",
    permittedBy: "No sentence forbids it; the schema asks for strings, and sets no least length.",
    hooks: addBlocks(BARE),
    in: [OLD, NEW],
    closestTo: {
      "SCHEMA-014": blockOf("a text is not empty", "text", { properties: { text: { minLength: 1 } } }),
      "SCHEMA-015": blockOf("an image is not empty", "image", { properties: { data: { minLength: 1 } } }),
      "SCHEMA-016": blockOf("base64 is padded", "audio", { properties: { data: { pattern: "^(?:.{4})*$" } } }),
      "SCHEMA-018": blockOf("a resource has text or blob, not both", "resource", {
        properties: { resource: { not: { required: ["text", "blob"] } } },
      }),
      "SCHEMA-019": blockOf("a link has a name to show", "resource_link", {
        properties: { name: { minLength: 1 } },
      }),
      "SCHEMA-001": blockOf("a media type is not empty", "resource_link", {
        properties: { mimeType: { minLength: 1 } },
      }),
      "SCHEMA-017": meets("a uri has an authority", "resource_contents", {
        properties: { uri: { pattern: "^[^:]+://" } },
      }),
    },
  },
  {
    id: "empty-titles",
    choice: "Gives its tools empty titles.",
    permittedBy: "2025-11-25 schema#basemetadata: title is a string, of any length.",
    hooks: editEntries("tools/list", "tools", (tool) => ({ ...tool, title: "" })),
    closestTo: {
      "SCHEMA-026": meets("a title is not empty", "titles", { minLength: 1 }, { each: true }),
    },
  },
];

const REFUSING: readonly Innocent[] = [
  {
    id: "arguments-named-like-output",
    choice: "Refuses arguments in words that remind of output: the argument is called structuredContent.",
    permittedBy: "No sentence forbids it; a tool names its arguments as it likes.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "tools/call" && words(message).includes("Invalid arguments for")
          ? [
              {
                ...message,
                ...(isObject(message.error)
                  ? { error: { ...message.error, message: REMINDING } }
                  : { result: { ...(message.result as JsonObject), content: [{ type: "text", text: REMINDING }] } }),
              },
            ]
          : undefined,
    },
    closestTo: {
      "SEC-001": meets("a refusal does not speak of structured content", "invalid_call", {
        not: {
          anyOf: [
            {
              required: ["error"],
              properties: { error: { properties: { message: { pattern: "structuredContent" } } } },
            },
            {
              required: ["result"],
              properties: {
                result: {
                  properties: {
                    content: {
                      contains: { required: ["text"], properties: { text: { pattern: "structuredContent" } } },
                    },
                  },
                },
              },
            },
          ],
        },
      }),
    },
  },
  {
    id: "markup-refused",
    choice: "Refuses prompt arguments that hold markup.",
    permittedBy:
      "2025-11-25 server/prompts#security: prompt inputs are validated; -32602 is for arguments that are not valid.",
    hooks: editResult("prompts/get", (result, { request }) => {
      if (words(request?.params ?? {}).includes("{{")) throw new RpcError(-32602, "Markup is not taken");
      return result;
    }),
    closestTo: {
      "SEC-005": recordedAs("any text is taken for an argument", {
        not: {
          required: ["step", "response"],
          properties: { step: { const: "prompt-markup" }, response: { required: ["error"] } },
        },
      }),
    },
  },
  {
    id: "list-that-grows",
    choice: "Lists one tool more each time it is asked.",
    permittedBy:
      "No sentence forbids it; a list may change at any time, and here neither the client nor its name decides.",
    hooks: () => {
      let count = 0;
      return editResult("tools/list", (result, { request }) => {
        if (request?.params.cursor !== undefined || !Array.isArray(result.tools)) return result;
        count += 1;
        const added = Array.from({ length: count }, (_, index) => ({
          name: `report_${index}`,
          description: "Removes a report.",
          inputSchema: { type: "object" },
        }));
        return { ...result, tools: [...result.tools, ...added] };
      });
    },
    options: { without: ["list-changed"] },
    in: [NEW],
    closestTo: { "SEC-015": noNewTool },
  },
];

const REMINDING = "Invalid arguments: structuredContent is missing, see the output schema of the argument";

const HEADERS: readonly Innocent[] = [
  {
    id: "old-headers-noted",
    choice:
      "Notes in headers of its own which headers of older revisions it passed over, and a session of its cluster.",
    permittedBy:
      "2026-07-28 basic/transports/streamable-http#earlier-streamable-http-revisions: such headers are ignored; no sentence forbids headers of the server's own.",
    hooks: {
      httpAnswer: (answer, { request }) => {
        const noted = ["last-event-id", "mcp-session-id"].filter((name) => request.headers[name] !== undefined);
        const headers = { ...answer.headers, "X-Cluster-Session": "b7" };
        return {
          ...answer,
          headers: noted.length === 0 ? headers : { ...headers, "X-Passed-Over": noted.join(", ") },
        };
      },
    },
    in: [NEW],
    closestTo: {
      "HTTP-051": isAbsent("nothing is said of Last-Event-ID", "with_last_event_id.headers.x-passed-over"),
      "HTTP-054": isAbsent("nothing is said of a session id", "with_session_id.headers.x-passed-over"),
      "HTTP-055": isNoneOf("no header speaks of a session", "discover.headers.x-cluster-session", ["b7"], {
        when: [],
      }),
    },
  },
];

export const SHAPE_INNOCENTS: readonly Innocent[] = [...CONTENT, ...REFUSING, ...HEADERS];
