import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { breakDown, mapObjects } from "./edits.ts";
import { deafTo, editParams } from "./question-edits.ts";

const ASK = "sampling/createMessage";
const STATELESS = ["http/2026-07-28"] as const;
const EVERYWHERE = ["http/2026-07-28", "http/2025-11-25", "http/2025-03-26"] as const;

const edit = (change: (params: JsonObject) => JsonObject): Hooks => editParams(ASK, change);

const editMessages = (change: (message: JsonObject, index: number) => JsonValue): Hooks =>
  edit((params) => ({ ...params, messages: mapObjects(params.messages, change) }));

/** Changes the blocks of messages that carry several. */
const editBlocks = (change: (blocks: JsonValue[]) => JsonValue[]): Hooks =>
  editMessages((message) =>
    Array.isArray(message.content) ? { ...message, content: change(message.content) } : message,
  );

const editBlock = (type: string, change: (block: JsonObject) => JsonObject): Hooks =>
  editBlocks((blocks) => blocks.map((block) => (isObject(block) && block.type === type ? change(block) : block)));

const editImage = (change: (block: JsonObject) => JsonObject): Hooks =>
  editMessages((message) =>
    isObject(message.content) && message.content.type === "image"
      ? { ...message, content: change(message.content) }
      : message,
  );

export const SAMPLE_MUTANTS: readonly Mutant[] = [
  {
    id: "sampling-without-max-tokens",
    vice: "Asks for a sampled message without maxTokens.",
    hooks: edit(({ maxTokens: _, ...others }) => others),
    fails: ["SAMPLE-003"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-max-tokens-text",
    vice: "Writes maxTokens as text.",
    hooks: edit((params) => ({ ...params, maxTokens: "100" })),
    fails: ["SAMPLE-003"],
  },
  {
    id: "sampling-by-prompt",
    vice: "Sends a prompt in place of messages.",
    hooks: edit(({ messages: _, ...others }) => ({ ...others, prompt: "Say something." })),
    fails: ["SAMPLE-003"],
  },
  {
    id: "sampling-role-system",
    vice: "Puts the system prompt into a message of the role system.",
    hooks: editMessages((message, index) => (index === 0 ? { ...message, role: "system" } : message)),
    fails: ["SAMPLE-004"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-content-text",
    vice: "Writes the content of a message as bare text.",
    hooks: editMessages((message, index) => (index === 0 ? { ...message, content: "Say something." } : message)),
    fails: ["SAMPLE-004"],
  },
  {
    id: "sampling-array-too-early",
    vice: "Sends arrays of blocks before there are any.",
    hooks: editMessages((message) => ({ ...message, content: [message.content ?? null] })),
    fails: ["SAMPLE-004"],
    in: ["http/2025-03-26"],
  },
  {
    id: "sampling-priority-percent",
    vice: "Gives priorities in percent.",
    hooks: edit((params) => ({ ...params, modelPreferences: { speedPriority: 80 } })),
    fails: ["SAMPLE-005"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-hints-text",
    vice: "Names models in hints as bare texts.",
    hooks: edit((params) => ({ ...params, modelPreferences: { hints: ["small"] } })),
    fails: ["SAMPLE-005"],
  },
  {
    id: "sampling-context-all",
    vice: "Asks for the context all, which does not exist.",
    hooks: edit((params) => ({ ...params, includeContext: "all" })),
    fails: ["SAMPLE-006"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-context-undeclared",
    vice: "Asks for the context of all servers whatever the client declared.",
    hooks: edit((params) => ({ ...params, includeContext: "allServers" })),
    fails: ["SAMPLE-007"],
  },
  {
    id: "sampling-tools-undeclared",
    vice: "Offers tools to every client that can sample.",
    hooks: edit((params) => ({ ...params, tools: [{ name: "look_up", inputSchema: { type: "object" } }] })),
    fails: ["SAMPLE-008"],
  },
  {
    id: "sampling-tool-choice-any",
    vice: "Has the tool choice any, which does not exist.",
    hooks: edit((params) => (params.toolChoice === undefined ? params : { ...params, toolChoice: { mode: "any" } })),
    fails: ["SAMPLE-009"],
    in: STATELESS,
  },
  {
    id: "sampling-tools-without-schema",
    vice: "Offers tools without an inputSchema.",
    hooks: edit((params) =>
      params.tools === undefined
        ? params
        : { ...params, tools: mapObjects(params.tools, ({ inputSchema: _, ...others }) => others) },
    ),
    fails: ["SAMPLE-009"],
    in: STATELESS,
  },
  {
    id: "sampling-results-mixed",
    vice: "Adds a text to a message with tool results.",
    hooks: editBlocks((blocks) =>
      blocks.some((block) => isObject(block) && block.type === "tool_result")
        ? [...blocks, { type: "text", text: "Go on." }]
        : blocks,
    ),
    fails: ["SAMPLE-010"],
    in: STATELESS,
  },
  {
    id: "sampling-use-unanswered",
    vice: "Leaves one of two tool uses without a result.",
    hooks: editBlocks((blocks) =>
      blocks.flatMap((block) =>
        isObject(block) && block.type === "tool_use" ? [block, { ...block, id: "use-2" }] : [block],
      ),
    ),
    fails: ["SAMPLE-011"],
    in: STATELESS,
  },
  {
    id: "sampling-result-for-another",
    vice: "Gives a tool result under an id that nobody used.",
    hooks: editBlock("tool_result", (block) => ({ ...block, toolUseId: "use-9" })),
    fails: ["SAMPLE-011"],
    in: STATELESS,
  },
  {
    id: "sampling-system-prompt-blocks",
    vice: "Sends the system prompt as a list.",
    hooks: edit((params) => ({ ...params, systemPrompt: ["Answer briefly."] })),
    fails: ["SAMPLE-016"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-stop-sequence-text",
    vice: "Sends one stop sequence in place of a list.",
    hooks: edit((params) => ({ ...params, stopSequences: "END" })),
    fails: ["SAMPLE-016"],
  },
  {
    id: "sampling-image-data-url",
    vice: "Sends an image as a data URL.",
    hooks: editImage((block) => ({ ...block, data: `data:image/png;base64,${String(block.data)}` })),
    fails: ["SAMPLE-017"],
    in: EVERYWHERE,
  },
  {
    id: "sampling-image-untyped",
    vice: "Sends an image without its MIME type.",
    hooks: editImage(({ mimeType: _, ...others }) => others),
    fails: ["SAMPLE-017"],
  },
  {
    id: "sampling-result-text",
    vice: "Writes the content of a tool result as text.",
    hooks: editBlock("tool_result", (block) => ({ ...block, content: "A drink." })),
    fails: ["SAMPLE-018"],
    in: STATELESS,
  },
  {
    id: "sampling-use-without-input",
    vice: "Repeats a tool use without its input.",
    hooks: editBlock("tool_use", ({ input: _, ...others }) => others),
    fails: ["SAMPLE-018"],
    in: STATELESS,
  },
  {
    id: "sampling-result-other-shape",
    vice: "Repeats the result of a tool in another shape than its outputSchema has.",
    hooks: editBlock("tool_result", (block) => ({ ...block, structuredContent: { meaning: 7 } })),
    fails: ["SAMPLE-019"],
    in: STATELESS,
  },
  {
    id: "odd-sample-hangs",
    vice: "Waits for ever where the sampled message is malformed.",
    hooks: deafTo(({ result }) => isObject(result) && result.role === "nobody"),
    fails: ["SAMPLE-013"],
    in: ["stdio/2025-11-25"],
  },
  {
    id: "odd-sample-breaks",
    vice: "Breaks down at a sampled message that is malformed.",
    hooks: breakDown((_, params) => JSON.stringify(params.inputResponses ?? {}).includes('"nobody"')),
    fails: ["SAMPLE-013"],
    in: STATELESS,
  },
  {
    id: "refused-sampling-hangs",
    vice: "Waits for ever where the user refuses to sample.",
    hooks: deafTo(({ error }) => isObject(error) && error.code === -1),
    fails: ["SAMPLE-015"],
    in: ["stdio/2025-11-25"],
  },
];
