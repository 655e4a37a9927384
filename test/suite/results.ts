// Two saved sessions judged by one suite: what `compliance run` and `run` say, without a server.

import type { Capture } from "../../src/capture/capture.ts";
import { findCorpora } from "../../src/cli/flags/find-corpora.ts";
import { auditLane, conformanceLane, invariantsLane } from "../../src/cli/suite/lanes.ts";
import { judgeSuiteCompliance } from "../../src/suite/judge/judge-compliance.ts";
import { settleRun } from "../../src/suite/judge/run-compliance.ts";
import { readBaseline } from "../../src/suite/parse/baseline-file.ts";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../src/suite/parse/parse-suite.ts";
import type { ComplianceResult, SuiteResult } from "../../src/suite/suite-result.ts";
import { runReport } from "../../src/suite/view/compliance-run-report.ts";
import { readShop } from "../report/small-result.ts";

const TOOL = { name: "mcptest", version: "0.0.0" };

/** A session of the other kind: no ids of exchanges, no record of the transport. */
const OLD: Capture = {
  server_label: "old",
  server_capabilities: { tools: {} },
  exchanges: [
    {
      request: { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } },
      response: {
        jsonrpc: "2.0",
        id: 1,
        result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "old" } },
      },
    },
    {
      request: { jsonrpc: "2.0", id: 2, method: "tools/list" },
      response: { jsonrpc: "2.0", id: 2, result: { tools: [{ name: "a" }, { name: "b" }] } },
    },
  ],
};

export const CAPTURES: ReadonlyMap<string, Capture> = new Map([
  ["shop", readShop()],
  ["old", OLD],
]);

const SUITE = `name: two shops
servers:
  shop: {url: "https://shop.example/mcp"}
  old: {command: node old.js}
compliance:
  spec_version: v2025-11-25
  spec_version_check: {against: v2031-01-01}
  tests:
    - {name: PROTO-002, server: shop}
    - {name: PROTO-021, server: shop}
    - name: ten tools
      server: shop
      check: tools/list
      expect: [{target: result.tools, matcher: {schema: {minItems: 10}}, message: ten tools or more}]
    - {name: ping is answered, server: old, check: ping}
    - {name: PROTO-002, server: old}
    - name: three tools
      server: old
      check: tools/list
      expect: [{target: result.tools, matcher: {schema: {minItems: 3}}}]
conformance: true
audit: {min_grade: A}
invariants: true
`;

const BASELINE = "server:\n  - {rule_id: PROTO-021, reason: next release, tracking: https://example.test/7}\n";

const judge = async () => {
  const book = openRuleBook();
  const suite = await parseSuite(SUITE, "suite.yml", { env: {}, folder: "/suites", book });
  if (!suite.compliance) throw new Error("no compliance block");
  const judged = await judgeSuiteCompliance(CAPTURES, {
    book,
    compliance: suite.compliance,
    pinned: "2025-11-25",
    red: "any",
    baseline: readBaseline(BASELINE, "baseline.yml"),
  });
  return { suite, judged };
};

export const complianceResult = async (): Promise<ComplianceResult> => {
  const { judged } = await judge();
  return { format: "mcptest-compliance/1", tool: TOOL, suite: "suite.yml", ok: false, ...judged };
};

export const suiteResult = async (): Promise<SuiteResult> => {
  const { suite, judged } = await judge();
  const { conformance, audit, invariants } = suite;
  if (!conformance || !audit || !invariants) throw new Error("a lane is missing");
  const corpora = findCorpora({});
  const each = [...CAPTURES];
  const scored = await Promise.all(each.map(([name, capture]) => conformanceLane(name, capture, conformance, corpora)));
  const lanes = [
    ...judged.runs.map((run) => ({
      lane: "compliance" as const,
      servers: [run.server ?? ""],
      ...settleRun(run),
      report: runReport(run, TOOL),
    })),
    ...scored.flatMap((lane) => lane ?? []),
    ...each.map(([name, capture]) => auditLane(name, capture, audit)),
    invariantsLane(CAPTURES, invariants),
  ];
  return {
    format: "mcptest-suite-result/1",
    tool: TOOL,
    suite: "suite.yml",
    name: "two shops",
    ok: false,
    // The version of this build is no part of what is compared.
    lanes: lanes.map((lane) => ({ ...lane, report: { ...lane.report, tool: TOOL } })),
    gates: judged.gates,
    notes: [],
  };
};
