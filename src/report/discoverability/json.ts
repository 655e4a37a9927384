import type { CertificateComparison } from "../../model/certificate.ts";
import type { Audit } from "../../model/discoverability.ts";
import { escapeJson } from "../escape/json.ts";

export const renderAuditJson = (audit: Audit, comparison?: CertificateComparison): string =>
  `${escapeJson(JSON.stringify(comparison ? { ...audit, comparison } : audit, null, 2))}\n`;
