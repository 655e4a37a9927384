import { INTERNAL_ERROR, INVALID_PARAMS, isObject, RpcError } from "../../servers/json-rpc.ts";
import { NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import { asks, editCapabilities, editResult, recode, set, when, without } from "../edits.ts";
import { dropNotice, replaceNotice } from "../notice-edits.ts";
import { asked, isCallOf, oneMore, paramOf, refused, returned, tool } from "../tool-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const OUTPUT_BROKEN = "Output validation error: the tool has an output schema but returned no structured content";

const LIST_CHANGED = "notifications/tools/list_changed";

export const MUTANTS: MutantTable = {
  "tools-unadvertised": mutant("TOOL-003", {
    vice: "Answers tools/list without having advertised tools.",
    result: (result) => {
      if (!isObject(result.capabilities)) return undefined;
      const { tools, ...others } = result.capabilities;
      return { ...result, capabilities: others };
    },
  }),
  "tools-as-map": mutant("TOOL-001", {
    vice: "Answers tools/list with an object that maps names to tools.",
    hooks: editResult("tools/list", ({ tools, nextCursor, ...others }) =>
      Array.isArray(tools)
        ? {
            ...others,
            tools: Object.fromEntries(tools.flatMap((one) => (isObject(one) ? [[String(one.name), one]] : []))),
          }
        : undefined,
    ),
  }),
  "tool-without-name": mutant("TOOL-004", {
    vice: "Lists a tool under the key id, without a name.",
    result: tool("publish_change", ({ name, ...others }) => ({ ...others, id: "publish_change" })),
  }),
  "tool-schema-empty": mutant(["TOOL-006", "TOOL-016"], {
    vice: "Describes the arguments of a tool without parameters by {}.",
    result: tool("reset_counter", set({ inputSchema: {} })),
  }),
  "tool-schema-nullable": mutant("TOOL-006", STATEFUL, {
    vice: "Gives an inputSchema the type object or null.",
    result: tool("publish_change", set({ inputSchema: { type: ["object", "null"], properties: {} } })),
  }),
  "tool-schema-left-out": mutant("TOOL-006", "http+sse/2024-11-05", {
    vice: "Lists a tool without an inputSchema.",
    result: tool("reset_counter", without("inputSchema")),
  }),
  "tool-description-null": mutant("TOOL-007", {
    vice: "Writes null where a tool has no description.",
    result: tool("reset_counter", set({ description: null })),
  }),
  "tool-title-translated": mutant("TOOL-008", {
    vice: "Writes the title of a tool as an object of translations.",
    result: tool("reset_counter", set({ title: { en: "Reset", de: "Nullen" } })),
  }),
  "tool-name-twice": mutant("TOOL-009", {
    vice: "Lists a second tool under the name of another.",
    result: oneMore({ name: "look_up", description: "Looks up something else." }),
  }),
  "tool-name-long": mutant("TOOL-010", {
    vice: "Gives a tool a name of 129 characters.",
    result: oneMore({ name: "a".repeat(129) }),
  }),
  "tool-name-empty": mutant("TOOL-010", STATEFUL, {
    vice: "Gives a tool an empty name.",
    result: oneMore({ name: "" }),
  }),
  "tool-name-with-spaces": mutant("TOOL-011", {
    vice: "Gives a tool a name with a space and a slash.",
    result: oneMore({ name: "get weather/today" }),
  }),
  "tool-hint-text": mutant("TOOL-013", {
    vice: 'Writes the hints of a tool as text: destructiveHint "false".',
    result: tool("publish_change", set({ annotations: { readOnlyHint: false, destructiveHint: "false" } })),
  }),
  "task-support-flag": mutant("TOOL-014", STATEFUL, {
    vice: "Writes execution.taskSupport as a boolean.",
    result: oneMore({ name: "render", execution: { taskSupport: true } }),
  }),
  "output-schema-array": mutant("TOOL-015", STATEFUL, {
    vice: "Describes the output of a tool as an array.",
    result: oneMore({ name: "list_ids", outputSchema: { type: "array", items: { type: "string" } } }),
  }),
  "output-schema-text": mutant("TOOL-015", {
    vice: "Writes the outputSchema of a tool as JSON text.",
    result: oneMore({ name: "list_ids", outputSchema: '{"type":"object"}' }),
  }),
  "new-tools-untold": mutant("TOOL-017", STATEFUL, NEW_EDITION, {
    vice: "Declares listChanged for tools and does not tell when the list changes.",
    hooks: dropNotice(LIST_CHANGED),
  }),
  "new-tools-undeclared": mutant("TOOL-018", STATEFUL, NEW_EDITION, {
    vice: "Tells of changed tools without having declared listChanged for them.",
    hooks: editCapabilities(set({ tools: {} })),
  }),
  "new-tools-misnamed": mutant("TOOL-019", STATEFUL, NEW_EDITION, {
    vice: "Tells of changed tools under the name tools/listChanged.",
    hooks: replaceNotice(LIST_CHANGED, (message) => [{ ...message, method: "notifications/tools/listChanged" }]),
  }),
  "new-tools-params-list": mutant("TOOL-019", STATEFUL, NEW_EDITION, {
    vice: "Sends the changed tools as an array in the params of the notification.",
    hooks: replaceNotice(LIST_CHANGED, (message) => [{ ...message, params: ["look_up"] }]),
  }),
  "tools-per-process": mutant("TOOL-032", "stdio/2026-07-28", {
    vice: "Lists a tool that is named after the process.",
    hooks: () => ({ result: oneMore({ name: `status_of_${process.pid}` }) }),
  }),
  "tools-grow": mutant("TOOL-033", "stdio/2026-07-28", {
    vice: "Lists one more tool on a connection on which any tool was called.",
    hooks: () => {
      let called = false;
      const more = oneMore({ name: "undo" });
      return {
        result: (result, context) => {
          if (context.request?.method === "tools/call") called = true;
          return called ? more(result, context) : undefined;
        },
      };
    },
  }),
  "tools-by-use": mutant("TOOL-035", STATELESS, {
    vice: "Lists the tools in another order once they were used.",
    hooks: () => {
      let called = false;
      return {
        result: (result, { request }) => {
          if (request?.method === "tools/call") called = true;
          return called && request?.method === "tools/list" && Array.isArray(result.tools)
            ? { ...result, tools: result.tools.toReversed() }
            : undefined;
        },
      };
    },
  }),
  "tool-result-empty": mutant("TOOL-005", {
    vice: "Answers tools/call with a result that has neither content nor structuredContent.",
    hooks: editResult("tools/call", ({ content, structuredContent, ...others }) => others),
  }),
  "structured-without-content": mutant(["TOOL-005", "TOOL-027"], {
    vice: "Leaves content out where there is structuredContent.",
    result: returned("measure_text", without("content")),
  }),
  "unknown-tool-code": mutant("TOOL-002", {
    vice: "Answers a call of an unknown tool with -32603.",
    error: when((error) => String(error.message).startsWith("Unknown tool"), set({ code: INTERNAL_ERROR })),
  }),
  "unknown-tool-result": mutant("TOOL-002", {
    vice: "Answers a call of an unknown tool with a result that has isError.",
    skip: ["tool-known"],
  }),
  "tool-names-any-case": mutant("TOOL-012", STATEFUL, {
    vice: "Finds tools by name whatever the case.",
    incoming: asked("tools/call", (params) =>
      typeof params.name === "string" ? { ...params, name: params.name.toLowerCase() } : undefined,
    ),
  }),
  "content-type-invented": mutant("TOOL-020", {
    vice: "Returns a content block of type json.",
    result: returned("look_up", set({ content: [{ type: "json", json: { found: "AB-123" } }] })),
  }),
  "content-type-newer": mutant("TOOL-020", "http/2025-03-26", {
    vice: "Returns resource links in a revision that does not know them.",
    result: returned("look_up", set({ content: [{ type: "resource_link", uri: "memo://readme", name: "readme" }] })),
  }),
  "is-error-text": mutant("TOOL-021", {
    vice: 'Writes isError as the text "false".',
    result: returned("look_up", set({ isError: "false" })),
  }),
  "tool-failure-thrown": mutant("TOOL-022", {
    vice: "Reports a failure inside a tool as error -32603.",
    result: (_result, context) => {
      if (isCallOf(context, "count_slowly")) throw new RpcError(INTERNAL_ERROR, "ECONNREFUSED 10.0.0.7:5432");
      return undefined;
    },
  }),
  "tool-arguments-unchecked": mutant(["TOOL-023", "SCHEMA-013"], {
    vice: "Runs tools with arguments that break their schema.",
    skip: ["tool-arguments"],
  }),
  "tool-call-malformed-runs": mutant("TOOL-024", {
    vice: "Answers a call without a name, or with text as arguments, with a result.",
    skip: ["tool-params"],
  }),
  "tool-call-malformed-internal": mutant("TOOL-024", STATEFUL, {
    vice: "Answers a malformed call with -32603.",
    hooks: recode(
      INTERNAL_ERROR,
      asks("tools/call", ({ name }) => typeof name !== "string"),
    ),
  }),
  "tool-arguments-demanded": mutant("TOOL-025", {
    vice: "Refuses a call without the arguments member, even where nothing is required.",
    incoming: refused(
      (message) =>
        message.method === "tools/call" &&
        typeof paramOf(message, "name") === "string" &&
        paramOf(message, "arguments") === undefined,
      INVALID_PARAMS,
      "arguments: Required",
    ),
  }),
  "structured-array": mutant("TOOL-026", STATEFUL, {
    vice: "Returns structuredContent as an array.",
    result: returned("measure_text", ({ structuredContent, ...others }) => ({
      ...others,
      structuredContent: [structuredContent ?? null],
    })),
  }),
  "structured-in-words": mutant("TOOL-027", {
    vice: "Tells in words what structuredContent holds, and not as JSON.",
    result: returned("measure_text", set({ content: [{ type: "text", text: "Five characters, one word." }] })),
  }),
  "embeds-without-resources": mutant("TOOL-029", {
    vice: "Embeds resources in tool results and does not have the resources capability.",
    options: { without: ["resources", "subscribe"] },
  }),
  "calls-without-tools": mutant(["TOOL-003", "TOOL-031"], {
    vice: "Answers tools/call although it advertises no tools.",
    options: { without: ["tools"] },
    skip: ["capability-gate", "tool-known"],
  }),
  "condition-unchecked": mutant("SCHEMA-013", STATELESS, {
    vice: "Does not hold arguments against if and then.",
    incoming: asked("tools/call", (params) =>
      params.name === "describe_shape" && isObject(params.arguments) && Number(params.arguments.size) > 10
        ? { ...params, arguments: { ...params.arguments, size: 10 } }
        : undefined,
    ),
  }),
  "sec-arguments-unchecked": mutant("SEC-001", {
    vice: "Runs tools with whatever arguments it is given.",
    skip: ["tool-arguments"],
  }),
  "sec-output-checked-only": mutant("SEC-001", {
    vice: "Runs tools with whatever arguments it is given, and complains of what they return.",
    skip: ["tool-arguments"],
    result: (result, { request }) => {
      if (request?.method !== "tools/call" || !isObject(result.structuredContent)) return undefined;
      if (isObject(request.params.arguments) && Object.values(request.params.arguments).some(isObject))
        throw new RpcError(-32602, OUTPUT_BROKEN);
      return undefined;
    },
  }),
};
