// One good certificate in the shape of those issued in public, and the ways to seal it.

import { createHash } from "node:crypto";
import { canonicalJson } from "../../../src/base/canonical.ts";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { SigningKey } from "../../../src/certificate/signing-key.ts";
import { ISSUER } from "./keys.ts";

export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

export const AT = "2026-03-10T00:00:00Z";
export const URL_OF_SAMPLE = "https://mcp.example.com/mcp";

export const criteria = (...failing: readonly string[]): JsonObject[] =>
  Array.from({ length: 10 }, (_, index) => `C${index + 1}`).map((id) => ({
    id,
    pass: !failing.includes(id),
    evidence_sha256: sha256(`evidence of ${id}`),
  }));

export const subjectOf = (url: string): JsonObject => ({ server_url: url, endpoint_sha256: sha256(url) });

/** A of version 0.2; only what public certificates carry. */
export const sampleBody = (changes: JsonObject = {}): JsonObject => ({
  standard: "agent-tool-discoverability-standard/0.2",
  spec_pins: { mcp_spec: "2025-11-25", registry_schema: "2025-12-11" },
  subject: subjectOf(URL_OF_SAMPLE),
  criteria: criteria(),
  passes: "10/10",
  grade: "A",
  honesty_cap: null,
  delivery: "verified: a read-only tool returned substantive content",
  observed_at: "2026-03-01T12:00:00.000Z",
  expires_at: "2026-03-29T12:00:00.000Z",
  issuer: "Example Observatory",
  issuer_pubkey_spki_hex: ISSUER.spki_hex,
  probe_set_sha256: sha256("the probes"),
  level: "observed",
  statement: "Observed from outside — an observation, not an endorsement.",
  note: "Made for the tests of mcptest.",
  ...changes,
});

export const without = (body: JsonObject, name: string): JsonObject => {
  const { [name]: _gone, ...rest } = body;
  return rest;
};

export const signText = (text: string, key: SigningKey = ISSUER): string =>
  Buffer.from(key.sign(Buffer.from(text, "utf8"))).toString("base64");

export const envelope = (canonical_json: string, signature: string, more: JsonObject = {}): string =>
  `${JSON.stringify({ signed_by: "mcptest-test", signature, canonical_json, ...more }, null, 2)}\n`;

/** Signs the text as it stands, canonical or not. */
export const sealText = (text: string, key: SigningKey = ISSUER): string => envelope(text, signText(text, key));

export const seal = (body: Json, key: SigningKey = ISSUER): string => sealText(canonicalJson(body), key);
