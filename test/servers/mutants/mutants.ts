// Servers with exactly one vice each.

import type { Hooks } from "../hooks.ts";
import type { HttpServerOptions } from "../http/http-server.ts";
import { INTERNAL_ERROR, isObject, RpcError } from "../json-rpc.ts";

export interface Mutant {
  id: string;
  /** What this server does wrong, in one sentence. */
  vice: string;
  /** A function for hooks that count or remember: every server gets its own. */
  hooks: Hooks | (() => Hooks);
  /** Options without which the vice does not show. */
  options?: MutantOptions;
}

export type MutantOptions = Omit<HttpServerOptions, "era" | "port" | "hooks">;

export const MUTANTS: readonly Mutant[] = [
  {
    id: "stdout-banner",
    vice: "Writes a banner on stdout before its first message.",
    hooks: { stdoutStart: () => "Example server 1.0 ready\n" },
  },
  {
    id: "unknown-method-code",
    vice: "Answers an unknown method with -32603.",
    hooks: { error: (error) => (error.code === -32601 ? { ...error, code: -32603 } : undefined) },
  },
  {
    id: "origin-ignored",
    vice: "Serves requests from any origin.",
    hooks: { skip: ["origin"] },
  },
  {
    id: "response-twice",
    vice: "Sends every response of tools/list twice.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "tools/list" && message.method === undefined ? [message, message] : undefined,
    },
  },
  {
    id: "sse-without-data-field",
    vice: "Leaves the field name data out of its server-sent events.",
    hooks: { sseEvent: (text) => text.replaceAll("data: ", "") },
    options: { sse: true },
  },
  {
    id: "tools-unadvertised",
    vice: "Answers tools/list without having advertised tools.",
    hooks: {
      result: (result) => {
        if (!isObject(result.capabilities)) return undefined;
        const { tools, ...others } = result.capabilities;
        return { ...result, capabilities: others };
      },
    },
  },
  {
    id: "prompts-broken",
    vice: "Advertises prompts and answers every request of them with an error.",
    hooks: {
      result: (_result, { request }) => {
        if (request?.method.startsWith("prompts/")) throw new RpcError(INTERNAL_ERROR, "Out of order");
        return undefined;
      },
    },
  },
  {
    id: "tool-result-empty",
    vice: "Answers tools/call with a result that has neither content nor structuredContent.",
    hooks: {
      result: ({ content, structuredContent, ...others }, { request }) =>
        request?.method === "tools/call" ? others : undefined,
    },
  },
  {
    id: "error-code-text",
    vice: "Writes the code of its errors as text.",
    hooks: { error: (error) => ({ ...error, code: String(error.code) }) },
  },
];

// What turns the correct server into the mutant, ready to be spread into the options of a server.
export function mutantOptions(id: string): MutantOptions & { hooks: Hooks } {
  const mutant = MUTANTS.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`There is no mutant ${id}`);
  const { hooks, options } = mutant;
  return { ...options, hooks: typeof hooks === "function" ? hooks() : hooks };
}
