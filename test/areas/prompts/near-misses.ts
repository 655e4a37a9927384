import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { editCapabilities, editResult, objectOf, set } from "../edits.ts";
import { all, always, eachAlways, is, isAbsent, lacks, maybe, meets, never, some, strictly } from "../stricter.ts";
import { asked, mapContent } from "../tool-edits.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const unadvertised = (feature: "prompts" | "resources" | "completions"): Hooks => ({
  result: (result) =>
    isObject(result.capabilities)
      ? {
          ...result,
          capabilities: Object.fromEntries(Object.entries(result.capabilities).filter(([name]) => name !== feature)),
        }
      : undefined,
});

const emptyList = (method: string, key: string): Hooks =>
  editResult(method, ({ nextCursor: _, ...result }) => ({ ...result, [key]: [] }));

const joined = (...parts: readonly Hooks[]): Hooks => ({
  result: (result, context) =>
    parts.reduce<JsonObject>((edited, { result: edit }) => edit?.(edited, context) ?? edited, result),
});

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

export const NEAR_MISSES: NearMissTable = {
  "unknown-members": sameAs("tools", {
    "PROMPT-003": lacks("a prompt has no members but the documented ones", "prompts", "vendorNote"),
  }),
  "changes-with-a-reason": sameAs("messages", {
    "PROMPT-020": isAbsent("list_changed has no params", "prompt_list_notifications.params"),
  }),
  "no-prompts-yet": nearMiss({
    choice: "Advertises prompts and has none at the moment.",
    permittedBy: "No sentence forbids it; the schema sets no least number of prompts.",
    hooks: editResult("prompts/list", ({ nextCursor: _, ...result }) => ({ ...result, prompts: [] })),
    "PROMPT-001": meets("a prompts array with at least one prompt", "prompts_list.result.prompts", { minItems: 1 }),
  }),
  "media-with-parameters": sameAs("schema", {
    ...all(
      ["PROMPT-010", "PROMPT-011"],
      meets("a media type has no parameters", "prompt_messages.message.content.mimeType", { pattern: "^[^;]*$" }),
    ),
  }),
  "media-types-in-capitals": nearMiss({
    choice: "Writes media types in capitals, and calls its sound application/ogg.",
    permittedBy:
      "RFC 2045 section 5.1: type and subtype are case-insensitive; 2025-11-25 server/prompts#audio-content asks for a valid MIME type and names none.",
    hooks: mapContent((block) =>
      block.type === "image"
        ? { ...block, mimeType: "IMAGE/PNG" }
        : block.type === "audio"
          ? { ...block, mimeType: "application/ogg" }
          : block,
    ),
    "PROMPT-010": meets("a media type is in small letters", "prompt_messages.message.content.mimeType", {
      pattern: "^[a-z/-]*$",
    }),
    "PROMPT-011": meets("the type of a sound is audio", "prompt_messages.message.content.mimeType", {
      pattern: "^audio/",
    }),
  }),
  "said-by-the-assistant": nearMiss({
    choice: "Has prompts whose messages are all said by the assistant, and some without any message.",
    permittedBy:
      "2025-11-25 server/prompts#promptmessage: the role is user or assistant; the schema lets messages be empty.",
    hooks: editResult("prompts/get", (result, { request }) => ({
      ...result,
      messages:
        request.params.name === "good_morning" || !Array.isArray(result.messages)
          ? []
          : result.messages.map((message) => (isObject(message) ? { ...message, role: "assistant" } : message)),
    })),
    "PROMPT-007": meets("a prompt has a message", "prompt_gets.result", { properties: { messages: { minItems: 1 } } }),
    ...all(
      ["PROMPT-008", "PROMPT-009", "PROMPT-012"],
      eachAlways.meets("media come from the user", "prompt_messages.message", {
        not: {
          properties: { role: { const: "assistant" }, content: { properties: { type: { not: { const: "text" } } } } },
        },
      }),
    ),
  }),
  "empty-lists-unadvertised": nearMiss(STATEFUL, "http/2025-06-18", {
    choice: "Does not advertise prompts or resources, and answers their lists all the same, with nothing.",
    permittedBy:
      "No sentence forbids it; a server that has prompts must declare the capability, and this one has none.",
    options: { without: ["tools", "tasks", "subscribe", "completions"] },
    hooks: joined(
      unadvertised("prompts"),
      unadvertised("resources"),
      emptyList("prompts/list", "prompts"),
      emptyList("resources/list", "resources"),
      emptyList("resources/templates/list", "resourceTemplates"),
    ),
    "PROMPT-002": never("a list that is not advertised is refused", {
      request: { method: "prompts/list" },
      response: { result: { prompts: maybe(is({ maxItems: 0 })) } },
    }),
  }),
  "changes-nobody-hears": sameAs("tools", {
    "PROMPT-018": strictly({ each: false, when: [] }).meets(
      "a change of the list of prompts is heard",
      "prompt_list_notifications",
      { minItems: 1 },
    ),
  }),
  "other-lists-announced": nearMiss(STATELESS, {
    choice: "Announces changed tools on a stream, and has no such notifications for prompts.",
    permittedBy:
      "2026-07-28 server/tools#capabilities: listChanged of tools says whether changes of that list are told.",
    ...editCapabilities(set({ prompts: { listChanged: false } })),
    outgoing: (message, { request }) => {
      if (message.method !== "notifications/subscriptions/acknowledged" || !isObject(message.params)) return undefined;
      const { notifications } = message.params;
      const { promptsListChanged: _, ...honoured } = objectOf(notifications);
      const acknowledged = { ...message, params: { ...message.params, notifications: honoured } };
      const changed = {
        jsonrpc: "2.0",
        method: "notifications/tools/list_changed",
        params: { _meta: { [SUBSCRIPTION]: request?.id } },
      };
      return honoured.toolsListChanged === true ? [acknowledged, changed] : [acknowledged];
    },
    "PROMPT-019": eachAlways.meets("without listChanged for prompts no list is announced", "notifications.method", {
      not: { pattern: "list_changed$" },
    }),
  }),
  "more-to-offer-meanwhile": sameAs("resources", {
    "PROMPT-021": never("no prompt is added", { response: { result: { prompts: some({ name: "added_today" }) } } }),
  }),
  "numbers-read-as-text": nearMiss({
    choice: "Takes a number as the value of a prompt argument for its digits.",
    permittedBy:
      "No sentence forbids it; servers should validate prompt arguments, and a value that can be used is valid.",
    incoming: asked("prompts/get", ({ arguments: given, ...others }) =>
      isObject(given)
        ? {
            ...others,
            arguments: Object.fromEntries(
              Object.entries(given).map(([name, value]) => [name, typeof value === "number" ? `${value}` : value]),
            ),
          }
        : undefined,
    ),
    "PROMPT-017": meets("a number is refused", "odd_prompt_arguments", {
      if: {
        properties: {
          asked: {
            properties: { params: { properties: { arguments: { additionalProperties: { type: "string" } } } } },
          },
        },
      },
      else: { properties: { outcome: { const: "error" } } },
    }),
  }),
  "own-code-for-refusals": sameAs("resources", {
    "PROMPT-016": eachAlways.meets("whatever prompt fails does so with -32603", "failing_gets.code", {
      const: -32_603,
    }),
  }),
  "missing-with-404": sameAs("resources", {
    "PROMPT-014": always.isNoneOf("what is missing does not come with 404", "unknown_prompt.status", [404]),
  }),
  "optional-and-empty": sameAs("lifecycle", {
    "PROMPT-005": eachAlways.meets("a list of arguments is not empty", "prompts", {
      properties: { arguments: { not: { enum: ["", [], {}] } } },
    }),
    "PROMPT-006": eachAlways.meets("a description is not empty", "prompts", {
      properties: { description: { not: { enum: ["", [], {}] } } },
    }),
  }),
  "error-data": sameAs("headers", {
    "PROMPT-015": isAbsent("the error has no data of the server's own", "missing_prompt_argument.error.data.hint"),
  }),
};
