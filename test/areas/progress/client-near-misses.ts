import { stray } from "../../clients/edits.ts";
import { BOTH, type InnocentClient } from "../../clients/mutant-client.ts";

const PROGRESS = (progress: number) => ({
  ...stray("notifications/progress"),
  params: { progressToken: "sp1", progress },
});

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "progress-that-grows",
    near: ["C-PROG-005"],
    contexts: BOTH,
    scenario: "progress-wanted",
    vice: { before: { "": [PROGRESS(0), PROGRESS(0.5), PROGRESS(100)] } },
  },
];
