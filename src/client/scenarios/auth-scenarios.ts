import type { Scenario } from "../scenario.ts";
import { AUTH_DISCOVERY } from "./auth-discovery.ts";
import { AUTH_EXTENSIONS } from "./auth-extensions.ts";
import { AUTH_FLOW } from "./auth-flow.ts";
import { AUTH_TOKENS } from "./auth-tokens.ts";

/** Everything about signing in. */
export const AUTH_SCENARIOS: readonly Scenario[] = [
  ...AUTH_DISCOVERY,
  ...AUTH_FLOW,
  ...AUTH_TOKENS,
  ...AUTH_EXTENSIONS,
];
