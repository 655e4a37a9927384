import { onMethod, onParams } from "../edits.ts";
import { BOTH, type InnocentClient, STDIO } from "../mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "ids-are-texts",
    near: ["C-PROTO-002", "C-PROTO-003"],
    contexts: STDIO,
    vice: onMethod("tools/list", (message) => ({ ...message, id: "1" })),
  },
  {
    name: "empty-params",
    near: ["C-PROTO-005", "C-PAGE-002"],
    contexts: BOTH,
    vice: onParams("tools/list", (params) => params),
  },
];
