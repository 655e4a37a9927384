import { isObject, type JsonObject, METHOD_NOT_FOUND, RpcError } from "../../servers/json-rpc.ts";
import { NEW_EDITION, STATEFUL, STATELESS } from "../contexts.ts";
import {
  asks,
  breakDown,
  editCapabilities,
  editEntries,
  editResult,
  hideCapability,
  mapObjects,
  recode,
  renamed,
  resultForError,
  set,
  when,
  without,
} from "../edits.ts";
import { dropNotice, replaceNotice } from "../notice-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const editPrompts = (edit: (entry: JsonObject, index: number) => JsonObject) =>
  editEntries("prompts/list", "prompts", edit);

const editPromptMessages = (edit: (message: JsonObject) => JsonObject) => editEntries("prompts/get", "messages", edit);

/** Changes the blocks of one kind. */
const editPromptBlocks = (type: string, edit: (block: JsonObject) => JsonObject) =>
  editPromptMessages((message) =>
    isObject(message.content) && message.content.type === type
      ? { ...message, content: edit(message.content) }
      : message,
  );

const editEmbedded = (edit: (resource: JsonObject) => JsonObject) =>
  editPromptBlocks("resource", (block) => ({
    ...block,
    resource: isObject(block.resource) ? edit(block.resource) : {},
  }));

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

export const MUTANTS: MutantTable = {
  "list-changed-unadvertised": sameAs("resources", "PROMPT-019"),
  "list-changed-camel": sameAs("resources", "PROMPT-020"),
  "list-changed-request": sameAs("resources", "PROMPT-020"),
  "prompts-broken": mutant("PROMPT-001", {
    vice: "Advertises prompts and knows none of their methods.",
    result: (_result, { request }) => {
      if (request?.method.startsWith("prompts/")) throw new RpcError(METHOD_NOT_FOUND, "Out of order");
      return undefined;
    },
  }),
  "prompts-by-name": mutant("PROMPT-001", {
    vice: "Lists prompts as an object of names.",
    hooks: editResult("prompts/list", (result) => ({
      ...result,
      prompts: Object.fromEntries((result.prompts as JsonObject[]).map((prompt) => [String(prompt.name), prompt])),
    })),
  }),
  "prompts-unadvertised": mutant("PROMPT-002", {
    vice: "Lists prompts without having advertised them.",
    hooks: hideCapability("prompts"),
  }),
  "prompt-id-for-name": mutant("PROMPT-003", {
    vice: "Calls the name of a prompt id.",
    hooks: editPrompts(renamed("name", "id")),
  }),
  "prompt-twice": mutant("PROMPT-004", {
    vice: "Lists the first prompt of each page twice, once in another language.",
    hooks: editResult("prompts/list", (result) => {
      const [first, ...others] = result.prompts as JsonObject[];
      return { ...result, prompts: first ? [first, { ...first, description: "Noch einmal." }, ...others] : [] };
    }),
  }),
  "prompt-arguments-object": mutant("PROMPT-005", {
    vice: "Describes the arguments of a prompt as an object of names.",
    hooks: editPrompts((entry) =>
      Array.isArray(entry.arguments)
        ? {
            ...entry,
            arguments: Object.fromEntries((entry.arguments as JsonObject[]).map((one) => [String(one.name), one])),
          }
        : entry,
    ),
  }),
  "prompt-required-text": mutant("PROMPT-005", {
    vice: "Writes required as text.",
    hooks: editPrompts((entry) => ({
      ...entry,
      arguments: mapObjects(entry.arguments, (one) => ({ ...one, required: String(one.required) })),
    })),
  }),
  "prompt-description-null": mutant("PROMPT-006", {
    vice: "Writes null for a description it does not have.",
    hooks: editPrompts(set({ description: null })),
  }),
  "prompt-icon-alone": mutant("PROMPT-006", {
    vice: "Gives a prompt one icon where a list of icons belongs.",
    hooks: editPrompts(set({ icons: { src: "https://example.com/icon.png" } })),
  }),
  "prompts-by-request": mutant("PROMPT-021", "stdio/2026-07-28", {
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
  }),
  "prompts-changed-unadvertised": mutant("PROMPT-019", STATELESS, {
    vice: "Announces changed prompts on a stream of a server that does not advertise it.",
    ...editCapabilities(set({ prompts: {} })),
    ...replaceNotice("notifications/subscriptions/acknowledged", (message, { request }) => [
      message,
      {
        jsonrpc: "2.0",
        method: "notifications/prompts/list_changed",
        params: { _meta: { [SUBSCRIPTION]: request?.id } },
      },
    ]),
  }),
  "prompt-text-only": mutant("PROMPT-007", {
    vice: "Returns a prompt as text.",
    hooks: editResult("prompts/get", ({ messages: _, ...result }) => ({ ...result, text: "Wish me a good morning." })),
  }),
  "prompt-one-message": mutant("PROMPT-007", {
    vice: "Returns one message where a list of messages belongs.",
    hooks: editResult("prompts/get", (result) => ({ ...result, messages: (result.messages as JsonObject[])[0] })),
  }),
  "prompt-role-system": mutant("PROMPT-008", {
    vice: "Speaks in prompts as the system.",
    hooks: editPromptMessages(set({ role: "system" })),
  }),
  "prompt-content-list": mutant("PROMPT-009", {
    vice: "Gives a message a list of blocks.",
    hooks: editPromptMessages((message) => ({ ...message, content: [message.content ?? null] })),
  }),
  "prompt-content-string": mutant("PROMPT-009", {
    vice: "Writes the text of a message without a block.",
    hooks: editPromptMessages(set({ content: "Gladly." })),
  }),
  "prompt-link-too-early": mutant("PROMPT-009", "http/2025-03-26", {
    vice: "Sends resource links in revisions that have none.",
    hooks: editPromptMessages(
      when("role", "assistant", set({ content: { type: "resource_link", uri: "memo://logo", name: "logo" } })),
    ),
  }),
  "prompt-image-url": mutant("PROMPT-010", {
    vice: "Writes an image of a prompt as a data URL.",
    hooks: editPromptBlocks("image", (block) => ({ ...block, data: `data:image/png;base64,${block.data}` })),
  }),
  "prompt-image-type": mutant("PROMPT-010", {
    vice: "Gives the file extension as the MIME type of an image.",
    hooks: editPromptBlocks("image", set({ mimeType: "png" })),
  }),
  "prompt-audio-untyped": mutant("PROMPT-011", {
    vice: "Sends audio without a MIME type.",
    hooks: editPromptBlocks("audio", without("mimeType")),
  }),
  "prompt-resource-untyped": mutant("PROMPT-012", {
    vice: "Embeds a resource in a prompt without its MIME type.",
    hooks: editEmbedded(without("mimeType")),
  }),
  "prompt-resource-empty": mutant("PROMPT-012", {
    vice: "Embeds a resource in a prompt without what is in it.",
    hooks: editEmbedded(without("text")),
  }),
  "new-prompts-untold": mutant("PROMPT-018", STATEFUL, NEW_EDITION, {
    vice: "Declares listChanged for prompts and does not tell when the list changes.",
    hooks: dropNotice("notifications/prompts/list_changed"),
  }),
  "unknown-prompt-code": mutant("PROMPT-014", {
    vice: "Answers for an unknown prompt that the method is unknown.",
    hooks: recode(
      -32601,
      asks("prompts/get", ({ name }) => name === "mcptest_no_such_prompt"),
    ),
  }),
  "unknown-prompt-empty": mutant("PROMPT-014", {
    vice: "Returns an unknown prompt without messages.",
    hooks: resultForError(
      asks("prompts/get", ({ name }) => name === "mcptest_no_such_prompt"),
      () => ({ messages: [] }),
    ),
  }),
  "prompt-arguments-unchecked": mutant("PROMPT-015", {
    vice: "Fills a prompt with undefined where a required argument is missing.",
    skip: ["prompt-arguments"],
  }),
  "prompt-fails-as-http": mutant("PROMPT-016", {
    vice: "Fails to give a prompt that it lists, with an HTTP status as error code.",
    hooks: editResult("prompts/get", (result, { request }) => {
      if (request.params.name === "media") throw new RpcError(500, "the template cannot be read");
      return result;
    }),
  }),
  "prompt-number-breaks": mutant("PROMPT-017", {
    vice: "Breaks down when an argument of a prompt is a number.",
    hooks: breakDown(
      ({ method }, params) =>
        method === "prompts/get" &&
        isObject(params.arguments) &&
        Object.values(params.arguments).some((value) => typeof value === "number"),
    ),
  }),
};
