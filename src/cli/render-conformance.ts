import type { ConformanceResult } from "../model/conformance.ts";
import { renderConformanceJson } from "../report/conformance/json.ts";
import { renderConformanceLine, renderConformancePretty } from "../report/conformance/pretty.ts";
import { conformanceFindings } from "../report/conformance/to-findings.ts";
import { renderFindingsBadge } from "../report/findings/badge.ts";
import { renderFindingsBadgeJson } from "../report/findings/badge-json.ts";
import { renderFindingsGithub } from "../report/findings/github.ts";
import { renderFindingsHtml } from "../report/findings/html.ts";
import { renderFindingsJunit } from "../report/findings/junit.ts";
import { renderFindingsMarkdown } from "../report/findings/markdown.ts";
import { renderFindingsSarif } from "../report/findings/sarif.ts";
import type { Paper, Reporter } from "./reporters.ts";

export interface ConformancePaper extends Paper {
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export const renderConformance = (result: ConformanceResult, reporter: Reporter, paper: ConformancePaper): string => {
  switch (reporter) {
    case "pretty":
      return paper.quiet ? renderConformanceLine(result, paper) : renderConformancePretty(result, paper);
    case "json":
      return renderConformanceJson(result);
    case "markdown":
      return renderFindingsMarkdown(conformanceFindings(result));
    case "html":
      return renderFindingsHtml(conformanceFindings(result));
    case "junit":
      return renderFindingsJunit(conformanceFindings(result));
    case "sarif":
      return renderFindingsSarif(conformanceFindings(result));
    case "github":
      return renderFindingsGithub(conformanceFindings(result));
    case "badge":
      return renderFindingsBadge(conformanceFindings(result));
    case "badge-json":
      return renderFindingsBadgeJson(conformanceFindings(result));
  }
};
