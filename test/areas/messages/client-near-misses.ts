import { member } from "../../../src/model/json.ts";
import { answering, onMethod, onParams } from "../../clients/edits.ts";
import {
  BOTH,
  BOTH_ERAS,
  EVERYWHERE,
  type InnocentClient,
  MODERN,
  OLD_HTTP,
  STDIO,
} from "../../clients/mutant-client.ts";

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

  {
    name: "other-ids",
    near: ["C-PROTO-011", "C-PROTO-012", "C-PROG-004", "C-LOG-003", "C-LOG-004"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: {
      edit: (message) => ("method" in message && "id" in message ? { ...message, id: `x-${message["id"]}` } : message),
    },
  },
  {
    name: "results-without-a-type",
    near: ["C-PROTO-024"],
    contexts: MODERN,
    scenario: "odd-messages",
    vice: { capabilities: {} },
  },
  {
    name: "ends-on-an-error",
    near: ["C-PROTO-014"],
    contexts: EVERYWHERE,
    scenario: "surprises",
    vice: { stopsOn: (message) => member(message, "error") !== undefined },
  },
  {
    name: "ends-on-an-error-without-id",
    near: ["C-PROTO-015"],
    contexts: BOTH_ERAS,
    scenario: "error-without-id",
    vice: { stopsOn: (message) => member(message, "error") !== undefined },
  },
  {
    name: "escapes-every-letter",
    near: ["C-PROTO-019", "C-PROTO-020", "C-PROTO-021"],
    contexts: EVERYWHERE,
    scenario: "pieces",
    vice: {
      text: (text) =>
        text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`),
    },
  },
  {
    name: "batched-in-its-own-time",
    near: ["C-PROTO-016"],
    contexts: OLD_HTTP,
    scenario: "batched-answers",
    vice: { opensStream: true },
  },
  {
    name: "does-it-in-parallel",
    near: ["C-PROTO-013", "C-PROG-003"],
    contexts: EVERYWHERE,
    scenario: "two-at-once",
    vice: { capabilities: {} },
  },
  {
    name: "fails-on-unknown-results",
    near: ["C-PROTO-023"],
    contexts: MODERN,
    scenario: "unknown-result-type",
    vice: { capabilities: {} },
  },
  {
    name: "reports-draft-codes",
    near: ["C-PROTO-025"],
    contexts: MODERN,
    scenario: "reserved-codes",
    vice: { capabilities: {} },
  },
  {
    name: "own-error-for-half-a-request",
    near: ["C-PROTO-026"],
    contexts: BOTH,
    scenario: "malformed-requests",
    vice: answering("sampling/createMessage", () => ({ error: { code: -32603, message: "no messages" } })),
  },
];
