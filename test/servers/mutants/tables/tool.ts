import { isObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";

export const TOOL_MUTANTS: readonly Mutant[] = [
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
    fails: [],
  },
  {
    id: "tool-result-empty",
    vice: "Answers tools/call with a result that has neither content nor structuredContent.",
    hooks: {
      result: ({ content, structuredContent, ...others }, { request }) =>
        request?.method === "tools/call" ? others : undefined,
    },
    fails: [],
  },
];
