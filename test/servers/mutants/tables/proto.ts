import type { Mutant } from "../mutant.ts";

export const PROTO_MUTANTS: readonly Mutant[] = [
  {
    id: "unknown-method-code",
    vice: "Answers an unknown method with -32603.",
    hooks: { error: (error) => (error.code === -32601 ? { ...error, code: -32603 } : undefined) },
    fails: [],
  },
  {
    id: "response-twice",
    vice: "Sends every response of tools/list twice.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === "tools/list" && message.method === undefined ? [message, message] : undefined,
    },
    fails: [],
  },
  {
    id: "error-code-text",
    vice: "Writes the code of its errors as text.",
    hooks: { error: (error) => ({ ...error, code: String(error.code) }) },
    fails: [],
  },
];
