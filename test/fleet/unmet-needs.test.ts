import { expect, test } from "vitest";
import type { DerivedResult } from "../../packages/fleet/src/judge/judge-capture.ts";
import { withUnmetNeeds } from "../../packages/fleet/src/judge/unmet-needs.ts";
import type { FleetResult } from "../../packages/fleet/src/model/result.ts";
import type { FleetAddress } from "../../packages/fleet/src/model/target.ts";
import { foundResult } from "./support/fill-fleet.ts";

const judged = (different: Partial<FleetResult>, given: readonly string[] = []): DerivedResult => {
  const { at: _at, ms: _ms, capture: _capture, ...result } = foundResult(different);
  return { result, lock: null, wait: null, given };
};
const remote: FleetAddress = { kind: "http", url: "https://a.example/mcp", needs: ["X-Key"] };
const started: FleetAddress = { kind: "command", words: ["a-server"], needs: ["KEY"] };

test.each([
  ["no MCP without its header", remote, { state: "not-mcp", reason: "no-endpoint" }, [], "walled"],
  ["no MCP with it", remote, { state: "not-mcp", reason: "no-endpoint" }, ["x-key"], "not-mcp"],
  ["nobody there", remote, { state: "dead", reason: "connection-refused" }, [], "dead"],
  ["asked too often", remote, { state: "rate-limited", reason: "handshake-refused" }, [], "rate-limited"],
  ["reached without it", remote, { state: "reachable", reason: null }, [], "reachable"],
  ["ended without its variable", started, { state: "dead", reason: "exited" }, [], "walled"],
  ["ended with it", started, { state: "dead", reason: "exited" }, ["KEY"], "dead"],
  ["a program that is not there", started, { state: "dead", reason: "command-not-found" }, [], "dead"],
  ["asks for nothing", { kind: "command", words: ["a"] }, { state: "dead", reason: "exited" }, [], "dead"],
] as const)(
  "a target that is not reached without what its entry names is walled: %s",
  (_name, address, found, given, state) => {
    const { result } = withUnmetNeeds(judged(found, given), address);
    expect(result.state).toBe(state);
    if (state === "walled")
      expect(result.summary.blocked).toMatch(/^it was (?:asked|started) without .*, which its entry names: /);
  },
);
