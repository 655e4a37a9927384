import { member } from "../../../src/base/json.ts";
import { answering, onMethod, onParams } from "../../clients/edits.ts";
import {
  BOTH,
  BOTH_ERAS,
  EVERYWHERE,
  MODERN,
  type NearMissClient,
  nearMiss,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";
import { UNUSUAL_SESSION } from "../../clients/unusual-sessions.ts";

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("ids-are-texts", ["C-PROTO-002", "C-PROTO-003"], STDIO).does(
    onMethod("tools/list", (message) => ({ ...message, id: "1" })),
  ),
  nearMiss("empty-params", ["C-PROTO-005", "C-PAGE-002"], BOTH).does(onParams("tools/list", (params) => params)),
  nearMiss(
    "other-ids",
    ["C-PROTO-011", "C-PROTO-012", "C-PROG-004", "C-LOG-003", "C-LOG-004"],
    EVERYWHERE,
    "odd-messages",
  ).does({
    edit: (message) => ("method" in message && "id" in message ? { ...message, id: `x-${message["id"]}` } : message),
  }),
  nearMiss("results-without-a-type", ["C-PROTO-024"], MODERN, "odd-messages").does({ capabilities: {} }),
  nearMiss("ends-on-an-error", ["C-PROTO-014"], EVERYWHERE, "surprises").does({
    stopsOn: (message) => member(message, "error") !== undefined,
  }),
  nearMiss("ends-on-an-error-without-id", ["C-PROTO-015"], BOTH_ERAS, "error-without-id").does({
    stopsOn: (message) => member(message, "error") !== undefined,
  }),
  nearMiss("escapes-every-letter", ["C-PROTO-019", "C-PROTO-020", "C-PROTO-021"], EVERYWHERE, "pieces").does({
    text: (text) =>
      text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
  }),
  nearMiss("batched-in-its-own-time", ["C-PROTO-016"], OLD_HTTP, "batched-answers").does({ opensStream: true }),
  nearMiss("does-it-in-parallel", ["C-PROTO-013", "C-PROG-003"], EVERYWHERE, "two-at-once").does({ capabilities: {} }),
  nearMiss("fails-on-unknown-results", ["C-PROTO-023"], MODERN, "unknown-result-type").does({ capabilities: {} }),
  nearMiss("reports-draft-codes", ["C-PROTO-025"], MODERN, "reserved-codes").does({ capabilities: {} }),
  nearMiss("own-error-for-half-a-request", ["C-PROTO-026"], BOTH, "malformed-requests").does(
    answering("sampling/createMessage", () => ({ error: { code: -32603, message: "no messages" } })),
  ),
  nearMiss("all-that-was-left-open", ["C-PROTO-017"], OLD_HTTP).does(UNUSUAL_SESSION),
];
