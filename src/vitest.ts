// The entry `mcptest/vitest`: importing it teaches `expect` one more matcher.
//
//   import { check } from "mcptest";
//   import "mcptest/vitest";
//   expect(await check(["node", "server.js"])).toConform();

import { expect } from "vitest";
import type { Result } from "./model/result.ts";
import { render } from "./report/render.ts";
import { conformView } from "./report/views/check/conform.ts";
import { defaultGates, type Gate, settleGate } from "./score/gate.ts";
import { parseGates } from "./score/parse-gates.ts";

export interface ConformOptions {
  /**
   * What makes the assertion fail, as in `--fail-on`: must, should, yours, tools, safety, never, tier-1…3, grade-a+…d; several in
   * a list. By default must and tools.
   */
  readonly failOn?: Gate | readonly Gate[];
}

/** What a matcher tells Vitest (and Jest). */
export interface ConformVerdict {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matcher itself, for an `expect` of your own: `expect.extend({ toConform })`. */
export const toConform = (received: unknown, { failOn }: ConformOptions = {}): ConformVerdict => {
  if (!isResult(received))
    throw new TypeError("toConform expects the result of check() or judge(); write expect(await check(target))");
  const gates = parseGates([failOn ?? defaultGates(received)].flat().join(","));
  if ("problem" in gates) throw new TypeError(`failOn: ${gates.problem}`);
  const outcome = settleGate(received, gates.gates);
  return {
    pass: outcome === "met",
    message: () => render(conformView, { result: received, gate: gates.gates.join(","), outcome }, "pretty").trimEnd(),
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
