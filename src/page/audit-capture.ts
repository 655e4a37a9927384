import { canonicalOrNull } from "../certificate/evidence-hashes.ts";
import { encodeHex } from "../certificate/verify/encodings.ts";
import { judgeCriteria } from "../judge/criteria/judge-criteria.ts";
import type { Capture } from "../model/capture.ts";
import { type Audit, STANDARD_NAME, type StandardVersion } from "../model/discoverability.ts";
import type { Json } from "../model/json.ts";
import { gradeDiscoverability, HONESTY_CAP } from "../score/discoverability.ts";
import { sha256 } from "./sha256.ts";

export const sha256Hex = (text: string): string => encodeHex(sha256(new TextEncoder().encode(text)));

const digest = (value: Json): string | null => {
  const text = canonicalOrNull(value);
  return text === null ? null : sha256Hex(text);
};

/** What `mcptest audit` finds in a capture, with digests made here: in a page there is no node:crypto. */
export const auditCapture = (capture: Capture, version: StandardVersion, tool: Audit["tool"]): Audit => {
  const judged = judgeCriteria(capture, version, digest);
  const passes = judged.criteria.filter(({ pass }) => pass).length;
  const verified = judged.delivery.state === "verified";
  const { reader_notes: notes, closed: _closed, ...said } = capture;
  return {
    format: "mcptest-audit/1",
    tool,
    target: capture.server_label,
    server: {
      info: capture.server_info ?? null,
      transport: capture.transport ?? null,
      outcome: capture.outcome ?? null,
    },
    observed_at: capture.started_at ?? null,
    discoverability: {
      standard: { name: STANDARD_NAME, version },
      ...judged,
      passes,
      grade: gradeDiscoverability(passes, verified, version),
      honesty_cap: verified ? null : HONESTY_CAP,
    },
    // The page shows what is in the capture itself.
    exchanges: [],
    capture_sha256: digest(said as unknown as Json),
    notes: notes ?? [],
  };
};
