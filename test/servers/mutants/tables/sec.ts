import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { bearerOf, challenge, document, OLDER, pretend, RESOURCE, walled } from "./auth-bends.ts";
import { SEC_USER_MUTANTS } from "./other-users.ts";

/** Bends the text of every message of a prompt. */
const promptText = (bend: (text: string) => string): Hooks => ({
  result: (result, { request }) =>
    request?.method === "prompts/get" && Array.isArray(result.messages)
      ? { ...result, messages: result.messages.map((message) => bendText(message, bend)) }
      : undefined,
});

const bendText = (message: JsonValue, bend: (text: string) => string): JsonValue => {
  if (!isObject(message) || !isObject(message.content) || typeof message.content.text !== "string") return message;
  return { ...message, content: { ...message.content, text: bend(message.content.text) } };
};

const clientName = (params: JsonValue | undefined): JsonValue | undefined => {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : {};
  const info = meta["io.modelcontextprotocol/clientInfo"];
  return isObject(info) ? info.name : undefined;
};

const ADMIN_TOOL: JsonObject = {
  name: "erase_everything",
  description: "Erases every note.",
  inputSchema: { type: "object" },
};

const OUTPUT_BROKEN = "Output validation error: the tool has an output schema but returned no structured content";

export const SEC_MUTANTS: readonly Mutant[] = [
  ...SEC_USER_MUTANTS,
  {
    id: "sec-arguments-unchecked",
    vice: "Runs tools with whatever arguments it is given.",
    hooks: { skip: ["tool-arguments"] },
    fails: ["SEC-001"],
  },
  {
    id: "sec-output-checked-only",
    vice: "Runs tools with whatever arguments it is given, and complains of what they return.",
    // As SDKs do that look at what a tool returns: it is one with an outputSchema that they complain of.
    hooks: {
      skip: ["tool-arguments"],
      result: (result, { request }) => {
        if (request?.method !== "tools/call" || !isObject(result.structuredContent)) return undefined;
        if (isObject(request.params.arguments) && Object.values(request.params.arguments).some(isObject))
          throw new RpcError(-32602, OUTPUT_BROKEN);
        return undefined;
      },
    },
    fails: ["SEC-001"],
  },
  {
    id: "sec-prompt-template",
    vice: "Works out template expressions in the arguments of a prompt.",
    hooks: promptText((text) => text.replace("{{4321*1234}}", String(4321 * 1234))),
    fails: ["SEC-005"],
  },
  {
    id: "sec-prompt-file",
    vice: "Opens file addresses in the arguments of a prompt.",
    hooks: promptText((text) => text.replace("file:///etc/passwd", "root:x:0:0:root:/root:/bin/sh")),
    fails: ["SEC-005"],
  },
  {
    id: "sec-session-counter",
    vice: "Counts its sessions.",
    hooks: () => {
      let count = 1000;
      return { sessionId: () => `session-${++count}` };
    },
    fails: ["SEC-008"],
    in: OLDER,
  },
  {
    id: "sec-scope-for-everything",
    vice: "Asks for a scope that allows everything.",
    hooks: challenge((text) => text.replace(/scope="[^"]*"/, 'scope="*"')),
    options: walled,
    fails: ["SEC-012"],
  },
  {
    id: "sec-scope-all-listed",
    vice: "Lists a scope that allows everything.",
    hooks: document(RESOURCE, (found) => ({ ...found, scopes_supported: ["notes:read", "full-access"] })),
    options: walled,
    fails: ["SEC-012"],
  },
  {
    id: "sec-admin-by-name",
    vice: "Lists more tools to a client that calls itself admin.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "tools/list" && Array.isArray(result.tools) && clientName(request.params) === "admin"
          ? { ...result, tools: [...result.tools, ADMIN_TOOL] }
          : undefined,
    },
    fails: ["SEC-015"],
    in: ["http/2026-07-28"],
  },
  {
    id: "sec-list-without-token",
    vice: "Forgets to ask for a token where prompts are listed.",
    hooks: pretend(({ request, body }) => bearerOf(request) === undefined && body.includes('"prompts/list"')),
    options: walled,
    fails: ["SEC-017"],
    in: ["http/2026-07-28"],
  },
];
