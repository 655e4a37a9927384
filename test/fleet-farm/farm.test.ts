// The servers of the bench farm are what they are said to be: otherwise what is measured on them means nothing.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Farm, type FarmPlan, startFarm } from "../../bench/fleet/farm/start-farm.js";
import { check, type Result } from "../../src/library/index.ts";
import { ofServer } from "../of-server.ts";

const SERVERS = 400;

describe("the farm of simulated servers", () => {
  let farm: Farm;
  beforeAll(async () => {
    farm = await startFarm({ servers: SERVERS, profile: "mixed" });
  });
  afterAll(() => farm.close());

  const find = (fits: (plan: FarmPlan) => boolean): FarmPlan => {
    for (let index = 0; index < SERVERS; index += 1) if (fits(farm.plan(index))) return farm.plan(index);
    throw new Error("no server of the farm is like that");
  };
  const checked = ({ address }: FarmPlan): Promise<Result> => check(`http://${address}:${farm.port}/mcp`);
  const quickly = ({ delay }: FarmPlan): boolean => delay <= 5;

  test.each([
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2026-07-28"],
    ["dual", "2026-07-28"],
  ])("a plain server that speaks %s is correct, with tools alone and with everything", async (era, revision) => {
    for (const rich of [false, true]) {
      const result = await checked(
        find((plan) => plan.kind === "plain" && plan.era === era && plan.rich === rich && quickly(plan)),
      );
      expect(result.verdicts.filter(({ state }) => state === "fail").map(({ id }) => id)).toEqual([]);
      expect([result.revision, result.compliance.grade]).toEqual([revision, "A+"]);
    }
  });

  test("what is wrong with a faulty server is found", async () => {
    const result = await checked(find((plan) => plan.fault === "any-origin" && quickly(plan)));
    expect(result.verdicts.filter(({ state }) => state === "fail").map(({ id }) => id)).toContain("HTTP-005");
  });

  test("the dead, the walled and those that are something else are different", async () => {
    const outcome = async (kind: string): Promise<unknown> => {
      const { server } = await checked(find((plan) => plan.kind === kind));
      return server.blocked?.kind ?? server.outcome;
    };
    const kinds = await Promise.all(["dead", "walled", "not-mcp", "rate-limited"].map(outcome));
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  test("two servers offer different tools, and a later edition has changed some of them", async () => {
    const names = new Set<string>();
    const plans = Array.from({ length: SERVERS }, (_, index) => farm.plan(index));
    const some = plans.filter((plan) => plan.kind === "plain" && plan.delay === 0).slice(0, 6);
    for (const plan of some)
      names.add(
        String(
          ofServer(await checked(plan))
            .tools?.map(({ name }) => name)
            .join(" "),
        ),
      );
    expect(names.size).toBeGreaterThan(2);
    const later = await startFarm({ servers: 1, profile: "mixed", edition: 2 });
    const changed = plans.filter(({ index }) => JSON.stringify(later.plan(index)) !== JSON.stringify(farm.plan(index)));
    await later.close();
    expect(changed.length).toBeGreaterThan(SERVERS / 50);
    expect(changed.length).toBeLessThan(SERVERS / 4);
  });
});
