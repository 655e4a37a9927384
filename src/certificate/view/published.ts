import type { BadgeColor } from "../../report/findings-report.ts";
import type { Report } from "../../report/report.ts";
import type { DiscoverabilityGrade } from "../../scores/discoverability/discoverability.ts";
import type { CertificateBody, Verification } from "../verify/certificate.ts";
import { failureLine, observationLine } from "./words.ts";

/** What the index of a published certificate says. Every text is escaped where it is written. */
export interface PublishedCertificate {
  readonly subject: string;
  readonly letter: string;
  readonly tone: "pass" | "warn" | "fail";
  readonly headline: string;
  readonly facts: readonly (readonly [string, string])[];
}

const TONES = { A: "pass", B: "pass", C: "warn", D: "fail" } as const satisfies Record<
  DiscoverabilityGrade,
  PublishedCertificate["tone"]
>;

const COLORS = { A: "brightgreen", B: "green", C: "yellow", D: "red" } as const satisfies Record<
  DiscoverabilityGrade,
  BadgeColor
>;

export const publishedCertificate = (body: CertificateBody, verification: Verification): PublishedCertificate => {
  const [taken] = verification.failures;
  const source = observationLine(body);
  return {
    subject: body.subject.server_url,
    letter: taken ? "×" : body.grade,
    tone: taken ? "fail" : TONES[body.grade],
    headline: taken
      ? `Do not rely on this certificate: ${failureLine(taken)}`
      : `Grade ${body.grade}, ${body.passes} criteria of the Agent-Tool Discoverability Standard`,
    facts: [
      ["Standard", body.standard],
      ["Delivery", body.delivery],
      ["Observed", body.observed_at],
      ["Expires", body.expires_at],
      ...(source === undefined ? [] : [["Source", source] as const]),
      ["Issuer", `${body.issuer} (its own word)`],
      ["Key", body.issuer_pubkey_spki_hex],
      ["Certificate", verification.certificate_sha256 ?? ""],
      ["Statement", body.statement],
    ],
  };
};

/** For a README: the grade and until when, or that it was taken back. */
export const certificateBadge = (body: CertificateBody, { failures: [taken] }: Verification): Pick<Report, "badge"> => {
  const until = `until ${body.expires_at.slice(0, 10)}`;
  const supplied = body.observed === "supplied-capture" ? ", supplied capture" : "";
  return {
    badge: taken
      ? { label: "MCP certificate", message: taken.code === "revoked" ? "revoked" : "key retired", color: "red" }
      : { label: "MCP certificate", message: `${body.grade} ${until}${supplied}`, color: COLORS[body.grade] },
  };
};
