import type { FindingsReport, ReportFinding, Severity } from "../../model/findings-report.ts";
import type { Level } from "../../model/rule.ts";
import type { UpgradeBreak, UpgradeReport, UpgradeTopic } from "../../model/upgrade.ts";
import { untrusted } from "../../model/untrusted.ts";
import { idList, levelWords, upgradeHeadline } from "./words.ts";

/** The doctor's report in the shape that all formats share. */
export const upgradeToFindings = (report: UpgradeReport): FindingsReport => {
  const { breaks, leftovers, build, goes, broken_today, unseen, meets } = report;
  return {
    title: "mcptest doctor",
    tool: report.tool,
    target: untrusted(report.target),
    headline: `${report.from} → ${report.to}: ${upgradeHeadline(report)}`,
    badge: {
      label: `MCP ${report.to}`,
      message: report.ready ? "nothing breaks" : "breaks",
      color: report.ready ? "brightgreen" : "red",
    },
    summary: [
      ...(report.server.name === null
        ? []
        : [["server", `${report.server.name} ${report.server.version ?? ""}`.trimEnd()] as const]),
      ["from", report.from],
      ["to", report.to],
      ["breaks", String(breaks.length + leftovers.length)],
      ["to build", String(build.filter(({ needed }) => needed).length)],
      ["goes", String(goes.length)],
      ["wrong today already", String(broken_today.length)],
      ["to look at yourself", String(unseen.length)],
      ["met already", String(meets.length)],
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
      ...leftovers.map(
        (one): ReportFinding => ({
          id: one.id,
          title: one.title,
          group: "left over from a release candidate",
          state: "fail",
          severity: "error",
          expected: one.now,
          actual: one.found,
          evidence: one.evidence,
          fix: one.fix,
          link: one.spec,
        }),
      ),
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
  };
};

const SEVERITIES: Readonly<Record<Level, Severity>> = { MUST: "error", SHOULD: "warning", MAY: "note" };

const breakFinding = (one: UpgradeBreak): ReportFinding => ({
  id: one.id,
  title: one.title,
  group: "breaks",
  state: "fail",
  severity: one.advisory && one.level === "MUST" ? "warning" : SEVERITIES[one.level],
  expected: one.now,
  actual: one.found,
  reason: [
    one.was === undefined ? "the rule is new" : `before: ${one.was}`,
    ...(one.level_move ? [levelWords(one.level_move)] : []),
  ].join("; "),
  evidence: one.evidence,
  fix: one.fix,
  link: one.spec,
});

/** Nothing to judge yet: it is not there, or it is on its way out. */
const topicFinding = (topic: UpgradeTopic, group: string): ReportFinding => ({
  id: `${group === "goes" ? "goes" : "build"}-${topic.area.toLowerCase()}`,
  title: topic.title,
  group,
  state: group === "goes" ? "not-applicable" : "inconclusive",
  severity: SEVERITIES[topic.level],
  reason: `rules ${idList(topic.rules.map(({ id }) => id))}`,
  evidence: topic.evidence,
  fix: topic.fix,
  link: topic.spec,
});
