// All variants of the correct server, by the area whose rules they prove.

import type { Hooks } from "../servers/hooks.ts";
import { MUTANTS as APPS_MUTANTS } from "./apps/mutants.ts";
import { NEAR_MISSES as APPS_NEAR_MISSES } from "./apps/near-misses.ts";
import { MUTANTS as AUTHORIZATION_MUTANTS } from "./authorization/mutants/index.ts";
import { NEAR_MISSES as AUTHORIZATION_NEAR_MISSES } from "./authorization/near-misses/index.ts";
import { MUTANTS as CACHING_MUTANTS } from "./caching/mutants.ts";
import { NEAR_MISSES as CACHING_NEAR_MISSES } from "./caching/near-misses.ts";
import { MUTANTS as CANCELLATION_MUTANTS } from "./cancellation/mutants.ts";
import { NEAR_MISSES as CANCELLATION_NEAR_MISSES } from "./cancellation/near-misses.ts";
import { MUTANTS as COMPLETION_MUTANTS } from "./completion/mutants.ts";
import { NEAR_MISSES as COMPLETION_NEAR_MISSES } from "./completion/near-misses.ts";
import type { VariantOptions } from "./contexts.ts";
import { MUTANTS as DISCOVERY_MUTANTS } from "./discovery/mutants.ts";
import { NEAR_MISSES as DISCOVERY_NEAR_MISSES } from "./discovery/near-misses.ts";
import { MUTANTS as ELICITATION_MUTANTS } from "./elicitation/mutants.ts";
import { NEAR_MISSES as ELICITATION_NEAR_MISSES } from "./elicitation/near-misses.ts";
import { MUTANTS as EXTENSIONS_MUTANTS } from "./extensions/mutants.ts";
import { NEAR_MISSES as EXTENSIONS_NEAR_MISSES } from "./extensions/near-misses.ts";
import { MUTANTS as HEADERS_MUTANTS } from "./headers/mutants.ts";
import { NEAR_MISSES as HEADERS_NEAR_MISSES } from "./headers/near-misses/index.ts";
import { MUTANTS as HTTP_MUTANTS } from "./http/mutants/index.ts";
import { NEAR_MISSES as HTTP_NEAR_MISSES } from "./http/near-misses/index.ts";
import { MUTANTS as INPUT_ROUNDS_MUTANTS } from "./input-rounds/mutants.ts";
import { NEAR_MISSES as INPUT_ROUNDS_NEAR_MISSES } from "./input-rounds/near-misses.ts";
import { MUTANTS as LIFECYCLE_MUTANTS } from "./lifecycle/mutants.ts";
import { NEAR_MISSES as LIFECYCLE_NEAR_MISSES } from "./lifecycle/near-misses.ts";
import { MUTANTS as LOGGING_MUTANTS } from "./logging/mutants.ts";
import { NEAR_MISSES as LOGGING_NEAR_MISSES } from "./logging/near-misses.ts";
import { MUTANTS as MESSAGES_MUTANTS } from "./messages/mutants.ts";
import { NEAR_MISSES as MESSAGES_NEAR_MISSES } from "./messages/near-misses.ts";
import { MUTANTS as METADATA_MUTANTS } from "./metadata/mutants.ts";
import { NEAR_MISSES as METADATA_NEAR_MISSES } from "./metadata/near-misses.ts";
import { MUTANTS as PAGINATION_MUTANTS } from "./pagination/mutants.ts";
import { NEAR_MISSES as PAGINATION_NEAR_MISSES } from "./pagination/near-misses.ts";
import { MUTANTS as PING_MUTANTS } from "./ping/mutants.ts";
import { NEAR_MISSES as PING_NEAR_MISSES } from "./ping/near-misses.ts";
import { MUTANTS as PROGRESS_MUTANTS } from "./progress/mutants.ts";
import { NEAR_MISSES as PROGRESS_NEAR_MISSES } from "./progress/near-misses.ts";
import { MUTANTS as PROMPTS_MUTANTS } from "./prompts/mutants.ts";
import { NEAR_MISSES as PROMPTS_NEAR_MISSES } from "./prompts/near-misses.ts";
import { MUTANTS as RESOURCES_MUTANTS } from "./resources/mutants.ts";
import { NEAR_MISSES as RESOURCES_NEAR_MISSES } from "./resources/near-misses.ts";
import { MUTANTS as ROOTS_MUTANTS } from "./roots/mutants.ts";
import { NEAR_MISSES as ROOTS_NEAR_MISSES } from "./roots/near-misses.ts";
import { MUTANTS as SAMPLING_MUTANTS } from "./sampling/mutants.ts";
import { NEAR_MISSES as SAMPLING_NEAR_MISSES } from "./sampling/near-misses.ts";
import { MUTANTS as SCHEMA_MUTANTS } from "./schema/mutants.ts";
import { NEAR_MISSES as SCHEMA_NEAR_MISSES } from "./schema/near-misses.ts";
import { MUTANTS as SECURITY_MUTANTS } from "./security/mutants.ts";
import { NEAR_MISSES as SECURITY_NEAR_MISSES } from "./security/near-misses.ts";
import { MUTANTS as SKILLS_MUTANTS } from "./skills/mutants.ts";
import { NEAR_MISSES as SKILLS_NEAR_MISSES } from "./skills/near-misses.ts";
import { MUTANTS as STDIO_MUTANTS } from "./stdio/mutants.ts";
import { NEAR_MISSES as STDIO_NEAR_MISSES } from "./stdio/near-misses.ts";
import { MUTANTS as SUBSCRIPTIONS_MUTANTS } from "./subscriptions/mutants.ts";
import { NEAR_MISSES as SUBSCRIPTIONS_NEAR_MISSES } from "./subscriptions/near-misses.ts";
import { MUTANTS as TASKS_MUTANTS } from "./tasks/mutants/index.ts";
import { NEAR_MISSES as TASKS_NEAR_MISSES } from "./tasks/near-misses/index.ts";
import { MUTANTS as TOOLS_MUTANTS } from "./tools/mutants.ts";
import { NEAR_MISSES as TOOLS_NEAR_MISSES } from "./tools/near-misses.ts";
import type { Mutant, MutantTable, NearMiss, NearMissTable, Shared } from "./variant.ts";
import { MUTANTS as VERSIONING_MUTANTS } from "./versioning/mutants.ts";
import { NEAR_MISSES as VERSIONING_NEAR_MISSES } from "./versioning/near-misses.ts";

const TABLES = {
  apps: { mutants: APPS_MUTANTS, nearMisses: APPS_NEAR_MISSES },
  authorization: { mutants: AUTHORIZATION_MUTANTS, nearMisses: AUTHORIZATION_NEAR_MISSES },
  caching: { mutants: CACHING_MUTANTS, nearMisses: CACHING_NEAR_MISSES },
  cancellation: { mutants: CANCELLATION_MUTANTS, nearMisses: CANCELLATION_NEAR_MISSES },
  completion: { mutants: COMPLETION_MUTANTS, nearMisses: COMPLETION_NEAR_MISSES },
  discovery: { mutants: DISCOVERY_MUTANTS, nearMisses: DISCOVERY_NEAR_MISSES },
  elicitation: { mutants: ELICITATION_MUTANTS, nearMisses: ELICITATION_NEAR_MISSES },
  extensions: { mutants: EXTENSIONS_MUTANTS, nearMisses: EXTENSIONS_NEAR_MISSES },
  headers: { mutants: HEADERS_MUTANTS, nearMisses: HEADERS_NEAR_MISSES },
  http: { mutants: HTTP_MUTANTS, nearMisses: HTTP_NEAR_MISSES },
  "input-rounds": { mutants: INPUT_ROUNDS_MUTANTS, nearMisses: INPUT_ROUNDS_NEAR_MISSES },
  lifecycle: { mutants: LIFECYCLE_MUTANTS, nearMisses: LIFECYCLE_NEAR_MISSES },
  logging: { mutants: LOGGING_MUTANTS, nearMisses: LOGGING_NEAR_MISSES },
  messages: { mutants: MESSAGES_MUTANTS, nearMisses: MESSAGES_NEAR_MISSES },
  metadata: { mutants: METADATA_MUTANTS, nearMisses: METADATA_NEAR_MISSES },
  pagination: { mutants: PAGINATION_MUTANTS, nearMisses: PAGINATION_NEAR_MISSES },
  ping: { mutants: PING_MUTANTS, nearMisses: PING_NEAR_MISSES },
  progress: { mutants: PROGRESS_MUTANTS, nearMisses: PROGRESS_NEAR_MISSES },
  prompts: { mutants: PROMPTS_MUTANTS, nearMisses: PROMPTS_NEAR_MISSES },
  resources: { mutants: RESOURCES_MUTANTS, nearMisses: RESOURCES_NEAR_MISSES },
  roots: { mutants: ROOTS_MUTANTS, nearMisses: ROOTS_NEAR_MISSES },
  sampling: { mutants: SAMPLING_MUTANTS, nearMisses: SAMPLING_NEAR_MISSES },
  schema: { mutants: SCHEMA_MUTANTS, nearMisses: SCHEMA_NEAR_MISSES },
  security: { mutants: SECURITY_MUTANTS, nearMisses: SECURITY_NEAR_MISSES },
  skills: { mutants: SKILLS_MUTANTS, nearMisses: SKILLS_NEAR_MISSES },
  stdio: { mutants: STDIO_MUTANTS, nearMisses: STDIO_NEAR_MISSES },
  subscriptions: { mutants: SUBSCRIPTIONS_MUTANTS, nearMisses: SUBSCRIPTIONS_NEAR_MISSES },
  tasks: { mutants: TASKS_MUTANTS, nearMisses: TASKS_NEAR_MISSES },
  tools: { mutants: TOOLS_MUTANTS, nearMisses: TOOLS_NEAR_MISSES },
  versioning: { mutants: VERSIONING_MUTANTS, nearMisses: VERSIONING_NEAR_MISSES },
} as const satisfies Record<string, { mutants: MutantTable; nearMisses: NearMissTable }>;

export type Area = keyof typeof TABLES;

export const AREAS = Object.keys(TABLES) as readonly Area[];

interface Listed {
  id: string;
  /** The area where it is written out. */
  home: Area;
}

export type ListedMutant = Mutant & Listed;
export type ListedNearMiss = NearMiss & Listed;

const isShared = <Part>(row: object | Shared<Part>): row is Shared<Part> => "home" in row;

/** A shared row with what its home says of the variant. */
const listed = <Full extends object, Part>(
  area: Area,
  kind: "mutants" | "nearMisses",
  complete: (full: Full, part: Part) => Full,
): readonly (Full & Listed)[] =>
  Object.entries(TABLES[area][kind] as Readonly<Record<string, Full | Shared<Part>>>).map(([id, row]) => {
    if (!isShared<Part>(row)) return { ...row, id, home: area };
    const home = AREAS.find((one) => one === row.home);
    const full = home && (TABLES[home][kind] as Readonly<Record<string, Full | Shared<Part>>>)[id];
    if (home === undefined || full === undefined || isShared<Part>(full))
      throw new Error(`${area}: ${id} is not written out in ${row.home}`);
    return { ...complete(full, row.part), id, home };
  });

/** The mutants that prove the rules of an area, each with the rules of that area alone. */
export const mutantsOf = (area: Area): readonly ListedMutant[] =>
  listed<Mutant, string | readonly string[]>(area, "mutants", (mutant, fails) => ({
    ...mutant,
    fails: [fails].flat(),
  }));

/** The near-misses of the rules of an area, each with the rules of that area alone. */
export const nearMissesOf = (area: Area): readonly ListedNearMiss[] =>
  listed<NearMiss, NearMiss["closestTo"]>(area, "nearMisses", (nearMiss, closestTo) => ({ ...nearMiss, closestTo }));

/** Each mutant once, with the rules of all areas. */
export const MUTANTS: readonly ListedMutant[] = once(AREAS.flatMap(mutantsOf)).map((same) => ({
  ...same[0],
  fails: same.flatMap(({ fails }) => fails),
}));

/** Each near-miss once, with the rules of all areas. */
export const NEAR_MISSES: readonly ListedNearMiss[] = once(AREAS.flatMap(nearMissesOf)).map((same) => ({
  ...same[0],
  closestTo: Object.assign({}, ...same.map(({ closestTo }) => closestTo)),
}));

function once<Row extends Listed>(rows: readonly Row[]): readonly [Row, ...Row[]][] {
  const byId = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const same = byId.get(row.id);
    if (same === undefined) byId.set(row.id, [row]);
    else same.push(row);
  }
  return [...byId.values()];
}

/** What turns the correct server into the mutant, ready to be spread into the options of a server. */
export const mutantOptions = (id: string) => optionsOf(MUTANTS, id, "mutant");

/** What turns the usual server into the near-miss, ready to be spread into the options of a server. */
export const nearMissOptions = (id: string) => optionsOf(NEAR_MISSES, id, "near-miss");

function optionsOf(
  variants: readonly (ListedMutant | ListedNearMiss)[],
  id: string,
  kind: string,
): VariantOptions & { hooks: Hooks } {
  const variant = variants.find((one) => one.id === id);
  if (variant === undefined) throw new Error(`There is no ${kind} ${id}`);
  const { hooks = {}, options } = variant;
  return { ...options, hooks: typeof hooks === "function" ? hooks() : hooks };
}
