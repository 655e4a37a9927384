import type { Header } from "../../src/base/header.ts";

/** Secrets that are handed to every server under test and must be found in no capture. */
export const CANARY = {
  bearer: "canary-bearer-5f1c7d20",
  header: "canary-header-9ab3e846",
  env: "canary-env-c02d91f7",
} as const;

export const CANARY_HEADERS: readonly Header[] = [
  ["Authorization", `Bearer ${CANARY.bearer}`],
  ["X-Canary", CANARY.header],
];
