import { isObject, type JsonObject, METHOD_NOT_FOUND, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import {
  breakDown,
  editCapabilities,
  editEntries,
  editResult,
  hideCapability,
  mapObjects,
  recode,
  resultForError,
} from "./edits.ts";

const editPrompts = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries("prompts/list", "prompts", edit);

const editMessages = (edit: (message: JsonObject) => JsonObject) => editEntries("prompts/get", "messages", edit);

/** Changes the blocks of one kind. */
const editBlocks = (type: string, edit: (block: JsonObject) => JsonObject) =>
  editMessages((message) =>
    isObject(message.content) && message.content.type === type
      ? { ...message, content: edit(message.content) }
      : message,
  );

const editEmbedded = (edit: (resource: JsonObject) => JsonObject) =>
  editBlocks("resource", (block) => ({ ...block, resource: isObject(block.resource) ? edit(block.resource) : {} }));

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

const LISTING: readonly Mutant[] = [
  {
    id: "prompts-broken",
    vice: "Advertises prompts and knows none of their methods.",
    hooks: {
      result: (_result, { request }) => {
        if (request?.method.startsWith("prompts/")) throw new RpcError(METHOD_NOT_FOUND, "Out of order");
        return undefined;
      },
    },
    fails: ["PROMPT-001", "PROTO-075"],
  },
  {
    id: "prompts-by-name",
    vice: "Lists prompts as an object of names.",
    hooks: editResult("prompts/list", (result) => ({
      ...result,
      prompts: Object.fromEntries((result.prompts as JsonObject[]).map((prompt) => [String(prompt.name), prompt])),
    })),
    fails: ["PROMPT-001"],
  },
  {
    id: "prompts-unadvertised",
    vice: "Lists prompts without having advertised them.",
    hooks: hideCapability("prompts"),
    fails: ["PROMPT-002"],
  },
  {
    id: "prompt-id-for-name",
    vice: "Calls the name of a prompt id.",
    hooks: editPrompts(({ name, ...entry }) => ({ ...entry, id: name })),
    fails: ["PROMPT-003"],
  },
  {
    id: "prompt-twice",
    vice: "Lists the first prompt of each page twice, once in another language.",
    hooks: editResult("prompts/list", (result) => {
      const [first, ...others] = result.prompts as JsonObject[];
      return { ...result, prompts: first ? [first, { ...first, description: "Noch einmal." }, ...others] : [] };
    }),
    fails: ["PROMPT-004"],
  },
  {
    id: "prompt-arguments-object",
    vice: "Describes the arguments of a prompt as an object of names.",
    hooks: editPrompts((entry) =>
      Array.isArray(entry.arguments)
        ? {
            ...entry,
            arguments: Object.fromEntries((entry.arguments as JsonObject[]).map((one) => [String(one.name), one])),
          }
        : entry,
    ),
    fails: ["PROMPT-005"],
  },
  {
    id: "prompt-required-text",
    vice: "Writes required as text.",
    hooks: editPrompts((entry) => ({
      ...entry,
      arguments: mapObjects(entry.arguments, (one) => ({ ...one, required: String(one.required) })),
    })),
    fails: ["PROMPT-005"],
  },
  {
    id: "prompt-description-null",
    vice: "Writes null for a description it does not have.",
    hooks: editPrompts((entry) => ({ ...entry, description: null })),
    fails: ["PROMPT-006"],
  },
  {
    id: "prompt-icon-alone",
    vice: "Gives a prompt one icon where a list of icons belongs.",
    hooks: editPrompts((entry) => ({ ...entry, icons: { src: "https://example.com/icon.png" } })),
    fails: ["PROMPT-006"],
  },
  {
    id: "prompts-by-request",
    vice: "Lists one prompt less on a connection on which a prompt was asked for.",
    hooks: () => {
      let asked = false;
      return {
        result: (result, { request }) => {
          if (request?.method === "prompts/get" || request?.method === "tools/call") asked = true;
          if (!asked || request?.method !== "prompts/list") return undefined;
          const shown = result.prompts as JsonObject[];
          return { ...result, prompts: shown.filter(({ name }) => name !== "media") };
        },
      };
    },
    fails: ["PROMPT-021"],
    in: ["stdio/2026-07-28"],
  },
  {
    id: "prompts-changed-unadvertised",
    vice: "Announces changed prompts on a stream of a server that does not advertise it.",
    hooks: {
      ...editCapabilities((all) => ({ ...all, prompts: {} })),
      outgoing: (message, { request }) =>
        message.method === "notifications/subscriptions/acknowledged"
          ? [
              message,
              {
                jsonrpc: "2.0",
                method: "notifications/prompts/list_changed",
                params: { _meta: { [SUBSCRIPTION]: request?.id } },
              },
            ]
          : undefined,
    },
    fails: ["PROMPT-019"],
    in: ["http/2026-07-28"],
  },
];

const GETTING: readonly Mutant[] = [
  {
    id: "prompt-text-only",
    vice: "Returns a prompt as text.",
    hooks: editResult("prompts/get", ({ messages: _, ...result }) => ({ ...result, text: "Wish me a good morning." })),
    fails: ["PROMPT-007"],
  },
  {
    id: "prompt-one-message",
    vice: "Returns one message where a list of messages belongs.",
    hooks: editResult("prompts/get", (result) => ({ ...result, messages: (result.messages as JsonObject[])[0] })),
    fails: ["PROMPT-007"],
  },
  {
    id: "prompt-role-system",
    vice: "Speaks in prompts as the system.",
    hooks: editMessages((message) => ({ ...message, role: "system" })),
    fails: ["PROMPT-008"],
  },
  {
    id: "prompt-content-list",
    vice: "Gives a message a list of blocks.",
    hooks: editMessages((message) => ({ ...message, content: [message.content ?? null] })),
    fails: ["PROMPT-009"],
  },
  {
    id: "prompt-content-string",
    vice: "Writes the text of a message without a block.",
    hooks: editMessages((message) => ({ ...message, content: "Gladly." })),
    fails: ["PROMPT-009"],
  },
  {
    id: "prompt-link-too-early",
    vice: "Sends resource links in revisions that have none.",
    hooks: editMessages((message) =>
      message.role === "assistant"
        ? { ...message, content: { type: "resource_link", uri: "memo://logo", name: "logo" } }
        : message,
    ),
    fails: ["PROMPT-009"],
    in: ["http/2025-03-26"],
  },
  {
    id: "prompt-image-url",
    vice: "Writes an image of a prompt as a data URL.",
    hooks: editBlocks("image", (block) => ({ ...block, data: `data:image/png;base64,${block.data}` })),
    fails: ["PROMPT-010"],
  },
  {
    id: "prompt-image-type",
    vice: "Gives the file extension as the MIME type of an image.",
    hooks: editBlocks("image", (block) => ({ ...block, mimeType: "png" })),
    fails: ["PROMPT-010"],
  },
  {
    id: "prompt-audio-untyped",
    vice: "Sends audio without a MIME type.",
    hooks: editBlocks("audio", ({ mimeType: _, ...block }) => block),
    fails: ["PROMPT-011"],
  },
  {
    id: "prompt-resource-untyped",
    vice: "Embeds a resource in a prompt without its MIME type.",
    hooks: editEmbedded(({ mimeType: _, ...resource }) => resource),
    fails: ["PROMPT-012"],
  },
  {
    id: "prompt-resource-empty",
    vice: "Embeds a resource in a prompt without what is in it.",
    hooks: editEmbedded(({ text: _, ...resource }) => resource),
    fails: ["PROMPT-012"],
  },
  {
    id: "new-prompts-untold",
    vice: "Declares listChanged for prompts and does not tell when the list changes.",
    options: { newEdition: true },
    hooks: { outgoing: (message) => (message.method === "notifications/prompts/list_changed" ? [] : undefined) },
    fails: ["PROMPT-018"],
    in: ["http/2025-11-25"],
  },
  {
    id: "unknown-prompt-code",
    vice: "Answers for an unknown prompt that the method is unknown.",
    hooks: recode(
      -32601,
      ({ request }) => request?.method === "prompts/get" && request.params.name === "mcptest_no_such_prompt",
    ),
    fails: ["PROMPT-014"],
  },
  {
    id: "unknown-prompt-empty",
    vice: "Returns an unknown prompt without messages.",
    hooks: resultForError(
      ({ request }) => request?.method === "prompts/get" && request.params.name === "mcptest_no_such_prompt",
      () => ({ messages: [] }),
    ),
    fails: ["PROMPT-014"],
  },
  {
    id: "prompt-arguments-unchecked",
    vice: "Fills a prompt with undefined where a required argument is missing.",
    hooks: { skip: ["prompt-arguments"] },
    fails: ["PROMPT-015"],
  },
  {
    id: "prompt-fails-as-http",
    vice: "Fails to give a prompt that it lists, with an HTTP status as error code.",
    hooks: editResult("prompts/get", (result, { request }) => {
      if (request?.params.name === "media") throw new RpcError(500, "the template cannot be read");
      return result;
    }),
    fails: ["PROMPT-016"],
  },
  {
    id: "prompt-number-breaks",
    vice: "Breaks down when an argument of a prompt is a number.",
    hooks: breakDown(
      ({ method }, params) =>
        method === "prompts/get" &&
        isObject(params.arguments) &&
        Object.values(params.arguments).some((value) => typeof value === "number"),
    ),
    fails: ["PROMPT-017"],
  },
];

export const PROMPT_MUTANTS: readonly Mutant[] = [...LISTING, ...GETTING];
