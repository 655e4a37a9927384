// Certificates of mcptest's own making, held against the capture they were issued for.

import type { JsonObject } from "../../../src/base/json.ts";
import type { Capture } from "../../../src/capture/capture.ts";
import { bad, type Case, good } from "./case.ts";
import { ISSUER } from "./keys.ts";
import { sampleBody, seal, sha256, subjectOf } from "./sample.ts";
import { issueFor, sampleCapture } from "./sample-capture.ts";

const asJson = (capture: Capture): JsonObject => capture as unknown as JsonObject;

const CAPTURE = sampleCapture();
const capture = asJson(CAPTURE);
const { text: ISSUED, body } = issueFor(CAPTURE);
const BODY = body as unknown as JsonObject;

/** The issuer signs something else than what the capture shows. */
const lying = (changes: JsonObject): string => seal({ ...BODY, ...changes }, ISSUER);

/** Without a read-only hint and with two words for a description. */
const POOR = sampleCapture({}, [
  { name: "go", description: "Does it.", inputSchema: { type: "object", properties: {} } },
]);

const POOR_BODY = issueFor(POOR).body as unknown as JsonObject;

const allPassing = (from: JsonObject): JsonObject[] =>
  (from["criteria"] as JsonObject[]).map((one) => ({ ...one, pass: true }));

const certified = BODY["criteria"] as JsonObject[];

export const CAPTURE_CASES: readonly Case[] = [
  good(
    "capture",
    "Issued by mcptest, with the capture beside it: every hash and every criterion is made again.",
    ISSUED,
    { capture },
  ),
  good(
    "capture-supplied",
    "Signed from a capture that came from elsewhere, and it says so: everything is made again, and nobody claims to have asked the server.",
    issueFor(CAPTURE, "supplied-capture").text,
    { capture },
  ),
  bad(
    "capture-source-unknown",
    "bad-body",
    "The signed text names a source of the session that is not known.",
    lying({ observed: "in-a-dream" }),
    { capture },
  ),
  good("capture-not-given", "The same without the capture: valid, on the issuer's word.", ISSUED),
  good(
    "capture-of-a-poor-server",
    "A certificate of a server that does badly is as true as any other.",
    issueFor(POOR).text,
    { capture: asJson(POOR) },
  ),
  bad("capture-altered", "capture-hash", "One word of an answer was changed in the capture.", ISSUED, {
    capture: JSON.parse(JSON.stringify(capture).replace("Three harbours", "Four harbours")) as JsonObject,
  }),
  bad("capture-of-another", "capture-hash", "The capture of another session.", ISSUED, { capture: asJson(POOR) }),
  bad(
    "capture-none-named",
    "no-capture-named",
    "A certificate as issued in public names no capture, so none can prove it.",
    seal(sampleBody()),
    { capture },
  ),
  bad(
    "capture-fabricated-pass",
    ["criterion-differs", "criterion-differs", "criterion-differs"],
    "The issuer signed ten passes over the capture of a server that fails three.",
    seal({ ...POOR_BODY, criteria: allPassing(POOR_BODY), passes: "10/10", grade: "A", honesty_cap: null }),
    { capture: asJson(POOR) },
  ),
  bad(
    "capture-evidence-hash",
    "evidence-hash",
    "One evidence hash is not the hash of the evidence.",
    lying({
      criteria: certified.map((one) => (one["id"] === "C3" ? { ...one, evidence_sha256: sha256("made up") } : one)),
    }),
    { capture },
  ),
  bad(
    "capture-surface",
    "surface-hash",
    "surface_sha256 is the hash of other tools.",
    lying({ surface_sha256: sha256("other tools") }),
    { capture },
  ),
  bad(
    "capture-probes",
    "probe-set-hash",
    "probe_set_sha256 is the hash of other requests.",
    lying({ probe_set_sha256: sha256("other probes") }),
    { capture },
  ),
  bad(
    "capture-delivery",
    "delivery-differs",
    "The sentence about the delivery is made up.",
    lying({ delivery: "verified: everything is wonderful" }),
    { capture },
  ),
  bad(
    "capture-latency",
    "figures-differ",
    "The latency is nicer than the one measured.",
    lying({ volatile: { C6: { latency_ms: 1 } } }),
    { capture },
  ),
  bad(
    "capture-time",
    "capture-time",
    "Signed again later under a new date, without a new observation.",
    lying({ observed_at: "2026-03-08T12:00:00.000Z" }),
    { capture },
  ),
  bad(
    "capture-revision",
    "capture-revision",
    "Another revision of the protocol than the one spoken.",
    lying({ spec_pins: { mcp_spec: "2026-07-28", registry_schema: "2025-12-11" } }),
    { capture },
  ),
  bad(
    "capture-subject",
    "capture-subject",
    "The capture of one server, certified as another's.",
    lying({ subject: subjectOf("https://other.example.com/mcp") }),
    { capture },
  ),
];
