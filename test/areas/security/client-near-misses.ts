import { onMeta } from "../../clients/edits.ts";
import { HTTP, type InnocentClient } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "ids-of-its-own",
    near: ["C-SEC-008"],
    contexts: HTTP,
    vice: onMeta((meta) => ({ ...meta, "com.example/trace": "0af7651916cd43dd8448eb211c80319c" }), "tools/call"),
  },
];
