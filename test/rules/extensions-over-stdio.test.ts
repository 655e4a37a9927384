// Every mutant and every near-miss of the extensions over stdio too. Asking for the rules of one extension alone takes a
// fraction of a second, so each has a process of its own. Over HTTP they are met in test/areas.

import { describe, expect, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import { VERSION } from "../../src/base/version.ts";
import { planPart } from "../../src/judge/session/rule-choice.ts";
import { baseEnvironment } from "../../src/wire/stdio/base-environment.ts";
import { mutantsOf, nearMissesOf } from "../areas/tables.ts";
import { stdioServerCommand } from "../servers/spawn.ts";
import { failedIds, judgeRecording } from "./judge-server.ts";
import { LIVE_RETRIES } from "./live-retries.ts";

const CONTEXT = "stdio/2026-07-28";

const failures = async (rules: string, bent: { mutant: string } | { nearMiss: string }): Promise<readonly string[]> => {
  const { command, args } = stdioServerCommand({ era: "stateless", slowMs: 400, ...bent });
  const capture = await probeTarget(
    { kind: "stdio", command, args, env: {} },
    {
      client: { name: "mcptest", version: VERSION },
      baseEnv: baseEnvironment(process.env),
      revision: "2026-07-28",
      part: planPart({ only: [rules] }),
    },
  );
  return failedIds(await judgeRecording(capture, CONTEXT)).filter((id) => id.startsWith(`${rules}-`));
};

describe.each([
  ["SKILL", mutantsOf("skills"), nearMissesOf("skills")],
  ["APP", mutantsOf("apps"), nearMissesOf("apps")],
] as const)("%s", (rules, mutants, nearMisses) => {
  test.concurrent.each(mutants)("$id fails what its vice is about", LIVE_RETRIES, async ({ id, fails }) => {
    const own = fails.filter((rule) => rule.startsWith(`${rules}-`));
    expect(await failures(rules, { mutant: id })).toEqual(expect.arrayContaining(own));
    expect(own).not.toEqual([]);
  });

  test.concurrent.each(nearMisses)("$id fails nothing", LIVE_RETRIES, async ({ id }) => {
    expect(await failures(rules, { nearMiss: id })).toEqual([]);
  });
});
