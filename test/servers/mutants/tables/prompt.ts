import { INTERNAL_ERROR, RpcError } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";

export const PROMPT_MUTANTS: readonly Mutant[] = [
  {
    id: "prompts-broken",
    vice: "Advertises prompts and answers every request of them with an error.",
    hooks: {
      result: (_result, { request }) => {
        if (request?.method.startsWith("prompts/")) throw new RpcError(INTERNAL_ERROR, "Out of order");
        return undefined;
      },
    },
    fails: [],
  },
];
