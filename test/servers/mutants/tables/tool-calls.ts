import { INTERNAL_ERROR, INVALID_PARAMS, RpcError } from "../../json-rpc.ts";
import type { Context } from "../context.ts";
import type { Mutant } from "../mutant.ts";
import { asked, isCallOf, paramOf, refused, returned } from "./tool-edits.ts";

const STATEFUL: readonly Context[] = ["http/2025-11-25"];

export const TOOL_CALL_MUTANTS: readonly Mutant[] = [
  {
    id: "tool-result-empty",
    vice: "Answers tools/call with a result that has neither content nor structuredContent.",
    hooks: {
      result: ({ content, structuredContent, ...others }, { request }) =>
        request?.method === "tools/call" ? others : undefined,
    },
    fails: ["TOOL-005"],
  },
  {
    id: "structured-without-content",
    vice: "Leaves content out where there is structuredContent.",
    hooks: { result: returned("measure_text", ({ content, ...others }) => others) },
    fails: ["TOOL-005", "TOOL-027"],
  },
  {
    id: "unknown-tool-code",
    vice: "Answers a call of an unknown tool with -32603.",
    hooks: {
      error: (error) =>
        String(error.message).startsWith("Unknown tool") ? { ...error, code: INTERNAL_ERROR } : undefined,
    },
    fails: ["TOOL-002"],
  },
  {
    id: "unknown-tool-result",
    vice: "Answers a call of an unknown tool with a result that has isError.",
    hooks: { skip: ["tool-known"] },
    fails: ["TOOL-002"],
  },
  {
    id: "tool-names-any-case",
    vice: "Finds tools by name whatever the case.",
    hooks: {
      incoming: asked("tools/call", (params) =>
        typeof params.name === "string" ? { ...params, name: params.name.toLowerCase() } : undefined,
      ),
    },
    fails: ["TOOL-012"],
    in: STATEFUL,
  },
  {
    id: "content-type-invented",
    vice: "Returns a content block of type json.",
    hooks: {
      result: returned("look_up", (result) => ({ ...result, content: [{ type: "json", json: { found: "AB-123" } }] })),
    },
    fails: ["TOOL-020"],
  },
  {
    id: "content-type-newer",
    vice: "Returns resource links in a revision that does not know them.",
    hooks: {
      result: returned("look_up", (result) => ({
        ...result,
        content: [{ type: "resource_link", uri: "memo://readme", name: "readme" }],
      })),
    },
    fails: ["TOOL-020"],
    in: ["http/2025-03-26"],
  },
  {
    id: "is-error-text",
    vice: 'Writes isError as the text "false".',
    hooks: { result: returned("look_up", (result) => ({ ...result, isError: "false" })) },
    fails: ["TOOL-021"],
  },
  {
    id: "tool-failure-thrown",
    vice: "Reports a failure inside a tool as error -32603.",
    hooks: {
      result: (_result, context) => {
        if (isCallOf(context, "count_slowly")) throw new RpcError(INTERNAL_ERROR, "ECONNREFUSED 10.0.0.7:5432");
        return undefined;
      },
    },
    fails: ["TOOL-022"],
  },
  {
    id: "tool-arguments-unchecked",
    vice: "Runs tools with arguments that break their schema.",
    hooks: { skip: ["tool-arguments"] },
    fails: ["TOOL-023", "SCHEMA-013"],
  },
  {
    id: "tool-call-malformed-runs",
    vice: "Answers a call without a name, or with text as arguments, with a result.",
    hooks: { skip: ["tool-params"] },
    fails: ["TOOL-024"],
  },
  {
    id: "tool-call-malformed-internal",
    vice: "Answers a malformed call with -32603.",
    hooks: {
      error: (error, { request }) =>
        request?.method === "tools/call" && typeof request.params.name !== "string"
          ? { ...error, code: INTERNAL_ERROR }
          : undefined,
    },
    fails: ["TOOL-024"],
    in: STATEFUL,
  },
  {
    id: "tool-arguments-demanded",
    vice: "Refuses a call without the arguments member, even where nothing is required.",
    hooks: {
      incoming: refused(
        (message) =>
          message.method === "tools/call" &&
          typeof paramOf(message, "name") === "string" &&
          paramOf(message, "arguments") === undefined,
        INVALID_PARAMS,
        "arguments: Required",
      ),
    },
    fails: ["TOOL-025"],
  },
  {
    id: "structured-array",
    vice: "Returns structuredContent as an array.",
    hooks: {
      result: returned("measure_text", ({ structuredContent, ...others }) => ({
        ...others,
        structuredContent: [structuredContent ?? null],
      })),
    },
    fails: ["TOOL-026", "SCHEMA-006"],
    in: STATEFUL,
  },
  {
    id: "structured-in-words",
    vice: "Tells in words what structuredContent holds, and not as JSON.",
    hooks: {
      result: returned("measure_text", (result) => ({
        ...result,
        content: [{ type: "text", text: "Five characters, one word." }],
      })),
    },
    fails: ["TOOL-027"],
  },
  {
    id: "embeds-without-resources",
    vice: "Embeds resources in tool results and does not have the resources capability.",
    options: { without: ["resources", "subscribe"] },
    hooks: {},
    fails: ["TOOL-029"],
  },
  {
    id: "calls-without-tools",
    vice: "Answers tools/call although it advertises no tools.",
    options: { without: ["tools"] },
    hooks: { skip: ["capability-gate", "tool-known"] },
    fails: ["TOOL-003", "TOOL-031"],
  },
];
