import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { encodingOf } from "../../../judge/core/base64.ts";
import { questionFact, type ServerQuestion } from "../../../judge/core/client-questions.ts";

/** Longer histories are looked at from their beginning only. */
const MAX_MESSAGES = 500;

const messagesOf = (params: Json | undefined): readonly Json[] => {
  const messages = member(params, "messages");
  return Array.isArray(messages) ? messages.slice(0, MAX_MESSAGES) : [];
};

const blocksOf = (message: Json | undefined): readonly Json[] => {
  const content = member(message, "content");
  if (Array.isArray(content)) return content;
  return content === undefined ? [] : [content];
};

const ofType = (message: Json | undefined, type: string): readonly Json[] =>
  blocksOf(message).filter((block) => member(block, "type") === type);

/** Sampling itself, and what a client can declare beside it. */
const declaredParts = (capabilities: JsonObject): string[] => {
  const declared = member(capabilities, "sampling");
  if (declared === undefined) return [];
  const named = isJsonObject(declared) ? ["tools", "context"].filter((key) => Object.hasOwn(declared, key)) : [];
  return ["sampling", ...named];
};

const media = (params: Json | undefined): JsonObject[] =>
  messagesOf(params)
    .flatMap(blocksOf)
    .filter((block) => ["image", "audio"].includes(stringMember(block, "type") ?? ""))
    .map((block) => {
      const data = stringMember(block, "data");
      const mimeType = member(block, "mimeType");
      return {
        type: stringMember(block, "type") ?? "",
        ...(data === undefined ? {} : { encoding: encodingOf(data) }),
        ...(mimeType === undefined ? {} : { mimeType }),
      };
    });

const toolBlocks = (params: Json | undefined): Json[] =>
  messagesOf(params).flatMap((message) => [...ofType(message, "tool_use"), ...ofType(message, "tool_result")]);

const idsOf = (blocks: readonly Json[], key: string): readonly string[] =>
  blocks.map((block) => stringMember(block, key) ?? "");

/** A tool_use of the assistant without a result in the very next message, and a result for which there was no tool_use. */
const unmatched = (params: Json | undefined): string[] => {
  const messages = messagesOf(params);
  const used = new Set<string>();
  return messages.flatMap((message, index) => {
    const stray = idsOf(ofType(message, "tool_result"), "toolUseId").filter((id) => !used.has(id));
    const uses = idsOf(ofType(message, "tool_use"), "id");
    for (const id of uses) used.add(id);
    const next = messages[index + 1];
    const answers = member(next, "role") === "user" ? idsOf(ofType(next, "tool_result"), "toolUseId") : [];
    const open = member(message, "role") === "assistant" ? uses.filter((id) => !answers.includes(id)) : [];
    return [...stray, ...open];
  });
};

const describe = ({ params, declared }: ServerQuestion): JsonObject => ({
  ...(declared === undefined ? {} : { declared: declaredParts(declared) }),
  media: media(params),
  tool_blocks: toolBlocks(params),
  unmatched: unmatched(params),
});

export const samplingRequests = questionFact(
  {
    name: "sampling_requests",
    doc: "Every sampling the server asked for, as a request or in an input_required result.",
    type: "params; declared (sampling, tools, context: what the client had declared); media (type, mimeType, encoding of each image and audio block); tool_blocks (tool_use and tool_result, as sent); unmatched (ids of a tool_use without its tool_result in the next user message, or of a tool_result without a tool_use before it)",
    derived: ["declared", "media", "tool_blocks", "unmatched"],
  },
  "sampling/createMessage",
  describe,
);
