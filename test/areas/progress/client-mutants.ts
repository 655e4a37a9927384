import { member } from "../../../src/base/json.ts";
import { onMeta, onParams, stray } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, type MutantClient, mutant } from "../../clients/mutant-client.ts";

const PROGRESS = (progress: number) => ({
  ...stray("notifications/progress"),
  params: { progressToken: "sp1", progress },
});

export const MUTANTS: readonly MutantClient[] = [
  mutant("token-is-an-object", ["C-PROG-001"], EVERYWHERE).does(
    onMeta((meta) => ({ ...meta, progressToken: { callback: "f" } }), "tools/call"),
  ),
  mutant("one-token-for-all", ["C-PROG-002"], BOTH, "slow-call").does(
    onParams("tools/call", (params) => ({ ...params, _meta: { progressToken: "t" } })),
  ),
  mutant("progress-of-the-last-call", ["C-PROG-003"], EVERYWHERE, "two-at-once").does(
    onParams("tools/call", (params) => {
      const given = member(params, "arguments");
      return member(given, "progress") === undefined
        ? params
        : {
            ...params,
            arguments: { of: member(given, "of") ?? null, text: member(given, "text") ?? null, progress: [10] },
          };
    }),
  ),
  mutant("dies-of-stray-progress", ["C-PROG-004"], EVERYWHERE, "odd-messages").does({
    stopsOn: (message) => member(member(message, "params"), "progressToken") === "of-nobody",
  }),
  mutant("progress-that-stands-still", ["C-PROG-005"], BOTH, "progress-wanted").does({
    before: { "": [PROGRESS(0), PROGRESS(0)] },
  }),
  mutant("progress-for-nobody", ["C-PROG-005"], BOTH, "progress-wanted").does({
    before: { "": [{ ...stray("notifications/progress"), params: { progressToken: "sp2", progress: 1 } }] },
  }),
];
