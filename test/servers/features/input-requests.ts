// The questions the server puts to its client, and the checks on the answers.

import { randomUUID } from "node:crypto";
import { isObject, type JsonObject } from "../json-rpc.ts";
import { atLeast, type Revision } from "../revisions.ts";
import { AskFailed, type InputKind, type InputRequest } from "./call.ts";
import { violations } from "./json-schema.ts";
import { PIXEL_PNG } from "./media.ts";

export const INPUT_METHODS: Record<InputKind, string> = {
  elicitation: "elicitation/create",
  link: "elicitation/create",
  sampling: "sampling/createMessage",
  "tool-sampling": "sampling/createMessage",
  roots: "roots/list",
};

// What a client must have declared, in the form -32021 reports it.
export const REQUIRED_CAPABILITIES: Record<InputKind, JsonObject> = {
  elicitation: { elicitation: { form: {} } },
  link: { elicitation: { url: {} } },
  sampling: { sampling: {} },
  "tool-sampling": { sampling: { tools: {} } },
  roots: { roots: {} },
};

// An empty elicitation capability means forms, a url-only one does not.
export function declares(capabilities: JsonObject, kind: InputKind): boolean {
  const { elicitation, sampling, roots } = capabilities;
  switch (kind) {
    case "elicitation":
      return isObject(elicitation) && (isObject(elicitation.form) || Object.keys(elicitation).length === 0);
    case "link":
      return isObject(elicitation) && isObject(elicitation.url);
    case "sampling":
      return isObject(sampling);
    case "tool-sampling":
      return isObject(sampling) && isObject(sampling.tools);
    case "roots":
      return isObject(roots);
  }
}

// What a server that does not look at capabilities asks of everybody: the kinds, but not their newer varieties.
export function isPlain(kind: InputKind): boolean {
  return kind !== "link" && kind !== "tool-sampling";
}

export function askForName(revision: Revision, message: string): InputRequest {
  return {
    kind: "elicitation",
    params: {
      ...(atLeast(revision, "2025-11-25") ? { mode: "form" } : {}),
      message,
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Name", description: "The name to greet", minLength: 1, maxLength: 80 },
          formal: { type: "boolean", title: "Formal", description: "Whether to be formal", default: false },
          email: { type: "string", title: "E-mail", description: "Where to send the greeting", format: "email" },
          ...choices(revision),
        },
        required: ["name"],
      },
    },
  };
}

// Fields with a choice; titles of their own and several selections are newer.
function choices(revision: Revision): JsonObject {
  const length = { type: "string", title: "Length", enum: ["short", "long"] };
  if (!atLeast(revision, "2025-11-25")) return { length };
  return {
    length: { ...length, default: "short" },
    mood: {
      type: "string",
      title: "Mood",
      oneOf: [
        { const: "merry", title: "Merry" },
        { const: "solemn", title: "Solemn" },
      ],
    },
    days: { type: "array", title: "Days", items: { type: "string", enum: ["today", "tomorrow"] } },
  };
}

export function askToRead(revision: Revision): InputRequest {
  return {
    kind: "link",
    params: {
      mode: "url",
      message: "Please read the house rules.",
      url: "https://example.com/house-rules",
      ...(atLeast(revision, "2026-07-28") ? {} : { elicitationId: randomUUID() }),
    },
  };
}

export function askForColour(revision: Revision, name: string): InputRequest {
  return {
    kind: "elicitation",
    params: {
      ...(atLeast(revision, "2025-11-25") ? { mode: "form" } : {}),
      message: `Which colour does ${name} like?`,
      requestedSchema: {
        type: "object",
        properties: { colour: { type: "string", title: "Colour", enum: ["red", "green", "blue"] } },
        required: ["colour"],
      },
    },
  };
}

export function askForSummary(topic: string): InputRequest {
  return {
    kind: "sampling",
    params: {
      messages: [
        { role: "user", content: { type: "text", text: `Say something about ${topic} in one sentence.` } },
        { role: "user", content: { type: "image", data: PIXEL_PNG, mimeType: "image/png" } },
      ],
      modelPreferences: { hints: [{ name: "small" }], speedPriority: 0.8, costPriority: 0.5 },
      systemPrompt: "Answer briefly.",
      includeContext: "none",
      maxTokens: 100,
    },
  };
}

// The model may look something up, and has done so once.
export function askWithTools(topic: string): InputRequest {
  return {
    kind: "tool-sampling",
    params: {
      messages: [
        { role: "user", content: { type: "text", text: `Say something about ${topic} in one sentence.` } },
        { role: "assistant", content: [{ type: "tool_use", id: "use-1", name: "look_up", input: { word: topic } }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              toolUseId: "use-1",
              content: [{ type: "text", text: "A drink." }],
              structuredContent: { meaning: "A drink." },
            },
          ],
        },
      ],
      tools: [
        {
          name: "look_up",
          description: "Looks a word up.",
          inputSchema: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
          outputSchema: { type: "object", properties: { meaning: { type: "string" } }, required: ["meaning"] },
        },
      ],
      toolChoice: { mode: "auto" },
      maxTokens: 100,
    },
  };
}

export function askForRoots(): InputRequest {
  return { kind: "roots", params: undefined };
}

// Throws AskFailed if the answer cannot be what the request asked for.
export function checkShape(request: InputRequest, answer: unknown): JsonObject {
  if (!isObject(answer)) throw new AskFailed("The answer is not an object");
  const isElicited = request.kind === "elicitation" || request.kind === "link";
  if (isElicited && !["accept", "decline", "cancel"].includes(String(answer.action))) {
    throw new AskFailed("The action is not accept, decline or cancel");
  }
  if (request.kind === "roots" && !isListOfRoots(answer.roots)) {
    throw new AskFailed("The roots are not a list of URIs");
  }
  const isSampled = request.kind === "sampling" || request.kind === "tool-sampling";
  if (isSampled && sampledText(answer) === undefined) {
    throw new AskFailed("The answer is not a sampled message");
  }
  return answer;
}

// What is wrong with the content of an accepted form; empty for everything else.
export function contentViolations(request: InputRequest, answer: JsonObject): string[] {
  const schema = request.params?.requestedSchema;
  if (request.kind !== "elicitation" || answer.action !== "accept" || !isObject(schema)) return [];
  return violations(schema, answer.content ?? null, schema, "content");
}

export function sampledText(answer: JsonObject): string | undefined {
  if (answer.role !== "assistant" && answer.role !== "user") return undefined;
  if (typeof answer.model !== "string") return undefined;
  const blocks = Array.isArray(answer.content) ? answer.content : [answer.content];
  const texts = blocks.map((block) => (isObject(block) && typeof block.text === "string" ? block.text : "(no text)"));
  return blocks.every(isObject) ? texts.join(" ") : undefined;
}

function isListOfRoots(value: unknown): boolean {
  return Array.isArray(value) && value.every((root) => isObject(root) && typeof root.uri === "string");
}
