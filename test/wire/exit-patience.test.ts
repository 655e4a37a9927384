import { expect, test } from "vitest";
import { ExitPatience } from "../../src/wire/stdio/exit-patience.ts";

test("the first process that seems to stay gets a second look, longer on a busy machine", () => {
  const exits = new ExitPatience();
  expect(exits.usual("input-closed", 2_000)).toBe(2_000);
  const idle = exits.second("input-closed", 2_000, 1) ?? 0;
  const busy = exits.second("input-closed", 2_000, 0.4) ?? 0;
  expect(idle).toBeGreaterThan(2_000);
  expect(busy).toBeGreaterThan(idle);
  expect(exits.second("input-closed", 2_000, 0.000_1)).toBeLessThan(60_000);
});

test("what stays is not looked at twice again, for this farewell", () => {
  const exits = new ExitPatience();
  exits.stayed("input-closed");
  expect(exits.second("input-closed", 2_000, 1)).toBeUndefined();
  expect(exits.second("sigterm", 2_000, 1)).toBeDefined();
});

test("others get as long as the slowest that left, and more", () => {
  const exits = new ExitPatience();
  exits.left("input-closed", 3_000);
  exits.left("input-closed", 10);
  expect(exits.usual("input-closed", 2_000)).toBeGreaterThan(3_000);
  expect(exits.usual("sigterm", 2_000)).toBe(2_000);
});
