import { isJsonObject } from "../../../src/base/json.ts";
import { TASKS_EXTENSION } from "../../../src/protocol/meta-keys.ts";
import { answering, onParams } from "../edits.ts";
import {
  BOTH,
  EVERYWHERE,
  HTTP,
  type InnocentClient,
  MODERN,
  MODERN_HTTP,
  MODERN_STDIO,
  STDIO,
} from "../mutant-client.ts";
import type { HeaderPair, Vice } from "../small-client/vice.ts";

const LOWER_CASE: Vice = {
  headers: (headers) => headers.map(([name, value]): HeaderPair => [name.toLowerCase(), value]),
};

/** A client with tasks of its own. */
const WORK = { sampling: {}, tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } } };

/** Correct clients in what servers offer and ask: each makes the choice that comes nearest to failing. */
export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "declares-the-least",
    near: ["C-ELICIT-001", "C-ROOTS-001", "C-SAMPLE-001"],
    contexts: BOTH,
    scenario: "client-features",
    vice: { capabilities: { roots: {}, sampling: {}, elicitation: {} } },
  },
  {
    // As a client without the feature may: it has no one to ask.
    name: "declines-without-declaring",
    near: [],
    spared: ["C-ELICIT-001", "C-ELICIT-008"],
    contexts: BOTH,
    scenario: "client-features",
    vice: answering("elicitation/create", () => ({ action: "decline" }), { roots: {}, sampling: {} }),
  },
  {
    name: "answers-with-a-picture",
    near: ["C-SAMPLE-002", "C-SAMPLE-003"],
    contexts: BOTH,
    scenario: "client-features",
    vice: answering("sampling/createMessage", () => ({
      ...{ role: "user", model: "", stopReason: "because", _meta: {} },
      content: { type: "image", data: "AA==", mimeType: "image/png" },
    })),
  },
  { name: "samples-during-calls", near: ["C-SAMPLE-004"], contexts: BOTH, scenario: "sampling-requests", vice: {} },
  { name: "refuses-half-a-history", near: ["C-SAMPLE-008"], contexts: STDIO, scenario: "sampling-tools", vice: {} },
  {
    name: "samples-in-rounds",
    near: ["C-SAMPLE-010", "C-SAMPLE-011", "C-SAMPLE-015"],
    contexts: MODERN_STDIO,
    scenario: "sampling-rounds",
    vice: {},
  },
  { name: "chooses-the-second", near: ["C-ELICIT-011"], contexts: BOTH, scenario: "elicitation-choices", vice: {} },
  {
    name: "roots-that-change",
    near: ["C-ROOTS-006", "C-ROOTS-007"],
    contexts: BOTH,
    scenario: "roots-changes",
    vice: { capabilities: { roots: { listChanged: true } } },
  },
  { name: "roots-change-in-silence", near: ["C-ROOTS-009"], contexts: MODERN, scenario: "roots-changes", vice: {} },
  {
    name: "keeps-calls-that-others-cancel",
    near: ["C-CANCEL-006"],
    contexts: BOTH,
    scenario: "odd-cancellations",
    vice: { capabilities: {} },
  },
  {
    name: "rounds-with-other-ids",
    near: ["C-MRTR-007"],
    contexts: MODERN,
    scenario: "input-rounds",
    vice: {
      edit: (message) => ("id" in message && "method" in message ? { ...message, id: `r${message["id"]}` } : message),
    },
  },
  {
    name: "names-in-lower-case-headers",
    near: ["C-HEADER-008", "C-HEADER-009"],
    contexts: MODERN_HTTP,
    scenario: "odd-names",
    vice: LOWER_CASE,
  },
  {
    name: "values-in-lower-case-headers",
    near: ["C-HEADER-015", "C-HEADER-016", "C-HEADER-017", "C-HEADER-020"],
    contexts: MODERN_HTTP,
    scenario: "param-headers",
    vice: LOWER_CASE,
  },
  {
    name: "leaves-faulty-tools-out",
    near: [
      ...["C-HEADER-021", "C-HEADER-022", "C-HEADER-023", "C-HEADER-024", "C-HEADER-025", "C-HEADER-026"],
      "C-HEADER-027",
    ],
    contexts: MODERN_HTTP,
    scenario: "invalid-param-headers",
    vice: LOWER_CASE,
  },
  {
    name: "listens-and-reads-again",
    near: [
      "C-SUBS-001",
      "C-SUBS-002",
      "C-SUBS-006",
      "C-SUBS-007",
      "C-SUBS-008",
      "C-TOOL-004",
      "C-PROMPT-004",
      "C-RES-007",
    ],
    contexts: MODERN_HTTP,
    scenario: ["neutral-stateless", "subscriptions", "subscription-ends", "changing-lists"],
    vice: {},
  },
  {
    name: "pages-of-prompts",
    near: ["C-PROMPT-003"],
    contexts: EVERYWHERE,
    scenario: "three-pages",
    vice: onParams("prompts/list", (params) => ({ ...params })),
  },
  {
    name: "empty-cursor",
    near: ["C-PAGE-002"],
    contexts: EVERYWHERE,
    vice: onParams("prompts/list", (params) => ({ ...params, cursor: "" })),
  },
  {
    name: "completes-an-address",
    near: ["C-COMPL-002", "C-COMPL-003", "C-COMPL-005"],
    contexts: EVERYWHERE,
    scenario: ["neutral", "completions"],
    vice: onParams("completion/complete", (params) => {
      const { ref } = params;
      const isResource = isJsonObject(ref) && ref["type"] === "ref/resource";
      return isResource ? { ...params, ref: { ...ref, uri: "test://notes/1" } } : params;
    }),
  },
  {
    name: "calls-by-name",
    near: ["C-TOOL-003"],
    contexts: EVERYWHERE,
    scenario: "odd-tool-names",
    vice: onParams("tools/call", (params) => ({ arguments: {}, ...params })),
  },
  {
    name: "survives-what-comes-later",
    near: ["C-TOOL-007", "C-TOOL-011"],
    contexts: EVERYWHERE,
    scenario: "odd-results",
    vice: { capabilities: {} },
  },
  {
    name: "checks-by-schema",
    near: ["C-TOOL-008", "C-SCHEMA-001", "C-SCHEMA-002"],
    contexts: EVERYWHERE,
    scenario: ["output-schemas", "schema-dialects"],
    vice: { capabilities: {} },
  },
  {
    name: "structures-of-every-type",
    near: ["C-TOOL-009"],
    contexts: MODERN,
    scenario: "typed-results",
    vice: { capabilities: {} },
  },
  {
    name: "refuses-what-it-cannot-resolve",
    near: ["C-SCHEMA-003", "C-SCHEMA-004", "C-SCHEMA-005"],
    contexts: MODERN_HTTP,
    scenario: ["neutral-stateless", "output-schemas", "remote-references", "hostile-schemas"],
    vice: { capabilities: {} },
  },
  {
    name: "expands-in-lower-case",
    near: ["C-RES-001", "C-RES-002", "C-RES-003"],
    contexts: EVERYWHERE,
    scenario: "odd-resources",
    // The digits of an encoded letter may be of either size.
    vice: onParams("resources/read", (params) => ({
      ...params,
      uri: String(params["uri"]).replace(/^test:\/\/files\/.*/, (uri) =>
        uri.replace(/%[\dA-F]{2}/g, (one) => one.toLowerCase()),
      ),
    })),
  },
  {
    name: "negative-is-nothing",
    near: ["C-CACHE-006"],
    contexts: MODERN_HTTP,
    scenario: "short-lived-lists",
    vice: {},
  },
  { name: "answers-for-its-task", near: ["C-TASK-010"], contexts: BOTH, scenario: "asking-task", vice: {} },
  { name: "answers-on-any-stream", near: ["C-TASK-013"], contexts: HTTP, scenario: "asking-task", vice: {} },
  { name: "has-no-tasks", near: ["C-TASK-016"], contexts: BOTH, scenario: "client-tasks", vice: {} },
  {
    name: "has-tasks-of-its-own",
    near: [
      ...["C-TASK-015", "C-TASK-017", "C-TASK-018", "C-TASK-019", "C-TASK-020", "C-TASK-021", "C-TASK-022"],
      "C-TASK-023",
    ],
    contexts: BOTH,
    scenario: "client-task-work",
    vice: {
      capabilities: WORK,
      // Without an end, and in another zone.
      ownTasks: {
        change: (_, answer) =>
          "createdAt" in answer ? { ...answer, ttl: null, createdAt: "2025-11-25T12:30:00.5+02:00" } : answer,
      },
    },
  },
  {
    name: "leaves-a-task-to-itself",
    near: ["C-TASK-011"],
    spared: ["C-TASK-014"],
    contexts: STDIO,
    scenario: ["server-tasks", "cancelled-task"],
    vice: { tasks: { cancelsBy: "nothing" } },
  },
  {
    name: "leaves-a-handle-to-itself",
    near: ["C-TASK-024", "C-TASK-032", "C-TASK-033"],
    spared: ["C-TASK-014"],
    contexts: MODERN_HTTP,
    scenario: "task-handles",
    vice: { capabilities: { elicitation: {}, extensions: { [TASKS_EXTENSION]: {} } }, tasks: { cancelsBy: "nothing" } },
  },
];
