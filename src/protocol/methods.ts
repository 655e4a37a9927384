import type { Revision } from "./revision.ts";

interface MethodEntry {
  readonly sender: "client" | "server" | "both";
  readonly since: Revision;
  /** The last revision that has it. */
  readonly until?: Revision;
}

/** Every request that a revision or an official extension defines. */
export const METHODS = {
  initialize: { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "server/discover": { sender: "client", since: "2026-07-28" },
  ping: { sender: "both", since: "2024-11-05", until: "2025-11-25" },
  "tools/list": { sender: "client", since: "2024-11-05" },
  "tools/call": { sender: "client", since: "2024-11-05" },
  "resources/list": { sender: "client", since: "2024-11-05" },
  "resources/templates/list": { sender: "client", since: "2024-11-05" },
  "resources/read": { sender: "client", since: "2024-11-05" },
  "resources/subscribe": { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "resources/unsubscribe": { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "prompts/list": { sender: "client", since: "2024-11-05" },
  "prompts/get": { sender: "client", since: "2024-11-05" },
  "completion/complete": { sender: "client", since: "2024-11-05" },
  "logging/setLevel": { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "subscriptions/listen": { sender: "client", since: "2026-07-28" },
  "tasks/list": { sender: "both", since: "2025-11-25", until: "2025-11-25" },
  "tasks/get": { sender: "both", since: "2025-11-25" },
  "tasks/result": { sender: "both", since: "2025-11-25", until: "2025-11-25" },
  "tasks/cancel": { sender: "both", since: "2025-11-25" },
  "tasks/update": { sender: "client", since: "2026-07-28" },
  "roots/list": { sender: "server", since: "2024-11-05" },
  "sampling/createMessage": { sender: "server", since: "2024-11-05" },
  "elicitation/create": { sender: "server", since: "2025-06-18" },
} as const satisfies Record<string, MethodEntry>;

export type Method = keyof typeof METHODS;

type SentBy<Sender extends string> = {
  [Name in Method]: (typeof METHODS)[Name]["sender"] extends Sender | "both" ? Name : never;
}[Method];

/** The requests a client sends, and those a server sends (from 2026-07-28 as input requests). */
export type ClientMethod = SentBy<"client">;
export type ServerMethod = SentBy<"server">;

export const isMethod = (name: unknown): name is Method => typeof name === "string" && Object.hasOwn(METHODS, name);

export const CLIENT_METHODS = (Object.keys(METHODS) as Method[]).filter(
  (name): name is ClientMethod => METHODS[name].sender !== "server",
);

export const NOTIFICATIONS = {
  "notifications/initialized": { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "notifications/roots/list_changed": { sender: "client", since: "2024-11-05", until: "2025-11-25" },
  "notifications/cancelled": { sender: "both", since: "2024-11-05" },
  "notifications/progress": { sender: "both", since: "2024-11-05" },
  "notifications/message": { sender: "server", since: "2024-11-05" },
  "notifications/tools/list_changed": { sender: "server", since: "2024-11-05" },
  "notifications/prompts/list_changed": { sender: "server", since: "2024-11-05" },
  "notifications/resources/list_changed": { sender: "server", since: "2024-11-05" },
  "notifications/resources/updated": { sender: "server", since: "2024-11-05" },
  "notifications/elicitation/complete": { sender: "server", since: "2025-11-25", until: "2025-11-25" },
  "notifications/tasks/status": { sender: "both", since: "2025-11-25", until: "2025-11-25" },
  "notifications/tasks": { sender: "server", since: "2026-07-28" },
  "notifications/subscriptions/acknowledged": { sender: "server", since: "2026-07-28" },
} as const satisfies Record<string, MethodEntry>;

export type ListMethod = (typeof LIST_METHODS)[number];

export const LIST_METHODS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] as const;
