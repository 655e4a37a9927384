import { describe, expect, it } from "vitest";
import { deriveState, waitAsked } from "../../packages/fleet/src/judge/derive-state.ts";
import { openSlots } from "../../packages/fleet/src/work/slots.ts";
import type { Capture, Exchange } from "../../src/capture/capture.ts";
import type { ServerResult } from "../../src/scores/result/result.ts";

describe("places of a worker", () => {
  it("are given to others by who has been silent, but not without end", () => {
    let now = 0;
    const slots = openSlots(2, () => now);
    const [first, second] = [slots.enter(), slots.enter()];
    expect([slots.free(), slots.running()]).toEqual([0, 2]);
    now = 5_000;
    second.stir();
    expect(slots.free()).toBe(1);
    // It answered, and is judged now: that is our own work.
    second.settle();
    now = 60_000;
    expect(slots.free()).toBe(1);
    first.stir();
    expect(slots.free()).toBe(0);
    second.leave();
    expect([slots.free(), slots.running()]).toEqual([1, 1]);
    now = 120_000;
    for (let more = 0; more < 9; more += 1) {
      now += 5_000;
      slots.enter();
    }
    now += 5_000;
    expect([slots.free(), slots.running()]).toEqual([0, 10]);
  });
});

describe("the state of a target", () => {
  const stateOf = (server: object, statuses: readonly number[] = [], headers: readonly [string, string][] = []) =>
    deriveState({ server } as unknown as ServerResult, {
      exchanges: statuses.map((status) => answer(status, headers)),
    });
  const answer = (status: number, headers: readonly [string, string][]): Exchange =>
    ({ http: { status, response_headers: headers } }) as unknown as Exchange;
  const blocked = (kind: string, reached = false): object => ({ blocked: { kind, reached }, outcome: null });

  it.each([
    ["reachable", stateOf({ outcome: "complete" })],
    ["walled", stateOf({ outcome: "auth-required" })],
    ["walled", stateOf(blocked("credentials"), [429])],
    ["rate-limited", stateOf(blocked("server-error"), [503], [["Retry-After", "5"]])],
    ["rate-limited", stateOf(blocked("no-endpoint"), [429])],
    ["dead", stateOf(blocked("server-error"), [503])],
    ["dead", stateOf(blocked("unresolved"))],
    ["dead", stateOf(blocked("unknown"))],
    ["not-mcp", stateOf(blocked("unknown", true))],
    ["hanging", stateOf(blocked("silent"))],
    ["not-mcp", stateOf({ outcome: "complete", era: { verdict: "none" } })],
  ])("is %s", (expected, found) => {
    expect(found).toBe(expected);
  });

  it("is hanging, and not dead, where the run ended while it was waited for", () => {
    const exchanges = [{ trouble: { kind: "aborted", detail: "the run ended before the answer" } }];
    expect(
      deriveState({ server: blocked("unknown") } as unknown as ServerResult, { exchanges } as unknown as Capture),
    ).toBe("hanging");
  });

  it("says for how long a host wants to be left alone, a day at most", () => {
    const waits = (status: number, value?: string): number | null =>
      waitAsked({
        started_at: "2026-11-01T00:00:00Z",
        exchanges: [answer(200, []), answer(status, value === undefined ? [] : [["retry-after", value]])],
      });
    expect(waits(429, "7")).toBe(7);
    expect(waits(503, "Sun, 01 Nov 2026 00:02:00 GMT")).toBe(120);
    expect(waits(429, "99999999")).toBe(86_400);
    expect(waits(429)).toBe(60);
    expect(waits(429, "soon")).toBe(60);
    expect([waits(503), waits(200, "7")]).toEqual([null, null]);
  });
});
