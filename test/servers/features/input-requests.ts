// The questions the server puts to its client, and the checks on the answers.

import { isObject, type JsonObject } from "../json-rpc.ts";
import { atLeast, type Revision } from "../revisions.ts";
import { AskFailed, type InputKind, type InputRequest } from "./call.ts";
import { violations } from "./json-schema.ts";

export const INPUT_METHODS: Record<InputKind, string> = {
  elicitation: "elicitation/create",
  sampling: "sampling/createMessage",
  roots: "roots/list",
};

// What a client must have declared, in the form -32021 reports it.
export const REQUIRED_CAPABILITIES: Record<InputKind, JsonObject> = {
  elicitation: { elicitation: { form: {} } },
  sampling: { sampling: {} },
  roots: { roots: {} },
};

// We only ask with forms: an empty elicitation capability means forms, a url-only one does not.
export function declares(capabilities: JsonObject, kind: InputKind): boolean {
  const declared = capabilities[kind];
  if (!isObject(declared)) return false;
  if (kind !== "elicitation") return true;
  return isObject(declared.form) || Object.keys(declared).length === 0;
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
        },
        required: ["name"],
      },
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
      messages: [{ role: "user", content: { type: "text", text: `Say something about ${topic} in one sentence.` } }],
      modelPreferences: { hints: [{ name: "small" }], speedPriority: 0.8, costPriority: 0.5 },
      systemPrompt: "Answer briefly.",
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
  if (request.kind === "elicitation" && !["accept", "decline", "cancel"].includes(String(answer.action))) {
    throw new AskFailed("The action is not accept, decline or cancel");
  }
  if (request.kind === "roots" && !isListOfRoots(answer.roots)) {
    throw new AskFailed("The roots are not a list of URIs");
  }
  if (request.kind === "sampling" && sampledText(answer) === undefined) {
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
