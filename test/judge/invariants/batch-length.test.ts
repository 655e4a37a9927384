import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { readTurn } from "../../../src/judge/invariants/turn.ts";

/** Counts how often anybody looks at the ids of the answers. */
const lookedAt = (length: number): number => {
  let looks = 0;
  const request = Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "tools/list" }));
  const response = Array.from(
    { length },
    (_, index): JsonObject => ({
      jsonrpc: "2.0",
      get id() {
        looks += 1;
        return length - 1 - index;
      },
      error: { code: -32601, message: "no" },
    }),
  );
  const { calls, errors } = readTurn({ request, response }, { id: "batch", index: 0 });
  expect(calls.map(({ answer }) => answer?.at)).toEqual(request.map((_, id) => `/response/${length - 1 - id}`));
  expect(errors.map(({ method }) => method)).toEqual(request.map(() => "tools/list"));
  return looks;
};

test("the cost of a batch grows with its length and not with its square", () => {
  expect(lookedAt(400) / lookedAt(100)).toBeLessThan(5);
});

test("of two answers with one id the first counts", () => {
  const answer = (result: JsonObject): JsonObject => ({ jsonrpc: "2.0", id: 1, result });
  const request = [{ jsonrpc: "2.0", id: 1, method: "ping" }];
  const { calls } = readTurn({ request, response: [answer({ a: 1 }), answer({ b: 2 })] }, { id: "batch", index: 0 });
  expect(calls[0]?.answer?.at).toBe("/response/0");
});
