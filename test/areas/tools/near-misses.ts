import type { Hooks, MessageContext } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../servers/json-rpc.ts";
import { NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import { editResult, LIST_KEYS, leaving, sentFor, set, when, withHint } from "../edits.ts";
import { takeIn } from "../notice-edits.ts";
import { ODD_TOOLS } from "../odd-entries.ts";
import {
  ANY,
  all,
  always,
  each,
  eachAlways,
  has,
  is,
  isAbsent,
  isNoneOf,
  lacks,
  meets,
  never,
  some,
  strictly,
} from "../stricter.ts";
import { addTo, words } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";
import { EMPTY_RESULTS, editObjects } from "../walk.ts";

const failing = (content: JsonValue[]): Hooks =>
  editResult("tools/call", (result) =>
    Array.isArray(result.content)
      ? Object.fromEntries(
          Object.entries({ ...result, content, isError: true }).filter(([name]) => name !== "structuredContent"),
        )
      : result,
  );

const isEmptyByDefinition = ({ request }: MessageContext): boolean => EMPTY_RESULTS.includes(request?.method ?? "");

const unknownMembers: Hooks = {
  result: (result, context) =>
    isEmptyByDefinition(context) ? undefined : editObjects(result, set({ vendorNote: { text: "made by hand" } })),
};

/** What the schema of some revision marks as optional, by the list or object it stands in. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  result: ["instructions", "description"],
  tools: ["title", "description", "outputSchema", "annotations", "icons", "_meta"],
  prompts: ["title", "description", "icons", "_meta"],
  arguments: ["title", "description"],
  resources: ["title", "description", "mimeType", "size", "annotations", "icons", "_meta"],
  resourceTemplates: ["title", "description", "mimeType", "annotations", "icons", "_meta"],
  contents: ["mimeType", "_meta"],
  content: ["annotations", "_meta"],
  completion: ["total", "hasMore"],
  serverInfo: ["title", "description", "websiteUrl", "icons"],
};

const SERVER_INFO = "io.modelcontextprotocol/serverInfo";

const bare: Hooks = {
  result: (result, { request }) => {
    const leaner = editObjects(result, (object, role) => {
      // Structured content has to fit a schema that is no longer told.
      const kept =
        role === "result" && request?.method === "tools/call" ? leaving(object, ["structuredContent"]) : object;
      return leaving(kept, OPTIONAL[role] ?? []);
    });
    const meta = isObject(leaner._meta) ? leaner._meta : undefined;
    const info = isObject(meta?.[SERVER_INFO]) ? meta[SERVER_INFO] : undefined;
    if (meta === undefined || info === undefined) return leaner;
    return { ...leaner, _meta: { ...meta, [SERVER_INFO]: leaving(info, OPTIONAL.serverInfo ?? []) } };
  },
};

/** The values of the other way round, in a text for people. */
const pretty = (value: JsonValue): string =>
  JSON.stringify(isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value, null, 2);

const structured = editResult("tools/call", (result) => {
  if (!Array.isArray(result.content) || result.isError === true) return result;
  const { structuredContent = {} } = result;
  const copy = { type: "text", text: pretty(structuredContent) };
  return result.structuredContent === undefined
    ? { ...result, structuredContent, content: [...result.content, copy] }
    : { ...result, content: [{ type: "text", text: "This is what was found:" }, copy] };
});

const ASKS_A_MODEL: JsonObject = {
  name: "ask_a_model",
  description: "Asks the client's model for a sentence.",
  inputSchema: { type: "object", additionalProperties: false },
};

const REMINDING = "Invalid arguments: structuredContent is missing, see the output schema of the argument";

export const NEAR_MISSES: NearMissTable = {
  "unknown-members": nearMiss(STATELESS, STATEFUL, "http+sse/2024-11-05", {
    choice: "Adds a member of its own to every object that it sends.",
    permittedBy:
      "No sentence forbids it; the schema closes none of these objects, and Result is open by its own words.",
    hooks: unknownMembers,
    ...all(["TOOL-004", "TOOL-006"], lacks("a tool has no members but the documented ones", "tools", "vendorNote")),
    "TOOL-014": strictly({ in: STATEFUL }).meets("execution has no members but taskSupport", "tools", {
      properties: { execution: { maxProperties: 1 } },
    }),
  }),
  "nothing-optional": nearMiss(STATELESS, STATEFUL, "http+sse/2024-11-05", {
    choice: "Leaves out every member that the schema marks as optional.",
    permittedBy: "2026-07-28 schema#tool: description, title, annotations, icons and the like are optional.",
    hooks: bare,
    "TOOL-007": has("every tool has a description", "tools", "description"),
    "TOOL-013": strictly({ each: false }).meets("some tool has annotations", "tools.annotations", { minItems: 1 }),
  }),
  "changes-with-a-reason": sameAs("messages", {
    "TOOL-019": isAbsent("list_changed says nothing more", "tool_list_changes.params.reason"),
  }),
  "tool-added-meanwhile": nearMiss(STATELESS, {
    choice: "Gets a new tool while it is probed, and keeps it.",
    permittedBy:
      "No sentence forbids it; the list must not depend on the connection or on earlier requests, and time is neither.",
    options: { without: ["list-changed"] },
    hooks: () => {
      let listed = 0;
      return editResult("tools/list", (result) => {
        listed += 1;
        if (listed < 12 || result.nextCursor !== undefined || !Array.isArray(result.tools)) return result;
        return { ...result, tools: [...result.tools, { name: "added_today", inputSchema: { type: "object" } }] };
      });
    },
    ...all(
      ["TOOL-032", "TOOL-033"],
      never("no tool is added", { response: { result: { tools: some({ name: "added_today" }) } } }),
    ),
  }),
  "odd-tools": nearMiss({
    choice:
      "Has tools with names of one and of 128 characters, in two cases, with dots and digits, and with empty texts.",
    permittedBy:
      "2025-11-25 server/tools#tool-names: 1 to 128 characters, case-sensitive, of letters, digits, underscore, hyphen and dot.",
    hooks: addTo("tools/list", "tools", ODD_TOOLS),
    "TOOL-009": each.meets("a name has more than one character", "tools.name", { minLength: 2 }),
    "TOOL-010": meets("a name has at most 64 characters", "tools.name", { maxLength: 64 }),
    "TOOL-011": meets("a name begins with a letter", "tools.name", { pattern: "^[A-Za-z]" }),
    "TOOL-013": meets("a tool keeps to its own world", "tools", {
      properties: { annotations: { properties: { openWorldHint: { const: false } } } },
    }),
    "TOOL-016": has("a tool without parameters forbids further ones", "tools.inputSchema", "additionalProperties"),
    "TOOL-007": meets("a description is not empty", "tools", { properties: { description: { minLength: 1 } } }),
  }),
  "odd-schemas": sameAs("schema", {
    "TOOL-015": strictly({ in: STATEFUL }).isAbsent("an outputSchema has no oneOf", "tools.outputSchema.oneOf"),
  }),
  "always-is-error": nearMiss({
    choice: "Answers every call with isError true and no content.",
    permittedBy:
      "2025-11-25 server/tools#tool-execution-errors: errors inside a tool are results with isError true; the schema lets content be empty.",
    hooks: failing([]),
    ...all(["TOOL-005", "TOOL-020"], meets("content is not empty", "tool_results.content", { minItems: 1 })),
    "TOOL-022": meets("a failed call says why", "tool_results.content", { minItems: 1 }),
    "SEC-001": meets("a refused call says why", "invalid_call.result.content", { minItems: 1 }),
    "TOOL-025": always.meets("a call that works says something", "tool_results.content", { minItems: 1 }),
    "TOOL-029": always.meets("content is not empty", "tool_results.content", { minItems: 1 }),
  }),
  "never-an-error": nearMiss({
    choice: "Says isError false with every result of a tool that worked.",
    permittedBy: "2025-11-25 schema#calltoolresult: isError is optional, and false by default.",
    hooks: editResult(
      "tools/call",
      when((result) => Array.isArray(result.content) && result.isError === undefined, set({ isError: false })),
    ),
    "TOOL-021": isNoneOf("isError is there only where it is true", "tool_results.isError", [false]),
  }),
  "unknown-tool-as-result": nearMiss(STATEFUL, {
    choice: "Answers a call of a tool it does not have with a result that has isError true.",
    permittedBy: "No sentence forbids it; the text gives unknown tools as an example of protocol errors.",
    outgoing: (message, { request }) =>
      isObject(message.error) && String(message.error.message).startsWith("Unknown tool")
        ? [
            {
              jsonrpc: "2.0",
              id: request?.id,
              result: { content: [{ type: "text", text: "No such tool" }], isError: true },
            },
          ]
        : undefined,
    "TOOL-012": has("a name in another case is a protocol error", "flipped_case", "error"),
  }),
  "no-tools-unadvertised": nearMiss(STATEFUL, {
    choice: "Has no tools and does not advertise them, and answers tools/list all the same, with nothing.",
    permittedBy: "No sentence forbids it; a server that supports tools must declare them, and this one has none.",
    options: { without: ["tools", "tasks"] },
    hooks: takeIn("tools/list", (message) =>
      message.id !== undefined
        ? { answerWith: [{ jsonrpc: "2.0", id: message.id as JsonValue, result: { tools: [] } }] }
        : undefined,
    ),
    "TOOL-003": never("tools/list is refused where tools are not advertised", {
      request: { method: "tools/list" },
      response: { result: ANY },
    }),
  }),
  "changes-nobody-hears": nearMiss(STATEFUL, NEW_EDITION, {
    choice: "Declares listChanged, has no stream for what belongs to no request, and changes its lists meanwhile.",
    permittedBy:
      "2025-11-25 basic/transports#listening-for-messages-from-the-server: a server without a stream at the endpoint answers GET with 405.",
    httpRequest: ({ request, response }) => {
      if (request.method !== "GET") return false;
      response.writeHead(405, { allow: "POST, DELETE" }).end();
      return true;
    },
    "TOOL-017": strictly({ each: false, when: [] }).meets(
      "a change of the list of tools is heard",
      "tool_list_changes",
      { minItems: 1 },
    ),
  }),
  "another-order-for-another-set": nearMiss(STATELESS, {
    choice: "Gets a new tool while it is probed, and lists all of them in another order from then on.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: the order is the same across requests when the set of tools has not changed.",
    options: { without: ["rich-tools", "list-changed"] },
    hooks: () => {
      let listed = 0;
      return editResult("tools/list", (result) => {
        listed += 1;
        if (listed === 1 || !Array.isArray(result.tools)) return result;
        return {
          ...result,
          tools: [{ name: "added_today", inputSchema: { type: "object" } }, ...result.tools.toReversed()],
        };
      });
    },
    "TOOL-035": never("tools keep their order", { response: { result: { tools: some({ name: "added_today" }) } } }),
  }),
  "structured-content-of-nothing": nearMiss({
    choice:
      "Gives structured content with every result, empty where it has none, and its copy as JSON for people, after other text.",
    permittedBy:
      "2025-11-25 server/tools#structured-content: a JSON object, whose serialized JSON should be in a text block; neither its layout nor its place is named.",
    hooks: structured,
    "TOOL-026": strictly({ in: STATEFUL }).meets("structured content has members", "tool_results", {
      properties: { structuredContent: { minProperties: 1 } },
    }),
    "TOOL-027": always.meets("the copy is the only content", "tool_results", {
      anyOf: [{ not: { required: ["structuredContent"] } }, { properties: { content: { maxItems: 1 } } }],
    }),
  }),
  "tools-by-capability": nearMiss(STATELESS, {
    choice: "Lists one tool more for a request whose client can be asked for a sample.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: the set must not vary as a side effect of other requests; what the request says of its client is an input of its own.",
    hooks: editResult("tools/list", (result, { request }) => {
      const meta = isObject(request.params._meta) ? request.params._meta : {};
      const declared = meta["io.modelcontextprotocol/clientCapabilities"];
      return isObject(declared) && declared.sampling !== undefined && Array.isArray(result.tools)
        ? { ...result, tools: [...result.tools, ASKS_A_MODEL] }
        : result;
    }),
    "TOOL-033": never("tools do not depend on what the client can", {
      response: { result: { tools: some({ name: "ask_a_model" }) } },
    }),
  }),
  "optional-and-empty": sameAs("lifecycle", {
    "TOOL-008": eachAlways.meets("a title is not empty", "tools", {
      properties: { title: { not: { enum: ["", [], {}] } } },
    }),
  }),
  "nothing-to-list-yet": nearMiss({
    choice: "Advertises tools and resources and has none at the moment, nor any template.",
    permittedBy: "No sentence forbids it; 2026-07-28 server/resources#listing-resources says that a list may be empty.",
    result: (result, { request }) => {
      const key = LIST_KEYS[request?.method ?? ""];
      if (key === undefined || key === "prompts") return undefined;
      const { nextCursor: _, ...others } = result;
      return { ...others, [key]: [] };
    },
    "TOOL-001": never("tools/list lists something", { response: { result: { tools: is({ maxItems: 0 }) } } }),
  }),
  "error-data-without-features": nearMiss({
    choice: "Has no tools and completes nothing, and says so with an error that has data.",
    permittedBy: "2026-07-28 schema#error: data holds additional information, its value is defined by the sender.",
    options: { without: ["tools", "completions", "tasks"] },
    error: withHint,
    "TOOL-031": isAbsent("the error has no data of the server's own", "absent_call.error.data.hint"),
  }),
  "busy-at-times": nearMiss({
    choice: "Answers every ninth tool call with 429, a Retry-After of one second and a JSON-RPC error.",
    permittedBy:
      "2025-11-25 server/tools#security-considerations: servers must rate limit tool invocations; no sentence names a status.",
    hooks: () => {
      let calls = 0;
      return {
        httpRequest: ({ request, response, body }) => {
          if (request.method !== "POST" || !body.includes('"tools/call"')) return false;
          calls += 1;
          if (calls % 9 !== 0) return false;
          const { id } = JSON.parse(body.toString("utf8")) as { id?: string | number };
          response.writeHead(429, { "Content-Type": "application/json", "Retry-After": "1" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: 4290, message: "Too many requests" } }));
          return true;
        },
      };
    },
    "TOOL-022": never("no request is put off", { http: { status: 429 } }),
  }),
  "arguments-named-like-output": nearMiss({
    choice: "Refuses arguments in words that remind of output: the argument is called structuredContent.",
    permittedBy: "No sentence forbids it; a tool names its arguments as it likes.",
    hooks: sentFor("tools/call", (message) =>
      words(message).includes("Invalid arguments for")
        ? [
            {
              ...message,
              ...(isObject(message.error)
                ? { error: { ...message.error, message: REMINDING } }
                : { result: { ...(message.result as JsonObject), content: [{ type: "text", text: REMINDING }] } }),
            },
          ]
        : undefined,
    ),
    "SEC-001": meets("a refusal does not speak of structured content", "invalid_call", {
      not: {
        anyOf: [
          { required: ["error"], properties: { error: { properties: { message: { pattern: "structuredContent" } } } } },
          {
            required: ["result"],
            properties: {
              result: {
                properties: {
                  content: { contains: { required: ["text"], properties: { text: { pattern: "structuredContent" } } } },
                },
              },
            },
          },
        ],
      },
    }),
  }),
};
