// Servers with exactly one vice each; tables/ has one table per area of the rules.

import type { Hooks } from "../hooks.ts";
import type { Mutant, MutantOptions } from "./mutant.ts";
import { APP_MUTANTS } from "./tables/app.ts";
import { AUTH_MUTANTS } from "./tables/auth.ts";
import { CACHE_MUTANTS } from "./tables/cache.ts";
import { CANCEL_MUTANTS } from "./tables/cancel.ts";
import { COMPL_MUTANTS } from "./tables/compl.ts";
import { DISC_MUTANTS } from "./tables/disc.ts";
import { ELICIT_MUTANTS } from "./tables/elicit.ts";
import { EXT_MUTANTS } from "./tables/ext.ts";
import { HEADER_MUTANTS } from "./tables/header.ts";
import { HTTP_MUTANTS } from "./tables/http.ts";
import { LOG_MUTANTS } from "./tables/log.ts";
import { META_MUTANTS } from "./tables/meta.ts";
import { MRTR_MUTANTS } from "./tables/mrtr.ts";
import { PAGE_MUTANTS } from "./tables/page.ts";
import { PING_MUTANTS } from "./tables/ping.ts";
import { PROG_MUTANTS } from "./tables/prog.ts";
import { PROMPT_MUTANTS } from "./tables/prompt.ts";
import { PROTO_MUTANTS } from "./tables/proto.ts";
import { RES_MUTANTS } from "./tables/res.ts";
import { RESTPL_MUTANTS } from "./tables/restpl.ts";
import { ROOTS_MUTANTS } from "./tables/roots.ts";
import { SAMPLE_MUTANTS } from "./tables/sample.ts";
import { SCHEMA_MUTANTS } from "./tables/schema.ts";
import { SEC_MUTANTS } from "./tables/sec.ts";
import { SKILL_MUTANTS } from "./tables/skill.ts";
import { STDIO_MUTANTS } from "./tables/stdio.ts";
import { SUBS_MUTANTS } from "./tables/subs.ts";
import { TASK_MUTANTS } from "./tables/task.ts";
import { TOOL_MUTANTS } from "./tables/tool.ts";

export const MUTANT_TABLES = {
  proto: PROTO_MUTANTS,
  meta: META_MUTANTS,
  disc: DISC_MUTANTS,
  http: HTTP_MUTANTS,
  header: HEADER_MUTANTS,
  stdio: STDIO_MUTANTS,
  auth: AUTH_MUTANTS,
  tool: TOOL_MUTANTS,
  res: RES_MUTANTS,
  restpl: RESTPL_MUTANTS,
  prompt: PROMPT_MUTANTS,
  compl: COMPL_MUTANTS,
  log: LOG_MUTANTS,
  page: PAGE_MUTANTS,
  prog: PROG_MUTANTS,
  cancel: CANCEL_MUTANTS,
  ping: PING_MUTANTS,
  subs: SUBS_MUTANTS,
  mrtr: MRTR_MUTANTS,
  cache: CACHE_MUTANTS,
  sample: SAMPLE_MUTANTS,
  roots: ROOTS_MUTANTS,
  elicit: ELICIT_MUTANTS,
  task: TASK_MUTANTS,
  ext: EXT_MUTANTS,
  skill: SKILL_MUTANTS,
  app: APP_MUTANTS,
  schema: SCHEMA_MUTANTS,
  sec: SEC_MUTANTS,
} as const satisfies Record<string, readonly Mutant[]>;

export type Area = keyof typeof MUTANT_TABLES;

export const MUTANTS: readonly Mutant[] = Object.values(MUTANT_TABLES).flat();

// What turns the correct server into the mutant, ready to be spread into the options of a server.
export function mutantOptions(id: string): MutantOptions & { hooks: Hooks } {
  const mutant = MUTANTS.find((one) => one.id === id);
  if (mutant === undefined) throw new Error(`There is no mutant ${id}`);
  const { hooks, options } = mutant;
  return { ...options, hooks: typeof hooks === "function" ? hooks() : hooks };
}
