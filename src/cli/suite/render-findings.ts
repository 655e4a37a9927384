import type { FindingsReport } from "../../model/findings-report.ts";
import { renderFindingsBadge } from "../../report/findings/badge.ts";
import { renderFindingsBadgeJson } from "../../report/findings/badge-json.ts";
import { renderFindingsGithub } from "../../report/findings/github.ts";
import { renderFindingsHtml } from "../../report/findings/html.ts";
import { renderFindingsJunit } from "../../report/findings/junit.ts";
import { renderFindingsMarkdown } from "../../report/findings/markdown.ts";
import { renderFindingsSarif } from "../../report/findings/sarif.ts";
import type { Reporter } from "../reporters.ts";

export type FindingsReporter = Exclude<Reporter, "pretty" | "json">;

/** The formats that every result shares. */
export const renderFindings = (report: FindingsReport, reporter: FindingsReporter): string => {
  switch (reporter) {
    case "markdown":
      return renderFindingsMarkdown(report);
    case "html":
      return renderFindingsHtml(report);
    case "junit":
      return renderFindingsJunit(report);
    case "sarif":
      return renderFindingsSarif(report);
    case "github":
      return renderFindingsGithub(report);
    case "badge":
      return renderFindingsBadge(report);
    case "badge-json":
      return renderFindingsBadgeJson(report);
  }
};
