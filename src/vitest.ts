// The entry `mcptest/vitest`: importing it teaches `expect` one more matcher.
//
//   import { check } from "mcptest";
//   import "mcptest/vitest";
//   expect(await check(["node", "server.js"])).toConform();

import { expect } from "vitest";
import type { Result } from "./model/result.ts";
import { render } from "./report/render.ts";
import { conformView } from "./report/views/check/conform.ts";
import { GATES, type Gate, settleGate } from "./score/gate.ts";

export interface ConformOptions {
  /** What makes the assertion fail, as in `--fail-on`: must (default), should, never, tier-1…3, grade-a+…d. */
  readonly failOn?: Gate;
}

/** What a matcher tells Vitest (and Jest). */
export interface ConformVerdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matcher itself, for an `expect` of your own: `expect.extend({ toConform })`. */
export const toConform = (received: unknown, { failOn = "must" }: ConformOptions = {}): ConformVerdict => {
  if (!isResult(received))
    throw new TypeError("toConform expects the result of check() or judge(); write expect(await check(target))");
  if (!GATES.includes(failOn))
    throw new TypeError(`failOn: ${JSON.stringify(failOn)} is not a choice; use one of ${GATES.join(", ")}`);
  const outcome = settleGate(received, failOn);
  return {
    pass: outcome === "met",
    message: () => render(conformView, { result: received, gate: failOn, outcome }, "pretty").trimEnd(),
  };
};

const isResult = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && "format" in value && value.format === "mcptest-result/1";

expect.extend({ toConform });

declare module "vitest" {
  interface Matchers<T> {
    /** The server that was checked breaks nothing of the level named, and enough was seen to say so. */
    toConform(options?: ConformOptions): void;
  }
}
