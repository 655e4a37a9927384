// Fills a store without asking a server, for tests of what reads it.

import type { FleetResult, ResultSummary } from "../../../packages/fleet/src/model/result.ts";
import { addTargets } from "../../../packages/fleet/src/store/add-targets.ts";
import type { FleetStore } from "../../../packages/fleet/src/store/open-fleet-store.ts";
import { type NewChange, type NewResult, storeResult } from "../../../packages/fleet/src/store/store-result.ts";

export const SUMMARY: ResultSummary = {
  server: { name: "notes", version: "1.0.0", title: null },
  transport: "streamable-http",
  era: "stateful",
  outcome: "complete",
  blocked: null,
  speaks: ["2025-06-18"],
  sdk: null,
  score: 98.5,
  gradeYours: "A",
  discoverability: { grade: "B", passes: 9, of: 10 },
  lanes: { compliance: { state: "pass", summary: "every MUST holds", counts: { passed: 100, failed: 0 } } },
  counts: { passed: 100, failed: 1, failedMust: 0, inconclusive: 3 },
  findings: [
    { kind: "rule", id: "TOOL-005", level: "SHOULD", title: "A tool has a description", items: 1, item: "add" },
  ],
  findingsLeftOut: 0,
  offers: { tools: 3, prompts: 0, resources: 1 },
  tokens: 420,
};

export const foundResult = (different: Partial<FleetResult> = {}): NewResult => ({
  at: new Date("2026-11-01T00:00:00Z"),
  ms: 1_200,
  state: "reachable",
  reason: null,
  revision: "2025-06-18",
  grade: "B",
  tier: 2,
  partial: false,
  capture: null,
  surface: null,
  judgedBy: "0.1.0",
  summary: SUMMARY,
  ...different,
});

/** Adds one target, and tells how to write results of it: the runs are made as they are named. */
export const fillFleet = async (
  store: FleetStore,
  url: string,
  name?: string,
): Promise<{
  target: string;
  write(run: number, result: NewResult, changes?: readonly NewChange[]): Promise<boolean>;
}> => {
  const { ids } = await addTargets(store, [{ address: { kind: "http", url }, name }]);
  const target = ids[0]!;
  const { database, fleetId } = store;
  const [row] = await database.query("SELECT key FROM mcptest.target WHERE fleet_id = $1 AND id = $2", [
    fleetId,
    target,
  ]);
  const targetKey = Number(row!["key"]);
  return {
    target,
    write: async (run, result, changes) => {
      await database.query(
        "INSERT INTO mcptest.run (id, fleet_id, queued) OVERRIDING SYSTEM VALUE VALUES ($1, $2, 1) ON CONFLICT DO NOTHING",
        [run, fleetId],
      );
      const stored = await database.transaction((inside) =>
        storeResult(inside, { fleetId, targetKey, run }, result, changes),
      );
      return stored.isNew;
    },
  };
};
