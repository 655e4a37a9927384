import type { InvariantsReport, InvariantVerdict } from "../../model/invariants.ts";
import { untrusted } from "../../model/untrusted.ts";
import { escapeXml } from "../escape/xml.ts";
import { ADVICE, groupHazards, LONGEST, placeOf, tallyOf } from "./words.ts";

interface Suite {
  readonly name: string;
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  readonly cases: readonly string[];
}

/** A suite per server, a case per invariant; one more suite for what several servers do to each other. */
export const renderInvariantsJunit = (report: InvariantsReport): string => {
  const suites = [...report.sessions.map(toSuite), ...compositionSuite(report)];
  const sum = (pick: (suite: Suite) => number): number => suites.reduce((total, suite) => total + pick(suite), 0);
  const totals = `tests="${sum(({ tests }) => tests)}" failures="${sum(({ failures }) => failures)}" errors="0" skipped="${sum(({ skipped }) => skipped)}"`;
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="mcptest invariants" ${totals}>`,
    ...suites.flatMap(renderSuite),
    "</testsuites>",
  ].join("\n")}\n`;
};

const renderSuite = ({ name, tests, failures, skipped, cases }: Suite): string[] => [
  `  <testsuite name="${show(name)}" tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}">`,
  ...cases,
  "  </testsuite>",
];

const toSuite = ({ server_label, invariants }: InvariantsReport["sessions"][number]): Suite => {
  const { fail, notApplicable } = tallyOf(invariants);
  return {
    name: server_label,
    tests: invariants.length,
    failures: fail,
    skipped: notApplicable,
    cases: invariants.flatMap((verdict) => renderCase(server_label, verdict)),
  };
};

const renderCase = (label: string, { id, title, state, detail, evidence }: InvariantVerdict): string[] => {
  const open = `    <testcase classname="${show(label)}" name="${id} ${show(title)}"`;
  switch (state) {
    case "pass":
      return [`${open}/>`];
    case "not-applicable":
      return [`${open}>`, `      <skipped message="${show(detail)}"/>`, "    </testcase>"];
    case "fail":
      return failing(open, id, detail, evidence.map(placeOf));
  }
};

const failing = (open: string, type: string, message: string, lines: readonly string[]): string[] => [
  `${open}>`,
  `      <failure type="${type}" message="${show(message)}">`,
  ...lines.map((line) => show(line)),
  "</failure>",
  "    </testcase>",
];

const compositionSuite = ({ sessions, composition }: InvariantsReport): Suite[] => {
  if (sessions.length < 2) return [];
  const groups = groupHazards(composition);
  const kinds = ["tool-namespace-overlap", "shared-transport-id-collision"] as const;
  const cases = kinds.flatMap((kind) => {
    const open = `    <testcase classname="composition" name="${kind}"`;
    const found = groups.filter((group) => group.kind === kind);
    if (found.length === 0) return [`${open}/>`];
    const lines = found.map(({ words, servers }) => `${words} (${servers.join(", ")})`);
    return failing(open, kind, ADVICE[kind], lines);
  });
  const failures = new Set(groups.map(({ kind }) => kind)).size;
  return [{ name: "composition", tests: kinds.length, failures, skipped: 0, cases }];
};

const show = (text: string): string => escapeXml(untrusted(text), LONGEST);
