import { isJsonObject, listMember } from "../../../src/base/json.ts";
import { onParams, without } from "../../clients/edits.ts";
import { EVERYWHERE, type MutantClient, mutant, STDIO } from "../../clients/mutant-client.ts";

const COMPLETIONS = { contexts: EVERYWHERE, scenario: "completions" } as const;
const UNOFFERED = { contexts: STDIO, scenario: "tools-only" } as const;

export const MUTANTS: readonly MutantClient[] = [
  mutant("another-reference", ["C-COMPL-002"], COMPLETIONS).does(
    onParams("completion/complete", (params) => {
      const { ref } = params;
      const isPrompt = isJsonObject(ref) && ref["type"] === "ref/prompt";
      return isPrompt ? { ...params, ref: { ...ref, type: "prompt" } } : params;
    }),
  ),
  mutant("completes-without-context", ["C-COMPL-003"], COMPLETIONS).does(
    onParams("completion/complete", (params) => without(params, "context")),
  ),
  mutant("needs-a-value-to-complete", ["C-COMPL-005"], EVERYWHERE, ["neutral", "completions"]).does({
    chokesOnCompletion: (completion) => listMember(completion, "values").length === 0,
  }),
  mutant("completes-unoffered", ["C-COMPL-001", "C-LIFE-011"], UNOFFERED).does({
    after: {
      "tools/list": [
        {
          jsonrpc: "2.0",
          id: "c",
          method: "completion/complete",
          params: { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "name", value: "A" } },
        },
      ],
    },
  }),
];
