// What a registry keeps about a certificate.

import { expect, test } from "vitest";
import { MOST_REGISTRY_BYTES, REGISTRY_KEY, registryRecord } from "../../src/certificate/registry-record.ts";
import { issueFor, sampleCapture } from "./make/sample-capture.ts";

const { body, text } = issueFor(sampleCapture());
const NAME = "ab".repeat(32);

test("Publishing: address, digest, grade and dates; never the envelope", () => {
  const record = registryRecord(body, NAME, "https://mcp.example.com/.well-known/mcptest/certificate.json");
  expect(record).toEqual({
    _meta: {
      [REGISTRY_KEY]: {
        mcptest: {
          certificate: "https://mcp.example.com/.well-known/mcptest/certificate.json",
          certificate_sha256: NAME,
          grade: "A",
          observed: "live",
          observed_at: "2026-03-01T12:00:00.000Z",
          expires_at: "2026-03-29T12:00:00.000Z",
        },
      },
    },
  });
  const { signature } = JSON.parse(text) as { signature: string };
  expect(JSON.stringify(record)).not.toContain(signature);
});

test("up to what a registry takes, in bytes and not in characters", () => {
  const bytesOf = (url: string): number | undefined => {
    const record = registryRecord(body, NAME, url);
    return record && Buffer.byteLength(JSON.stringify((record["_meta"] as Record<string, unknown>)[REGISTRY_KEY]));
  };
  const spare = MOST_REGISTRY_BYTES - (bytesOf("") ?? 0);
  expect(bytesOf("x".repeat(spare))).toBe(MOST_REGISTRY_BYTES);
  expect(bytesOf("x".repeat(spare + 1))).toBeUndefined();
  expect(bytesOf("é".repeat(spare / 2 + 1))).toBeUndefined();
});
