import { member } from "../../../src/model/json.ts";
import { onMeta, onParams, stray } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, type MutantClient } from "../../clients/mutant-client.ts";

const PROGRESS = (progress: number) => ({
  ...stray("notifications/progress"),
  params: { progressToken: "sp1", progress },
});

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "token-is-an-object",
    fails: ["C-PROG-001"],
    contexts: EVERYWHERE,
    vice: onMeta((meta) => ({ ...meta, progressToken: { callback: "f" } }), "tools/call"),
  },
  {
    name: "one-token-for-all",
    fails: ["C-PROG-002"],
    contexts: BOTH,
    scenario: "slow-call",
    vice: onParams("tools/call", (params) => ({ ...params, _meta: { progressToken: "t" } })),
  },

  {
    name: "progress-of-the-last-call",
    fails: ["C-PROG-003"],
    contexts: EVERYWHERE,
    scenario: "two-at-once",
    vice: onParams("tools/call", (params) => {
      const given = member(params, "arguments");
      return member(given, "progress") === undefined
        ? params
        : {
            ...params,
            arguments: { of: member(given, "of") ?? null, text: member(given, "text") ?? null, progress: [10] },
          };
    }),
  },
  {
    name: "dies-of-stray-progress",
    fails: ["C-PROG-004"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: { stopsOn: (message) => member(member(message, "params"), "progressToken") === "of-nobody" },
  },
  {
    name: "progress-that-stands-still",
    fails: ["C-PROG-005"],
    contexts: BOTH,
    scenario: "progress-wanted",
    vice: { before: { "": [PROGRESS(0), PROGRESS(0)] } },
  },
  {
    name: "progress-for-nobody",
    fails: ["C-PROG-005"],
    contexts: BOTH,
    scenario: "progress-wanted",
    vice: {
      before: {
        "": [{ ...stray("notifications/progress"), params: { progressToken: "sp2", progress: 1 } }],
      },
    },
  },
];
