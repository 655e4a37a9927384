import type { CertificateComparison } from "../model/certificate.ts";
import type { Audit } from "../model/discoverability.ts";
import { renderComparison } from "../report/discoverability/comparison.ts";
import { renderAuditJson } from "../report/discoverability/json.ts";
import { renderAuditLine, renderAuditPretty } from "../report/discoverability/pretty.ts";
import { auditFindings } from "../report/discoverability/to-findings.ts";
import { renderFindingsBadge } from "../report/findings/badge.ts";
import { renderFindingsBadgeJson } from "../report/findings/badge-json.ts";
import { renderFindingsGithub } from "../report/findings/github.ts";
import { renderFindingsHtml } from "../report/findings/html.ts";
import { renderFindingsJunit } from "../report/findings/junit.ts";
import { renderFindingsMarkdown } from "../report/findings/markdown.ts";
import { renderFindingsSarif } from "../report/findings/sarif.ts";
import type { Paper, Reporter } from "./reporters.ts";

export interface AuditPaper extends Paper {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** One audit in one format; with `comparison`, also what became of the certificate it was held against. */
export const renderAudit = (
  audit: Audit,
  comparison: CertificateComparison | undefined,
  reporter: Reporter,
  paper: AuditPaper,
): string => {
  switch (reporter) {
    case "pretty":
      return [
        paper.quiet ? renderAuditLine(audit, paper) : renderAuditPretty(audit, paper),
        ...(comparison ? [...(paper.quiet ? [] : ["\n"]), renderComparison(comparison, paper)] : []),
      ].join("");
    case "json":
      return renderAuditJson(audit, comparison);
    case "markdown":
      return renderFindingsMarkdown(auditFindings(audit, comparison));
    case "html":
      return renderFindingsHtml(auditFindings(audit, comparison));
    case "junit":
      return renderFindingsJunit(auditFindings(audit, comparison));
    case "sarif":
      return renderFindingsSarif(auditFindings(audit, comparison));
    case "github":
      return renderFindingsGithub(auditFindings(audit, comparison));
    case "badge":
      return renderFindingsBadge(auditFindings(audit, comparison));
    case "badge-json":
      return renderFindingsBadgeJson(auditFindings(audit, comparison));
  }
};
