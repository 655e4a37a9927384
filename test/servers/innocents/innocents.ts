// Correct servers that make one unusual choice each; tables/ has one table per subject.

import type { Hooks } from "../hooks.ts";
import type { MutantOptions } from "../mutants/mutant.ts";
import type { Innocent } from "./innocent.ts";
import { ABSENCE_INNOCENTS } from "./tables/absences.ts";
import { APP_INNOCENTS } from "./tables/apps.ts";
import { ASKING_INNOCENTS } from "./tables/asking.ts";
import { AUTH_INNOCENTS } from "./tables/auth.ts";
import { CANCELLATION_INNOCENTS } from "./tables/cancellation.ts";
import { CLIENT_INNOCENTS } from "./tables/clients.ts";
import { CONTENT_INNOCENTS } from "./tables/content.ts";
import { ERROR_INNOCENTS } from "./tables/errors.ts";
import { EXTENSION_INNOCENTS } from "./tables/extensions.ts";
import { HANDSHAKE_INNOCENTS } from "./tables/handshake.ts";
import { HEADER_INNOCENTS } from "./tables/headers.ts";
import { HTTP_INNOCENTS } from "./tables/http.ts";
import { INPUT_INNOCENTS } from "./tables/input.ts";
import { LIST_INNOCENTS } from "./tables/lists.ts";
import { MEMBER_INNOCENTS } from "./tables/members.ts";
import { MESSAGE_INNOCENTS } from "./tables/messages.ts";
import { METADATA_INNOCENTS } from "./tables/metadata.ts";
import { NOTICE_INNOCENTS } from "./tables/notices.ts";
import { OFFER_INNOCENTS } from "./tables/offers.ts";
import { OTHER_METHOD_INNOCENTS } from "./tables/other-methods.ts";
import { PUBLISHED_INNOCENTS } from "./tables/published.ts";
import { REFUSAL_INNOCENTS } from "./tables/refusals.ts";
import { REPLY_INNOCENTS } from "./tables/replies.ts";
import { SHAPE_INNOCENTS } from "./tables/shapes.ts";
import { SKILL_INNOCENTS } from "./tables/skills.ts";
import { STDIO_INNOCENTS } from "./tables/stdio.ts";
import { STREAM_INNOCENTS } from "./tables/streams.ts";
import { SUBSCRIPTION_INNOCENTS } from "./tables/subscriptions.ts";
import { TASK_CHOICE_INNOCENTS } from "./tables/task-choices.ts";
import { TASK_LIFE_INNOCENTS } from "./tables/task-life.ts";
import { TASK_INNOCENTS } from "./tables/tasks.ts";
import { USER_INNOCENTS } from "./tables/users.ts";
import { UTILITY_INNOCENTS } from "./tables/utilities.ts";

export const INNOCENT_TABLES = {
  members: MEMBER_INNOCENTS,
  lists: LIST_INNOCENTS,
  content: CONTENT_INNOCENTS,
  offers: OFFER_INNOCENTS,
  absences: ABSENCE_INNOCENTS,
  errors: ERROR_INNOCENTS,
  headers: HEADER_INNOCENTS,
  refusals: REFUSAL_INNOCENTS,
  http: HTTP_INNOCENTS,
  clients: CLIENT_INNOCENTS,
  "other-methods": OTHER_METHOD_INNOCENTS,
  subscriptions: SUBSCRIPTION_INNOCENTS,
  streams: STREAM_INNOCENTS,
  auth: AUTH_INNOCENTS,
  users: USER_INNOCENTS,
  asking: ASKING_INNOCENTS,
  replies: REPLY_INNOCENTS,
  tasks: TASK_INNOCENTS,
  notices: NOTICE_INNOCENTS,
  stdio: STDIO_INNOCENTS,
  handshake: HANDSHAKE_INNOCENTS,
  messages: MESSAGE_INNOCENTS,
  cancellation: CANCELLATION_INNOCENTS,
  extensions: EXTENSION_INNOCENTS,
  skills: SKILL_INNOCENTS,
  apps: APP_INNOCENTS,
  "task-life": TASK_LIFE_INNOCENTS,
  "task-choices": TASK_CHOICE_INNOCENTS,
  published: PUBLISHED_INNOCENTS,
  utilities: UTILITY_INNOCENTS,
  shapes: SHAPE_INNOCENTS,
  input: INPUT_INNOCENTS,
  metadata: METADATA_INNOCENTS,
} as const satisfies Record<string, readonly Innocent[]>;

export type InnocentTable = keyof typeof INNOCENT_TABLES;

export const INNOCENTS: readonly Innocent[] = Object.values(INNOCENT_TABLES).flat();

// What turns the usual server into the innocent, ready to be spread into the options of a server.
export function innocentOptions(id: string): MutantOptions & { hooks: Hooks } {
  const innocent = INNOCENTS.find((one) => one.id === id);
  if (innocent === undefined) throw new Error(`There is no innocent ${id}`);
  const { hooks = {}, options } = innocent;
  return { ...options, hooks: typeof hooks === "function" ? hooks() : hooks };
}
