import { INVALID_PARAMS, isObject } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { oneMore, refused, tool } from "./tool-edits.ts";

const STATEFUL: readonly Context[] = ["http/2025-11-25"];
const STATELESS: readonly Context[] = ["http/2026-07-28"];

const NEW_EDITION = { newEdition: true };
const LIST_CHANGED = "notifications/tools/list_changed";

export const TOOL_LIST_MUTANTS: readonly Mutant[] = [
  {
    id: "tools-unadvertised",
    vice: "Answers tools/list without having advertised tools.",
    hooks: {
      result: (result) => {
        if (!isObject(result.capabilities)) return undefined;
        const { tools, ...others } = result.capabilities;
        return { ...result, capabilities: others };
      },
    },
    fails: ["TOOL-003"],
  },
  {
    id: "tools-as-map",
    vice: "Answers tools/list with an object that maps names to tools.",
    hooks: {
      result: ({ tools, nextCursor, ...others }, { request }) =>
        request?.method === "tools/list" && Array.isArray(tools)
          ? {
              ...others,
              tools: Object.fromEntries(tools.flatMap((one) => (isObject(one) ? [[String(one.name), one]] : []))),
            }
          : undefined,
    },
    fails: ["TOOL-001"],
  },
  {
    id: "tools-list-needs-params",
    vice: "Refuses tools/list without params.",
    hooks: {
      incoming: refused(
        ({ method, params }) => method === "tools/list" && params === undefined,
        INVALID_PARAMS,
        "params: Required",
      ),
    },
    fails: ["PAGE-010"],
    in: STATEFUL,
  },
  {
    id: "tool-without-name",
    vice: "Lists a tool under the key id, without a name.",
    hooks: { result: tool("publish_change", ({ name, ...others }) => ({ ...others, id: "publish_change" })) },
    fails: ["TOOL-004"],
  },
  {
    id: "tool-schema-empty",
    vice: "Describes the arguments of a tool without parameters by {}.",
    hooks: { result: tool("reset_counter", (one) => ({ ...one, inputSchema: {} })) },
    fails: ["TOOL-006", "TOOL-016"],
  },
  {
    id: "tool-schema-nullable",
    vice: "Gives an inputSchema the type object or null.",
    hooks: {
      result: tool("publish_change", (one) => ({ ...one, inputSchema: { type: ["object", "null"], properties: {} } })),
    },
    fails: ["TOOL-006"],
    in: STATEFUL,
  },
  {
    id: "tool-schema-left-out",
    vice: "Lists a tool without an inputSchema.",
    hooks: { result: tool("reset_counter", ({ inputSchema, ...others }) => others) },
    fails: ["TOOL-006"],
    in: ["http+sse/2024-11-05"],
  },
  {
    id: "tool-description-null",
    vice: "Writes null where a tool has no description.",
    hooks: { result: tool("reset_counter", (one) => ({ ...one, description: null })) },
    fails: ["TOOL-007"],
  },
  {
    id: "tool-title-translated",
    vice: "Writes the title of a tool as an object of translations.",
    hooks: { result: tool("reset_counter", (one) => ({ ...one, title: { en: "Reset", de: "Nullen" } })) },
    fails: ["TOOL-008", "SCHEMA-026"],
  },
  {
    id: "tool-name-twice",
    vice: "Lists a second tool under the name of another.",
    hooks: { result: oneMore({ name: "look_up", description: "Looks up something else." }) },
    fails: ["TOOL-009"],
  },
  {
    id: "tool-name-long",
    vice: "Gives a tool a name of 129 characters.",
    hooks: { result: oneMore({ name: "a".repeat(129) }) },
    fails: ["TOOL-010"],
  },
  {
    id: "tool-name-empty",
    vice: "Gives a tool an empty name.",
    hooks: { result: oneMore({ name: "" }) },
    fails: ["TOOL-010"],
    in: STATEFUL,
  },
  {
    id: "tool-name-with-spaces",
    vice: "Gives a tool a name with a space and a slash.",
    hooks: { result: oneMore({ name: "get weather/today" }) },
    fails: ["TOOL-011"],
  },
  {
    id: "tool-hint-text",
    vice: 'Writes the hints of a tool as text: destructiveHint "false".',
    hooks: {
      result: tool("publish_change", (one) => ({
        ...one,
        annotations: { readOnlyHint: false, destructiveHint: "false" },
      })),
    },
    fails: ["TOOL-013"],
  },
  {
    id: "task-support-flag",
    vice: "Writes execution.taskSupport as a boolean.",
    hooks: { result: oneMore({ name: "render", execution: { taskSupport: true } }) },
    fails: ["TOOL-014"],
    in: STATEFUL,
  },
  {
    id: "output-schema-array",
    vice: "Describes the output of a tool as an array.",
    hooks: { result: oneMore({ name: "list_ids", outputSchema: { type: "array", items: { type: "string" } } }) },
    fails: ["TOOL-015"],
    in: STATEFUL,
  },
  {
    id: "output-schema-text",
    vice: "Writes the outputSchema of a tool as JSON text.",
    hooks: { result: oneMore({ name: "list_ids", outputSchema: '{"type":"object"}' }) },
    fails: ["TOOL-015", "SCHEMA-002"],
  },
  {
    id: "new-tools-untold",
    vice: "Declares listChanged for tools and does not tell when the list changes.",
    options: NEW_EDITION,
    hooks: { outgoing: (message) => (message.method === LIST_CHANGED ? [] : undefined) },
    fails: ["TOOL-017"],
    in: STATEFUL,
  },
  {
    id: "new-tools-undeclared",
    vice: "Tells of changed tools without having declared listChanged for them.",
    options: NEW_EDITION,
    hooks: {
      result: (result) =>
        isObject(result.capabilities) ? { ...result, capabilities: { ...result.capabilities, tools: {} } } : undefined,
    },
    fails: ["TOOL-018"],
    in: STATEFUL,
  },
  {
    id: "new-tools-misnamed",
    vice: "Tells of changed tools under the name tools/listChanged.",
    options: NEW_EDITION,
    hooks: {
      outgoing: (message) =>
        message.method === LIST_CHANGED ? [{ ...message, method: "notifications/tools/listChanged" }] : undefined,
    },
    fails: ["TOOL-019"],
    in: STATEFUL,
  },
  {
    id: "new-tools-params-list",
    vice: "Sends the changed tools as an array in the params of the notification.",
    options: NEW_EDITION,
    hooks: {
      outgoing: (message) => (message.method === LIST_CHANGED ? [{ ...message, params: ["look_up"] }] : undefined),
    },
    fails: ["TOOL-019"],
    in: STATEFUL,
  },
  {
    id: "tools-per-process",
    vice: "Lists a tool that is named after the process.",
    hooks: () => ({ result: oneMore({ name: `status_of_${process.pid}` }) }),
    fails: ["TOOL-032"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "tools-grow",
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
    fails: ["TOOL-033"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "tools-by-use",
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
    fails: ["TOOL-035"],
    in: STATELESS,
  },
];
