import type { UpgradeReport } from "../model/upgrade.ts";
import { show } from "../report/capture-head.ts";
import { renderFindingsBadge } from "../report/findings/badge.ts";
import { renderFindingsBadgeJson } from "../report/findings/badge-json.ts";
import { renderFindingsGithub } from "../report/findings/github.ts";
import { renderFindingsHtml } from "../report/findings/html.ts";
import { renderFindingsJunit } from "../report/findings/junit.ts";
import { renderFindingsMarkdown } from "../report/findings/markdown.ts";
import { renderFindingsSarif } from "../report/findings/sarif.ts";
import { renderUpgradeJson } from "../report/upgrade/json.ts";
import { renderUpgradePretty } from "../report/upgrade/pretty.ts";
import { upgradeToFindings } from "../report/upgrade/to-findings.ts";
import { upgradeHeadline } from "../report/upgrade/words.ts";
import type { Paper, Reporter } from "./reporters.ts";

export interface UpgradeView extends Paper {
  readonly quiet: boolean;
  readonly verbose: boolean;
}

export const renderUpgrade = (report: UpgradeReport, reporter: Reporter, view: UpgradeView): string => {
  switch (reporter) {
    case "pretty":
      return view.quiet
        ? `${show(report.target, 200)}: ${report.from} → ${report.to}: ${upgradeHeadline(report)}\n`
        : renderUpgradePretty(report, view);
    case "json":
      return renderUpgradeJson(report);
    case "markdown":
      return renderFindingsMarkdown(upgradeToFindings(report));
    case "html":
      return renderFindingsHtml(upgradeToFindings(report));
    case "junit":
      return renderFindingsJunit(upgradeToFindings(report));
    case "sarif":
      return renderFindingsSarif(upgradeToFindings(report));
    case "github":
      return renderFindingsGithub(upgradeToFindings(report));
    case "badge":
      return renderFindingsBadge(upgradeToFindings(report));
    case "badge-json":
      return renderFindingsBadgeJson(upgradeToFindings(report));
  }
};
