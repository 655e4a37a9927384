import { hash } from "node:crypto";
import {
  type Capture,
  type CertificateBody,
  type CertificateEnvelope,
  compareCertificate,
  DISCOVERABILITY_GRADES,
  type DiscoverabilityGrade,
  isStandardVersion,
  issueCertificate,
  makeAudit,
  readCaptures,
  revokeCertificate,
  type SigningKey,
  standardRuleset,
  TOOL,
} from "mcptest/internal";
import { captureOf } from "./store/captures.ts";
import type { FleetStore } from "./store/open-fleet-store.ts";

export interface CertifyOptions {
  readonly key: SigningKey;
  readonly issuer: string;
  /** Servers with this grade of discoverability, or a better one. */
  readonly minGrade: DiscoverabilityGrade;
  readonly validDays?: number | undefined;
  /** Milliseconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  onIssued(certificate: CertifiedTarget): void;
  onRevoked(revocation: CertifiedTarget & { readonly reason: string }): void;
  onSkipped?(target: string, reason: string): void;
}

export interface CertifiedTarget {
  readonly target: string;
  /** The sha256 of the signed text. */
  readonly id: string;
  readonly grade: string;
  /** JSON of the envelope. */
  readonly text: string;
}

type StoredRow = Readonly<Record<string, unknown>>;

const PAGE = 200;

/**
 * Signs what the newest run that reached each server found, where it is good enough, and takes back what a later run that reached the
 * server no longer supports. A server that could not be reached keeps its certificate until it expires: nobody saw it fail.
 */
export const certify = async (
  store: FleetStore,
  options: CertifyOptions,
): Promise<{ issued: number; revoked: number }> => {
  let [issued, revoked, after] = [0, 0, 0];
  for (;;) {
    const rows = await nextPage(store, after);
    const last = rows.at(-1);
    if (last === undefined || options.signal.aborted) return { issued, revoked };
    after = Number(last["key"]);
    for (const row of rows) {
      if (options.signal.aborted) break;
      const capture = await readStored(store, row);
      if (!capture) continue;
      if (await takeBack(store, row, capture, options)) revoked++;
      if (await sign(store, row, capture, options)) issued++;
    }
  }
};

/** The newest run that reached the server, and the newest certificate that still counts. */
const nextPage = ({ database, fleetId }: FleetStore, after: number): Promise<StoredRow[]> =>
  database.query(
    `SELECT t.key, t.id, t.address->>'url' AS url, r.run_id, r.capture_id, c.id AS certificate, c.text, c.run_id AS certified_run
     FROM mcptest.target t JOIN mcptest.result r ON r.target_key = t.key AND r.run_id = t.reached_run
     LEFT JOIN LATERAL (
       SELECT id, text, run_id FROM mcptest.certificate c
       WHERE c.target_key = t.key AND c.revoked_at IS NULL AND c.expires_at > now() ORDER BY issued_at DESC LIMIT 1) c ON true
     WHERE t.fleet_id = $1 AND t.key > $2 AND r.capture_id IS NOT NULL AND NOT r.partial AND t.address->>'kind' = 'http'
     ORDER BY t.key LIMIT ${PAGE}`,
    [fleetId, after],
  );

const readStored = async (store: FleetStore, row: StoredRow): Promise<Capture | undefined> => {
  if (row["certified_run"] === row["run_id"]) return undefined;
  const text = await captureOf(store, String(row["capture_id"]));
  return text === undefined ? undefined : readCaptures(text, "capture").sessions[0];
};

const takeBack = async (
  { database }: FleetStore,
  row: StoredRow,
  capture: Capture,
  { key, now, onRevoked }: CertifyOptions,
): Promise<boolean> => {
  if (typeof row["text"] !== "string") return false;
  const envelope = JSON.parse(row["text"]) as CertificateEnvelope;
  const body = JSON.parse(envelope.canonical_json) as CertificateBody;
  const version = body.standard.split("/").at(-1);
  const audit = makeAudit(capture, { tool: TOOL, ...(isStandardVersion(version) ? { standard: version } : {}) });
  const comparison = compareCertificate({ body, audit, url: String(row["url"]) });
  if (comparison.holds) return false;
  const failing = comparison.criteria.filter((one) => one.certified && !one.now).map(({ id }) => id);
  const reason =
    comparison.surface === "changed"
      ? "The server offers other tools than the ones that were certified."
      : `A later run found that ${failing.join(", ")} no longer ${failing.length === 1 ? "holds" : "hold"}.`;
  const id = String(row["certificate"]);
  const stated = revokeCertificate({ key, certificate_sha256: id, reason, now });
  if (!stated.ok) return false;
  const text = `${JSON.stringify(stated.envelope, null, 2)}\n`;
  await database.query(
    "UPDATE mcptest.certificate SET revoked_at = to_timestamp($2::float8 / 1000), revocation = $3 WHERE id = $1 AND revoked_at IS NULL",
    [id, now, text],
  );
  onRevoked({ target: String(row["id"]), id, grade: body.grade, text, reason });
  return true;
};

const sign = async (
  { database }: FleetStore,
  row: StoredRow,
  capture: Capture,
  { key, issuer, minGrade, validDays, now, onIssued, onSkipped }: CertifyOptions,
): Promise<boolean> => {
  const audit = makeAudit(capture, { tool: TOOL });
  const { grade, standard } = audit.discoverability;
  const target = String(row["id"]);
  if (grade === null || DISCOVERABILITY_GRADES.indexOf(grade) > DISCOVERABILITY_GRADES.indexOf(minGrade)) {
    onSkipped?.(target, grade === null ? "it has no grade" : `its grade is ${grade}`);
    return false;
  }
  const ruleset = standardRuleset(standard.version);
  const issued = issueCertificate({ audit, capture, observed: "live", key, issuer, validDays, now, ruleset });
  if (!issued.ok) {
    onSkipped?.(target, issued.reason);
    return false;
  }
  const id = hash("sha256", issued.envelope.canonical_json, "hex");
  const text = `${JSON.stringify(issued.envelope, null, 2)}\n`;
  await database.query(
    `INSERT INTO mcptest.certificate (id, target_key, run_id, issued_at, expires_at, grade, text)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [id, row["key"], row["run_id"], new Date(now), issued.body.expires_at, issued.body.grade, text],
  );
  onIssued({ target, id, grade: issued.body.grade, text });
  return true;
};
