import type { Hooks } from "../../servers/hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../servers/json-rpc.ts";
import { STATEFUL, STATELESS } from "../contexts.ts";
import { mapObjects, set, without } from "../edits.ts";
import { editParams } from "../question-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const SAMPLE = "sampling/createMessage";

const editSampling = (change: (params: JsonObject) => JsonObject): Hooks => editParams(SAMPLE, change);

const editSampledMessages = (change: (message: JsonObject, index: number) => JsonValue): Hooks =>
  editSampling((params) => ({ ...params, messages: mapObjects(params.messages, change) }));

/** Changes the blocks of messages that carry several. */
const editSampledBlocks = (change: (blocks: JsonValue[]) => JsonValue[]): Hooks =>
  editSampledMessages((message) =>
    Array.isArray(message.content) ? { ...message, content: change(message.content) } : message,
  );

const editSampledBlock = (type: string, change: (block: JsonObject) => JsonObject): Hooks =>
  editSampledBlocks((blocks) =>
    blocks.map((block) => (isObject(block) && block.type === type ? change(block) : block)),
  );

const editSampledImage = (change: (block: JsonObject) => JsonObject): Hooks =>
  editSampledMessages((message) =>
    isObject(message.content) && message.content.type === "image"
      ? { ...message, content: change(message.content) }
      : message,
  );

export const MUTANTS: MutantTable = {
  "sampling-without-max-tokens": mutant("SAMPLE-003", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Asks for a sampled message without maxTokens.",
    hooks: editSampling(without("maxTokens")),
  }),
  "sampling-max-tokens-text": mutant("SAMPLE-003", {
    vice: "Writes maxTokens as text.",
    hooks: editSampling(set({ maxTokens: "100" })),
  }),
  "sampling-by-prompt": mutant("SAMPLE-003", {
    vice: "Sends a prompt in place of messages.",
    hooks: editSampling(({ messages: _, ...others }) => ({ ...others, prompt: "Say something." })),
  }),
  "sampling-role-system": mutant("SAMPLE-004", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Puts the system prompt into a message of the role system.",
    hooks: editSampledMessages((message, index) => (index === 0 ? { ...message, role: "system" } : message)),
  }),
  "sampling-content-text": mutant("SAMPLE-004", {
    vice: "Writes the content of a message as bare text.",
    hooks: editSampledMessages((message, index) => (index === 0 ? { ...message, content: "Say something." } : message)),
  }),
  "sampling-array-too-early": mutant("SAMPLE-004", "http/2025-03-26", {
    vice: "Sends arrays of blocks before there are any.",
    hooks: editSampledMessages((message) => ({ ...message, content: [message.content ?? null] })),
  }),
  "sampling-priority-percent": mutant("SAMPLE-005", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Gives priorities in percent.",
    hooks: editSampling(set({ modelPreferences: { speedPriority: 80 } })),
  }),
  "sampling-hints-text": mutant("SAMPLE-005", {
    vice: "Names models in hints as bare texts.",
    hooks: editSampling(set({ modelPreferences: { hints: ["small"] } })),
  }),
  "sampling-context-all": mutant("SAMPLE-006", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Asks for the context all, which does not exist.",
    hooks: editSampling(set({ includeContext: "all" })),
  }),
  "sampling-context-undeclared": mutant("SAMPLE-007", {
    vice: "Asks for the context of all servers whatever the client declared.",
    hooks: editSampling(set({ includeContext: "allServers" })),
  }),
  "sampling-tools-undeclared": mutant("SAMPLE-008", {
    vice: "Offers tools to every client that can sample.",
    hooks: editSampling(set({ tools: [{ name: "look_up", inputSchema: { type: "object" } }] })),
  }),
  "sampling-tool-choice-any": mutant("SAMPLE-009", STATELESS, {
    vice: "Has the tool choice any, which does not exist.",
    hooks: editSampling((params) =>
      params.toolChoice === undefined ? params : { ...params, toolChoice: { mode: "any" } },
    ),
  }),
  "sampling-tools-without-schema": mutant("SAMPLE-009", STATELESS, {
    vice: "Offers tools without an inputSchema.",
    hooks: editSampling((params) =>
      params.tools === undefined ? params : { ...params, tools: mapObjects(params.tools, without("inputSchema")) },
    ),
  }),
  "sampling-results-mixed": mutant("SAMPLE-010", STATELESS, {
    vice: "Adds a text to a message with tool results.",
    hooks: editSampledBlocks((blocks) =>
      blocks.some((block) => isObject(block) && block.type === "tool_result")
        ? [...blocks, { type: "text", text: "Go on." }]
        : blocks,
    ),
  }),
  "sampling-use-unanswered": mutant("SAMPLE-011", STATELESS, {
    vice: "Leaves one of two tool uses without a result.",
    hooks: editSampledBlocks((blocks) =>
      blocks.flatMap((block) =>
        isObject(block) && block.type === "tool_use" ? [block, { ...block, id: "use-2" }] : [block],
      ),
    ),
  }),
  "sampling-result-for-another": mutant("SAMPLE-011", STATELESS, {
    vice: "Gives a tool result under an id that nobody used.",
    hooks: editSampledBlock("tool_result", set({ toolUseId: "use-9" })),
  }),
  "sampling-system-prompt-blocks": mutant("SAMPLE-016", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Sends the system prompt as a list.",
    hooks: editSampling(set({ systemPrompt: ["Answer briefly."] })),
  }),
  "sampling-stop-sequence-text": mutant("SAMPLE-016", {
    vice: "Sends one stop sequence in place of a list.",
    hooks: editSampling(set({ stopSequences: "END" })),
  }),
  "sampling-image-data-url": mutant("SAMPLE-017", STATELESS, STATEFUL, "http/2025-03-26", {
    vice: "Sends an image as a data URL.",
    hooks: editSampledImage((block) => ({ ...block, data: `data:image/png;base64,${String(block.data)}` })),
  }),
  "sampling-image-untyped": mutant("SAMPLE-017", {
    vice: "Sends an image without its MIME type.",
    hooks: editSampledImage(without("mimeType")),
  }),
  "sampling-result-text": mutant("SAMPLE-018", STATELESS, {
    vice: "Writes the content of a tool result as text.",
    hooks: editSampledBlock("tool_result", set({ content: "A drink." })),
  }),
  "sampling-use-without-input": mutant("SAMPLE-018", STATELESS, {
    vice: "Repeats a tool use without its input.",
    hooks: editSampledBlock("tool_use", without("input")),
  }),
  "sampling-result-other-shape": mutant("SAMPLE-019", STATELESS, {
    vice: "Repeats the result of a tool in another shape than its outputSchema has.",
    hooks: editSampledBlock("tool_result", set({ structuredContent: { meaning: 7 } })),
  }),
  "asks-anybody": sameAs("elicitation", "SAMPLE-001"),
};
