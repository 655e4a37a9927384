// prompts/list and prompts/get.

import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../json-rpc.ts";
import { atLeast } from "../revisions.ts";
import type { Call } from "./call.ts";
import { askForName } from "./input-requests.ts";
import { PIXEL_PNG, SILENCE_WAV } from "./media.ts";
import { page } from "./pagination.ts";
import { shapeContent, shapePrompt } from "./shape.ts";

interface Argument {
  name: string;
  title: string;
  description: string;
  required: boolean;
}

interface Prompt {
  name: string;
  title: string;
  description(edition: number): string;
  arguments: readonly Argument[];
  messages(args: Record<string, string>, call: Call): JsonObject[] | Promise<JsonObject[]>;
}

const PAGE_SIZE = 2;

export const TONES: readonly string[] = ["cheerful", "dry", "formal", "friendly"];

const PROMPTS: readonly Prompt[] = [
  {
    name: "good_morning",
    title: "Good morning",
    description: (edition) => `Wishes a good morning (edition ${edition}).`,
    arguments: [],
    messages: () => [said("user", { type: "text", text: "Wish me a good morning." })],
  },
  {
    name: "summarise",
    title: "Summarise",
    description: () => "Asks for a summary of a topic.",
    arguments: [
      { name: "topic", title: "Topic", description: "What to summarise", required: true },
      { name: "tone", title: "Tone", description: "How to sound", required: false },
    ],
    messages: (args) => [
      said("user", { type: "text", text: `Summarise ${args.topic} in a ${args.tone ?? "friendly"} tone.` }),
      said("assistant", { type: "text", text: "Gladly." }),
    ],
  },
  {
    name: "interview",
    title: "Interview",
    description: () => "Starts an interview, by name if the client can be asked for it.",
    arguments: [{ name: "ask", title: "Ask", description: 'Set to "yes" to be asked for a name', required: false }],
    messages: async (args, call) => {
      const name = args.ask === "yes" ? await interviewee(call) : undefined;
      return [said("user", { type: "text", text: `Interview ${name ?? "me"}.` })];
    },
  },
  {
    name: "media",
    title: "Media",
    description: () => "Shows media of each kind.",
    arguments: [],
    messages: () => [
      said("user", { type: "image", data: PIXEL_PNG, mimeType: "image/png" }),
      said("user", { type: "audio", data: SILENCE_WAV, mimeType: "audio/wav" }),
      said("user", {
        type: "resource",
        resource: { uri: "memo://readme", mimeType: "text/markdown", text: "# Read me\n" },
      }),
      said("user", { type: "resource_link", uri: "memo://logo", name: "logo", mimeType: "image/png" }),
    ],
  },
];

export function listPrompts(params: JsonObject, call: Call): JsonObject {
  const { items, nextCursor } = page(call.core, "prompts", PROMPTS, PAGE_SIZE, params);
  const edition = call.core.world.editions.prompts;
  return { prompts: items.map((prompt) => shapePrompt(listed(prompt, edition), call.revision)), nextCursor };
}

export function findPrompt(name: string): Prompt | undefined {
  return PROMPTS.find((prompt) => prompt.name === name);
}

export async function getPrompt(params: JsonObject, call: Call): Promise<JsonObject> {
  if (typeof params.name !== "string") throw new RpcError(INVALID_PARAMS, "The name of the prompt is missing");
  const prompt = findPrompt(params.name);
  if (prompt === undefined) throw new RpcError(INVALID_PARAMS, `Unknown prompt: ${params.name}`);
  const args = readArguments(prompt, params, call);
  const messages = await prompt.messages(args, call);
  return {
    description: prompt.description(call.core.world.editions.prompts),
    messages: messages.map((message) => shapeMessage(message, call)),
  };
}

function readArguments(prompt: Prompt, params: JsonObject, call: Call): Record<string, string> {
  const given = params.arguments ?? {};
  if (!isObject(given)) throw new RpcError(INVALID_PARAMS, "The arguments are not an object");
  const args: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "string") args[name] = value;
    else if (call.core.checks("prompt-arguments")) {
      throw new RpcError(INVALID_PARAMS, `The argument ${name} is not a string`);
    }
  }
  const missing = prompt.arguments.find((one) => one.required && args[one.name] === undefined);
  if (missing !== undefined && call.core.checks("prompt-arguments")) {
    throw new RpcError(INVALID_PARAMS, `The argument ${missing.name} is missing`);
  }
  return args;
}

async function interviewee(call: Call): Promise<string | undefined> {
  if (!atLeast(call.revision, "2026-07-28") || !call.canAsk("elicitation")) return undefined;
  const answer = await call.ask("interviewee", askForName(call.revision, "Who is interviewed?"));
  const name = isObject(answer.content) ? answer.content.name : undefined;
  return typeof name === "string" ? name : undefined;
}

function listed(prompt: Prompt, edition: number): JsonObject {
  const { name, title } = prompt;
  const args = prompt.arguments.map((one) => ({ ...one }));
  return { name, title, description: prompt.description(edition), ...(args.length > 0 ? { arguments: args } : {}) };
}

function said(role: "user" | "assistant", content: JsonObject): JsonObject {
  return { role, content };
}

function shapeMessage(message: JsonObject, call: Call): JsonObject {
  return isObject(message.content) ? { ...message, content: shapeContent(message.content, call.revision) } : message;
}
