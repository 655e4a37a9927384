import { AUTHORIZATION_FACTS } from "./authorization/facts.ts";
import { CACHING_FACTS } from "./caching/facts.ts";
import { CANCELLATION_FACTS } from "./cancellation/facts.ts";
import { COMPLETION_FACTS } from "./completion/facts.ts";
import { ELICITATION_FACTS } from "./elicitation/facts.ts";
import { EXTENSIONS_FACTS } from "./extensions/facts.ts";
import type { Fact } from "./fact.ts";
import { HEADERS_FACTS } from "./headers/facts.ts";
import { HTTP_FACTS } from "./http/facts.ts";
import { INPUT_ROUNDS_FACTS } from "./input-rounds/facts.ts";
import { LIFECYCLE_FACTS } from "./lifecycle/facts.ts";
import { LOGGING_FACTS } from "./logging/facts.ts";
import { METADATA_FACTS } from "./metadata/facts.ts";
import { PAGINATION_FACTS } from "./pagination/facts.ts";
import { PING_FACTS } from "./ping/facts.ts";
import { PROGRESS_FACTS } from "./progress/facts.ts";
import { PROMPTS_FACTS } from "./prompts/facts.ts";
import { RESOURCES_FACTS } from "./resources/facts.ts";
import { ROOTS_FACTS } from "./roots/facts.ts";
import { SAMPLING_FACTS } from "./sampling/facts.ts";
import { SCHEMA_FACTS } from "./schema/facts.ts";
import { SECURITY_FACTS } from "./security/facts.ts";
import { STDIO_FACTS } from "./stdio/facts.ts";
import { SUBSCRIPTIONS_FACTS } from "./subscriptions/facts.ts";
import { TASKS_FACTS } from "./tasks/facts.ts";
import { TOOLS_FACTS } from "./tools/facts.ts";

/** Every fact, in the order of docs/facts.md. */
export const ALL_FACTS: readonly Fact[] = [
  ...LIFECYCLE_FACTS,
  ...METADATA_FACTS,
  ...HTTP_FACTS,
  ...HEADERS_FACTS,
  ...STDIO_FACTS,
  ...AUTHORIZATION_FACTS,
  ...TOOLS_FACTS,
  ...RESOURCES_FACTS,
  ...PROMPTS_FACTS,
  ...COMPLETION_FACTS,
  ...LOGGING_FACTS,
  ...PAGINATION_FACTS,
  ...PROGRESS_FACTS,
  ...CANCELLATION_FACTS,
  ...PING_FACTS,
  ...SUBSCRIPTIONS_FACTS,
  ...INPUT_ROUNDS_FACTS,
  ...CACHING_FACTS,
  ...SAMPLING_FACTS,
  ...ROOTS_FACTS,
  ...ELICITATION_FACTS,
  ...TASKS_FACTS,
  ...EXTENSIONS_FACTS,
  ...SCHEMA_FACTS,
  ...SECURITY_FACTS,
];

export const FACTS: ReadonlyMap<string, Fact> = new Map(ALL_FACTS.map((fact) => [fact.name, fact]));
