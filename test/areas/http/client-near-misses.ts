import { withHeader } from "../../clients/edits.ts";
import { BOTH_ERAS, HTTP, type InnocentClient } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "accepts-more",
    near: ["C-HTTP-005"],
    contexts: BOTH_ERAS,
    vice: withHeader("Accept", "text/event-stream;q=0.9, */*;q=0.1, Application/JSON"),
  },
  {
    name: "utf-8",
    near: ["C-HTTP-007"],
    contexts: BOTH_ERAS,
    vice: withHeader("Content-Type", "application/json; charset=utf-8"),
  },
  { name: "listens", near: ["C-HTTP-017", "C-HEADER-001"], contexts: HTTP, vice: { opensStream: true } },
];
