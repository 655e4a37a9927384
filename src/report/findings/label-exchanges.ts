import type { VerdictEvidence } from "../../judge/core/verdict.ts";
import type { ResultExchange } from "../../judge/judged.ts";
import type { FindingsReport, ReportFinding } from "../findings-report.ts";

/** Ids of exchanges are unique only within a server. In a report on several, each is prefixed with its server's name. */
export const labelExchanges = (report: FindingsReport, server: string): FindingsReport => ({
  ...report,
  findings: labelFindings(report.findings, server),
  ...(report.broken ? { broken: labelFindings(report.broken, server) } : {}),
  exchanges: report.exchanges.map((exchange: ResultExchange, place) => {
    const { index, ...rest } = exchange;
    return { ...rest, id: labelled(exchange.id ?? index ?? place, server) };
  }),
});

const labelFindings = (findings: readonly ReportFinding[], server: string): readonly ReportFinding[] =>
  findings.map((finding) => ({ ...finding, evidence: labelEvidence(finding.evidence, server) }));

export const labelEvidence = (evidence: readonly VerdictEvidence[], server: string): readonly VerdictEvidence[] =>
  evidence.map((entry) => (entry.exchange === null ? entry : { ...entry, exchange: labelled(entry.exchange, server) }));

const labelled = (exchange: string | number, server: string): string =>
  `${server}/${typeof exchange === "number" ? `#${exchange}` : exchange}`;
