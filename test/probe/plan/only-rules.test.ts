// A rule that is asked for alone gets the verdict of the whole run: what it needs is asked, and what that builds on.
// `ALL_RULES=1` asks for every rule by itself, over every transport, which takes some minutes.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { groupBy } from "../../../src/base/group-by.ts";
import type { VerdictState } from "../../../src/judge/core/verdict.ts";
import { areaOf } from "../../../src/judge/corpus/rule-id.ts";
import { record, type TargetLike } from "../../../src/library/index.ts";
import { judgeRules } from "../../../src/library/judge.ts";
import { inParallel } from "../../../src/probe/concurrency.ts";
import { startHttpServer } from "../../servers/http/http-server.ts";
import { stdioServerCommand } from "../../servers/spawn.ts";

const all = process.env["ALL_RULES"] === "1";

const CASES = [
  { revision: "2025-11-25", era: "stateful", transport: "http" },
  { revision: "2025-11-25", era: "stateful", transport: "stdio" },
  { revision: "2026-07-28", era: "stateless", transport: "http" },
  { revision: "2026-07-28", era: "stateless", transport: "stdio" },
] as const;

/** Of each area one rule that was decided, the one in the middle. */
const spread = (whole: ReadonlyMap<string, VerdictState>): readonly string[] => {
  const decided = [...whole].flatMap(([id, state]) => (state === "pass" ? [id] : []));
  return [...groupBy(decided, areaOf).values()].map((ids) => ids[Math.floor(ids.length / 2)] ?? "");
};

/** Most of a run is waiting, so some go on beside each other. */
const AT_ONCE = 4;

describe.each(all ? CASES : CASES.filter(({ era, transport }) => (era === "stateful") === (transport === "http")))(
  "$revision over $transport",
  ({ revision, era, transport }) => {
    let target: TargetLike = "";
    let close = async (): Promise<void> => {};
    const whole = new Map<string, VerdictState>();

    const judged = async (only?: string): Promise<readonly (readonly [string, VerdictState])[]> => {
      const capture = await record(target, { revision, ...(only === undefined ? {} : { only: [only] }) });
      return (await judgeRules(capture, revision)).verdicts.map(({ id, state }) => [id, state]);
    };

    beforeAll(async () => {
      if (transport === "http") {
        const server = await startHttpServer({ era, revisions: [revision] });
        target = server.url;
        close = () => server.close();
      } else {
        const { command, args } = stdioServerCommand({ era, revisions: [revision] });
        target = [command, ...args];
      }
      for (const [id, state] of await judged()) whole.set(id, state);
    });

    afterAll(() => close());

    test("a rule asked for alone gets the same verdict", { timeout: all ? 3_600_000 : 120_000 }, async () => {
      const ids = all ? [...whole.keys()] : spread(whole);
      expect(ids.length).toBeGreaterThan(15);
      const found = await inParallel(
        ids.map((id) => async () => [id, await judged(id)] as const),
        AT_ONCE,
      );
      expect(found).toEqual(ids.map((id) => [id, [[id, whole.get(id)]]]));
    });
  },
);
