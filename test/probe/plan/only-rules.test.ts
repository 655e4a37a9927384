// A rule that is asked for alone gets the verdict of the whole run: what it needs is asked, and what that builds on.
// `ALL_RULES=1` asks for every rule by itself, over every transport, which takes some minutes.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeSession } from "../../../src/check/judge-session.ts";
import { record, type TargetLike } from "../../../src/index.ts";
import type { VerdictState } from "../../../src/model/verdict.ts";
import { inParallel } from "../../../src/probe/in-parallel.ts";
import { startHttpServer } from "../../servers/http/http-server.ts";
import { stdioServerCommand } from "../../servers/spawn.ts";

/** One or two of every section, and of every way in which steps depend on each other. */
const SPREAD: Readonly<Record<string, readonly string[]>> = {
  "2025-11-25": [
    ...["PROTO-001", "PROTO-003", "PROTO-014", "PROTO-033", "SEC-008", "HTTP-005", "HTTP-017", "HTTP-039", "STDIO-004"],
    ...["TOOL-002", "TOOL-025", "RES-001", "RES-017", "PROMPT-001", "PAGE-010", "LOG-007", "LOG-009", "PROG-001"],
    ...["CANCEL-009", "PING-001", "ELICIT-012", "SAMPLE-004", "ROOTS-005", "TASK-009", "META-016", "SCHEMA-001"],
  ],
  "2026-07-28": [
    ...["DISC-001", "PROTO-003", "PROTO-014", "PROTO-033", "PROTO-065", "HTTP-049", "HEADER-012", "STDIO-011"],
    ...["TOOL-002", "TOOL-032", "TOOL-033", "RES-018", "RES-032", "PROMPT-021", "LOG-008", "LOG-016", "PROG-003"],
    ...["CANCEL-015", "SUBS-001", "ELICIT-005", "SAMPLE-008", "MRTR-001", "META-009", "TASK-052", "CACHE-012"],
  ],
};

const all = process.env["ALL_RULES"] === "1";

const CASES = [
  { revision: "2025-11-25", era: "stateful", transport: "http" },
  { revision: "2025-11-25", era: "stateful", transport: "stdio" },
  { revision: "2026-07-28", era: "stateless", transport: "http" },
  { revision: "2026-07-28", era: "stateless", transport: "stdio" },
] as const;

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
      return (await judgeSession(capture, revision)).verdicts.map(({ id, state }) => [id, state]);
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
      const ids = all ? [...whole.keys()] : (SPREAD[revision] ?? []).filter((id) => whole.has(id));
      expect(ids.length).toBeGreaterThan(20);
      const found = await inParallel(
        ids.map((id) => async () => [id, await judged(id)] as const),
        AT_ONCE,
      );
      expect(found).toEqual(ids.map((id) => [id, [[id, whole.get(id)]]]));
    });
  },
);
