import { createHash } from "node:crypto";
import { canonicalJson, canonicalOrNull } from "../base/canonical.ts";
import type { Json } from "../base/json.ts";
import { untrusted } from "../base/untrusted.ts";
import type { Capture, Outcome } from "../capture/capture.ts";
import { type Audit, STANDARD_NAME, type ToolSurface } from "../scores/discoverability/discoverability.ts";
import { evidenceText, figuresBy, probeSetText } from "./evidence-hashes.ts";
import { findSubject } from "./find-subject.ts";
import { signText } from "./sign-text.ts";
import type { SigningKey } from "./signing-key.ts";
import {
  type CertificateBody,
  type CertificateEnvelope,
  type CertificateObservation,
  MOST_VALID_DAYS,
} from "./verify/certificate.ts";
import { readTime, writeTime } from "./verify/times.ts";

export const DEFAULT_VALID_DAYS = 28;

export interface IssueRequest {
  readonly audit: Audit;
  /** The capture the audit was made from, as it is published. */
  readonly capture: Capture;
  /**
   * `live` only where the caller itself has just asked the server. Default: supplied-capture, since a capture alone does not
   * show who made it.
   */
  readonly observed?: CertificateObservation | undefined;
  readonly key: SigningKey;
  /** Who signs, in their own words. */
  readonly issuer: string;
  /** Needed for a command, which has no address: stdio:name@version. */
  readonly subject?: string | undefined;
  /** Counted from the observation: signing again later renews nothing. */
  readonly validDays?: number | undefined;
  /** Milliseconds. Only to refuse what has expired already or lies in the future; it is not written down. */
  readonly now: number;
  /** The standard in its machine-readable form, as it was judged by. */
  readonly ruleset: Json;
}

export type Issued =
  | { readonly ok: true; readonly envelope: CertificateEnvelope; readonly body: CertificateBody }
  /** One line: why there is no certificate. */
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): Issued => ({ ok: false, reason });

/** Signs what an audit found. The same capture, key and options give the same certificate, byte for byte. */
export const issueCertificate = (request: IssueRequest): Issued => {
  const { audit, capture, now, validDays = DEFAULT_VALID_DAYS, observed: source = "supplied-capture" } = request;
  const { discoverability } = audit;
  const obstacle = findObstacle(request);
  if (obstacle !== undefined) return refuse(obstacle);
  const { grade } = discoverability;
  if (grade === null) return refuse("a limit kept part of the server from being observed");
  if (!Number.isInteger(validDays) || validDays < 1 || validDays > MOST_VALID_DAYS)
    return refuse(`a certificate is valid for 1 to ${MOST_VALID_DAYS} whole days`);
  const observed = readTime(audit.observed_at);
  if (observed === undefined) return refuse("the capture does not say when it was made (started_at)");
  const expires = observed + validDays * 86_400_000;
  if (now >= expires)
    return refuse(`the capture is older than the ${validDays} days the certificate would last; record again`);
  if (observed - now > CLOCK_SLACK_MS) return refuse("the capture was made in the future; check the clock");
  const subject = findSubject(capture, request.subject);
  if (!subject.ok) return refuse(subject.reason);

  const { surface, criteria, revision } = discoverability;
  const hashes = criteria.map(({ evidence }) => hashOrNull(evidenceText(evidence)));
  const probes = hashOrNull(probeSetText(criteria));
  const ruleset = hashOrNull(canonicalOrNull(request.ruleset));
  const lacking = [audit.capture_sha256, probes, ruleset, ...hashes].includes(null);
  if (audit.capture_sha256 === null || probes === null || ruleset === null || lacking || lacksSurfaceHash(surface))
    return refuse(
      "the capture holds text without a canonical form (half a surrogate pair), so its hashes cannot be made",
    );
  const body: CertificateBody = {
    standard: `${STANDARD_NAME}/${discoverability.standard.version}`,
    spec_pins: { mcp_spec: revision ?? "", registry_schema: REGISTRY_SCHEMA },
    subject: { server_url: untrusted(subject.value), endpoint_sha256: sha256(subject.value) },
    criteria: criteria.map(({ id, pass }, index) => ({ id, pass, evidence_sha256: hashes[index] ?? "" })),
    passes: `${discoverability.passes}/${criteria.length}`,
    grade,
    honesty_cap: discoverability.honesty_cap === null ? null : untrusted(discoverability.honesty_cap),
    delivery: untrusted(discoverability.delivery.text),
    observed_at: writeTime(observed),
    expires_at: writeTime(expires),
    issuer: untrusted(request.issuer),
    issuer_pubkey_spki_hex: request.key.spki_hex,
    probe_set_sha256: probes,
    // The lowest of the standard's levels, and all that mcptest ever gives; `observed` says by whom.
    level: "observed",
    statement: untrusted(STATEMENTS[source]),
    note: untrusted(NOTE),
    capture_sha256: audit.capture_sha256,
    observed: source,
    ...(surface.sha256 === null ? {} : { surface_sha256: surface.sha256 }),
    tool: { name: untrusted(audit.tool.name), version: untrusted(audit.tool.version) },
    ruleset_sha256: ruleset,
    measured: figuresBy(criteria, "measured"),
    volatile: figuresBy(criteria, "volatile"),
  };
  return { ok: true, envelope: signText(canonicalJson(body as unknown as Json), request.key), body };
};

/** The registry's server.json schema that C8 is about. */
const REGISTRY_SCHEMA = "2025-12-11";

const CLOCK_SLACK_MS = 60_000;

const STATEMENTS = {
  live: "The issuer observed this server from outside at the time below and found what the criteria say. This is an observation that anyone holding the capture can recompute; it is no endorsement, and it does not speak for the server's owner.",
  "supplied-capture":
    "The issuer was given the capture named here and found in it what the criteria say. The issuer did not ask the server, and does not vouch for who made the capture, when, or whether the server ever said this. Anyone holding the capture can recompute it; it is no endorsement, and it does not speak for the server's owner.",
} as const satisfies Record<CertificateObservation, string>;
const NOTE =
  "Verify offline: Ed25519 over the UTF-8 bytes of canonical_json, with an issuer key you trust already. Each evidence_sha256 is the sha256 of the RFC 8785 text of the evidence object that the capture named by capture_sha256 gives.";

const OBSTACLES = {
  complete: null,
  aborted: "the session was interrupted, so part of it was not observed",
  unreachable: "the server was not reached",
  "auth-required": "the server asks for credentials before it answers; what an agent would get was not observed",
  "run-timed-out": "the time of the run was over before everything was asked",
} as const satisfies Record<Outcome, string | null>;

/** Why nothing may be certified from this capture. */
const findObstacle = ({ audit, capture, issuer }: IssueRequest): string | undefined => {
  const { discoverability } = audit;
  if (issuer.trim() === "") return "the issuer has no name; give one with --issuer";
  if (capture.closed === false) return "the capture was never closed, so nobody can tell what is missing from it";
  if (discoverability.auth_required) return OBSTACLES["auth-required"];
  const unfinished = capture.outcome === undefined ? null : OBSTACLES[capture.outcome];
  if (unfinished !== null) return unfinished;
  if (capture.target?.kind === "http" && capture.target.insecure)
    return "the server's TLS certificate was not checked (--insecure), so nobody knows who answered";
  return discoverability.revision === null || discoverability.entry === null
    ? "the server never completed a handshake"
    : undefined;
};

/** No list has no hash, and fails C2; a list without one cannot be certified. */
const lacksSurfaceHash = ({ tools, sha256: hash }: ToolSurface): boolean => tools > 0 && hash === null;

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const hashOrNull = (text: string | null): string | null => (text === null ? null : sha256(text));
