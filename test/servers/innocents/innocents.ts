// Correct servers that make one unusual choice each; tables/ has one table per subject.

import type { Hooks } from "../hooks.ts";
import type { MutantOptions } from "../mutants/mutant.ts";
import type { Innocent } from "./innocent.ts";
import { ASKING_INNOCENTS } from "./tables/asking.ts";
import { AUTH_INNOCENTS } from "./tables/auth.ts";
import { CONTENT_INNOCENTS } from "./tables/content.ts";
import { ERROR_INNOCENTS } from "./tables/errors.ts";
import { HTTP_INNOCENTS } from "./tables/http.ts";
import { LIST_INNOCENTS } from "./tables/lists.ts";
import { MEMBER_INNOCENTS } from "./tables/members.ts";
import { NOTICE_INNOCENTS } from "./tables/notices.ts";
import { STDIO_INNOCENTS } from "./tables/stdio.ts";
import { STREAM_INNOCENTS } from "./tables/streams.ts";
import { TASK_INNOCENTS } from "./tables/tasks.ts";

export const INNOCENT_TABLES = {
  members: MEMBER_INNOCENTS,
  lists: LIST_INNOCENTS,
  content: CONTENT_INNOCENTS,
  errors: ERROR_INNOCENTS,
  http: HTTP_INNOCENTS,
  streams: STREAM_INNOCENTS,
  auth: AUTH_INNOCENTS,
  asking: ASKING_INNOCENTS,
  tasks: TASK_INNOCENTS,
  notices: NOTICE_INNOCENTS,
  stdio: STDIO_INNOCENTS,
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
