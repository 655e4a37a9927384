import type { Hooks } from "../../hooks.ts";
import type { Mutant } from "../mutant.ts";

const NEW = ["http/2026-07-28"] as const;

/** Gives the errors of one method another code. */
const recode = (method: string, code: number): Hooks => ({
  error: (error, { request }) => (request?.method === method && error.code === -32602 ? { ...error, code } : undefined),
});

export const PROTO_CODE_MUTANTS: readonly Mutant[] = [
  {
    id: "result-type-missing",
    vice: "Leaves resultType out of its prompts.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "prompts/get" ? { ...result, resultType: undefined } : undefined,
    },
    fails: ["PROTO-049"],
    in: NEW,
  },
  {
    id: "result-type-invented",
    vice: "Calls its prompts done in place of complete.",
    hooks: {
      result: (result, { request }) =>
        request?.method === "prompts/get" ? { ...result, resultType: "done" } : undefined,
    },
    fails: ["PROTO-050"],
    in: NEW,
  },
  {
    id: "code-in-reserved-band",
    vice: "Uses a code of its own, -32050, for unknown prompts.",
    hooks: recode("prompts/get", -32050),
    fails: ["PROTO-051"],
    in: NEW,
  },
  {
    id: "code-of-versions-misused",
    vice: "Uses the code for versions, -32022, for unknown prompts.",
    hooks: recode("prompts/get", -32022),
    fails: ["PROTO-052"],
    in: NEW,
  },
  {
    id: "code-in-legacy-band",
    vice: "Uses -32000 for unknown prompts.",
    hooks: recode("prompts/get", -32000),
    fails: ["PROTO-053"],
    in: NEW,
  },
  {
    id: "code-of-old-resources",
    vice: "Still answers a missing resource with -32002.",
    hooks: recode("resources/read", -32002),
    fails: ["PROTO-054"],
    in: NEW,
  },
  {
    id: "code-of-old-elicitation",
    vice: "Still asks for a URL elicitation with -32042.",
    hooks: { error: (error) => (error.code === -32021 ? { ...error, code: -32042 } : undefined) },
    fails: ["PROTO-055"],
    in: NEW,
  },
  {
    id: "code-in-json-rpc-block",
    vice: "Uses a code of its own, -32500, for unknown prompts.",
    hooks: recode("prompts/get", -32500),
    fails: ["PROTO-056"],
    in: NEW,
  },
];
