import { isObject, type JsonObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editCapabilities, editResult, recode, resultForError } from "./edits.ts";

const STATEFUL = ["http/2025-11-25"] as const;

const without = (value: JsonObject["any"], flag: string): JsonObject => {
  if (!isObject(value)) return {};
  const { [flag]: _, ...others } = value;
  return others;
};

/** Subscriptions and notifications about resources. */
export const RES_WATCHING_MUTANTS: readonly Mutant[] = [
  {
    id: "subscribe-refused",
    vice: "Advertises subscribe and does not know the methods for it.",
    hooks: {
      incoming: (message) => {
        if (!isObject(message) || typeof message.method !== "string") return undefined;
        return /^resources\/(un)?subscribe$/.test(message.method)
          ? { replaceWith: { ...message, method: `${message.method}_to` } }
          : undefined;
      },
    },
    fails: ["RES-015", "RES-019"],
    in: STATEFUL,
  },
  {
    id: "subscribe-unadvertised",
    vice: "Takes subscriptions without having advertised them.",
    hooks: editCapabilities((all) => ({ ...all, resources: without(all.resources, "subscribe") })),
    fails: ["RES-020"],
    in: STATEFUL,
  },
  {
    id: "updates-for-all",
    vice: "Tells of a resource that nobody subscribed to.",
    hooks: {
      outgoing: (message) =>
        message.method === "notifications/resources/updated"
          ? [message, { ...message, params: { ...(message.params as JsonObject), uri: "memo://settings" } }]
          : undefined,
    },
    fails: ["RES-017"],
  },
  {
    id: "changes-untold",
    vice: "Has a resource that is another one every time it is read, takes subscriptions to it and never tells.",
    hooks: () => {
      let reads = 0;
      return {
        ...editResult("resources/read", (result, { request }) => {
          if (request?.params.uri !== "memo://readme") return result;
          reads += 1;
          // As long as before: its size is in the list.
          const text = `# Read me\n\nThis server keeps memo${reads % 10}.\n`;
          return { ...result, contents: [{ uri: "memo://readme", mimeType: "text/markdown", text }] };
        }),
        outgoing: ({ method }) => (method === "notifications/resources/updated" ? [] : undefined),
      };
    },
    fails: ["RES-016"],
    in: ["stdio/2025-11-25", "http/2025-11-25"],
  },
  {
    id: "update-without-uri",
    vice: "Tells that some resource changed, and not which.",
    hooks: {
      outgoing: (message) => {
        if (message.method !== "notifications/resources/updated") return undefined;
        const { uri: _, ...params } = message.params as JsonObject;
        return [{ ...message, params }];
      },
    },
    fails: ["RES-018"],
  },
  {
    id: "unsubscribe-unknown",
    vice: "Knows resources/subscribe and not resources/unsubscribe.",
    hooks: {
      incoming: (message) =>
        isObject(message) && message.method === "resources/unsubscribe"
          ? { replaceWith: { ...message, method: "resources/forget" } }
          : undefined,
    },
    fails: ["RES-019"],
    in: STATEFUL,
  },
  {
    id: "list-changed-unadvertised",
    vice: "Announces changed lists without having advertised listChanged.",
    hooks: editCapabilities((all) => ({
      ...all,
      resources: without(all.resources, "listChanged"),
      prompts: without(all.prompts, "listChanged"),
    })),
    fails: ["RES-022", "PROMPT-019"],
    in: STATEFUL,
  },
  {
    id: "list-changed-camel",
    vice: "Writes the names of the list notifications in another way.",
    hooks: {
      outgoing: (message) =>
        typeof message.method === "string" && /^notifications\/(resources|prompts)\/list_changed$/.test(message.method)
          ? [{ ...message, method: message.method.replace("list_changed", "listChanged") }]
          : undefined,
    },
    fails: ["RES-023", "PROMPT-020"],
    in: STATEFUL,
  },
  {
    id: "list-changed-request",
    vice: "Sends list notifications with an id, as if they were requests.",
    hooks: {
      outgoing: (message) =>
        typeof message.method === "string" && /^notifications\/(resources|prompts)\/list_changed$/.test(message.method)
          ? [{ ...message, id: `changed-${message.method}` }]
          : undefined,
    },
    fails: ["RES-023", "PROMPT-020"],
    in: STATEFUL,
  },
  {
    id: "removed-subscribe-served",
    vice: "Still takes resources/subscribe and resources/unsubscribe.",
    hooks: resultForError(
      ({ request }) => /^resources\/(un)?subscribe$/.test(request?.method ?? ""),
      () => ({}),
    ),
    fails: ["RES-036"],
    in: ["http/2026-07-28"],
  },
  {
    id: "removed-subscribe-code",
    vice: "Refuses resources/subscribe as an invalid request.",
    hooks: recode(-32600, ({ request }) => /^resources\/(un)?subscribe$/.test(request?.method ?? "")),
    fails: ["RES-036"],
    in: ["http/2026-07-28"],
  },
];
