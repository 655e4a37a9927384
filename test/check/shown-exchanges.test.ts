import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import type { Exchange } from "../../src/capture/capture.ts";
import { digestOf } from "../../src/capture/digest.ts";
import { cutExchange, shownExchanges } from "../../src/scores/result/shown-exchanges.ts";

const long = "é".repeat(20_000);
const big: Exchange = {
  id: "main/1",
  step: "tools/list",
  request: { method: "tools/list" },
  response: { result: { text: long } },
  meanwhile: Array.from({ length: 50 }, (_, seq) => ({ seq, at_ms: 1, message: { text: long } })),
  http: {
    method: "POST",
    request_headers: Array.from({ length: 40 }, (_, index) => [`X-${index}`, long] as const),
    response_headers: [["a", long]],
    body: { encoding: "base64", data: "QUJD".repeat(9_000) },
  },
};

describe("exchanges of a result", () => {
  test("at most 4 KB each, with the digest of the whole", () => {
    const [shown] = shownExchanges({ exchanges: [big] }, [{ evidence: [{ exchange: "main/1", pointer: "" }] }]);
    const { sha256, ...exchange } = shown ?? {};
    expect(sha256).toBe(digestOf(big as unknown as Json));
    expect(JSON.stringify(exchange).length).toBeLessThanOrEqual(4_096);
    expect(exchange.response).toBeUndefined();
    expect(exchange.response_raw?.cut_from).toBe(Buffer.byteLength(JSON.stringify(big.response)));
    expect(exchange.request).toEqual(big.request);
  });

  test("what is small stays as it is; what no evidence names is left out; without an id the place is kept", () => {
    const small: Exchange = { request: { method: "ping" }, response: { result: {} } };
    const shown = shownExchanges({ exchanges: [small, small] }, [
      { evidence: [{ exchange: 1, pointer: "/response" }] },
    ]);
    expect(shown).toEqual([{ ...small, index: 1, sha256: digestOf(small as unknown as Json) }]);
  });

  test("whatever is in it, it is cut small and stays JSON", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ stringUnit: "binary", maxDepth: 2 }),
        fc.string({ unit: "binary", maxLength: 500 }),
        (value, text) => {
          const cut = cutExchange({
            id: "a",
            request: value as Json,
            response: { text: `${text}${"\u{1f600}".repeat(3_000)}` },
          });
          expect(JSON.stringify(cut).length).toBeLessThanOrEqual(4_096);
          expect(cut.response_raw?.data).not.toMatch(/[\ud800-\udbff]$/);
        },
      ),
      { numRuns: 15 },
    );
  });
});
