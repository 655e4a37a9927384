import { defined } from "../../../base/defined.ts";
import { untrusted } from "../../../base/untrusted.ts";
import type { UpgradeBreak, UpgradeFault, UpgradeReport, UpgradeTopic } from "../../../judge/corpus/upgrade.ts";
import { unseenSentence } from "../../../judge/unseen-words.ts";
import { severityOf } from "../../findings/verdicts.ts";
import type { FindingsReport, ReportFinding, Severity } from "../../findings-report.ts";
import { sdkSentences } from "./sdk.ts";
import { idList, levelWords, startOf, upgradeHeadline } from "./words.ts";

export const upgradeReport = (report: UpgradeReport): FindingsReport => {
  const { breaks, leftovers, build, goes, broken_today, unseen, meets } = report;
  return {
    title: "mcptest doctor",
    tool: report.tool,
    target: untrusted(report.target),
    headline: `${startOf(report)} → ${report.to}: ${upgradeHeadline(report)}`,
    badge: {
      label: `MCP ${report.to}`,
      message: report.ready === null ? "unknown" : report.ready ? "nothing breaks" : "breaks",
      color: report.ready === null ? "lightgrey" : report.ready ? "brightgreen" : "red",
    },
    summary: [
      ...(report.server.name === null
        ? []
        : [["server", `${report.server.name} ${report.server.version ?? ""}`.trimEnd()] as const]),
      ["from", startOf(report)],
      ["to", report.to],
      ["breaks", String(breaks.length + leftovers.length)],
      ["to build", String(build.filter(({ needed }) => needed).length)],
      ["goes away", String(goes.length)],
      ["already failing today", String(broken_today.length)],
      ["to check yourself", String(unseen.length)],
      ["met already", String(meets.length)],
      ...sdkSentences(report).map((sentence) => ["SDK", sentence] as const),
    ],
    findings: [
      ...report.errors.map(
        ({ id, message }): ReportFinding => ({
          id,
          title: "mcptest could not judge this rule",
          group: "errors of mcptest",
          state: "error",
          severity: "error",
          reason: message,
          evidence: [],
        }),
      ),
      ...breaks.map(breakFinding),
      ...leftovers.map((one) => faultFinding(one, "left over from a release candidate", "error")),
      ...build.map((topic) => topicFinding(topic, topic.needed ? "new to build" : "new, if offered")),
      ...goes.map((topic) => topicFinding(topic, "goes")),
      ...meets.map(
        ({ id, title }): ReportFinding => ({
          id,
          title,
          group: "already meets the target",
          state: "pass",
          severity: "note",
          evidence: [],
        }),
      ),
    ],
    exchanges: report.exchanges,
    notes: report.notes,
    ...defined({ unseen: unseenSentence(report.server.outcome) }),
  };
};

const faultFinding = (one: UpgradeFault, group: string, severity: Severity): ReportFinding => ({
  id: one.id,
  title: one.title,
  group,
  state: "fail",
  severity,
  expected: one.now,
  actual: one.found,
  evidence: one.evidence,
  fix: one.fix,
  link: one.spec,
});

const breakFinding = (one: UpgradeBreak): ReportFinding => ({
  ...faultFinding(one, "breaks", one.advisory && one.level === "MUST" ? "warning" : severityOf(one.level)),
  reason: [
    one.was === undefined ? "the rule is new" : `before: ${one.was}`,
    ...(one.level_move ? [levelWords(one.level_move)] : []),
  ].join("; "),
});

/** Nothing to judge yet: it is not there, or it is on its way out. */
const topicFinding = (topic: UpgradeTopic, group: string): ReportFinding => ({
  id: `${group === "goes" ? "goes" : "build"}-${topic.area.toLowerCase()}`,
  title: topic.title,
  group,
  state: group === "goes" ? "not-applicable" : "inconclusive",
  severity: severityOf(topic.level),
  reason: `rules ${idList(topic.rules.map(({ id }) => id))}`,
  evidence: topic.evidence,
  fix: topic.fix,
  link: topic.spec,
});
