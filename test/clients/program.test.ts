// Programs on the official SDKs, started as a user's command would start them.

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ALL_SCENARIOS, scenarioNamed } from "../../src/areas/scenarios.ts";
import type { ScenarioName } from "../../src/capture/scenario-names.ts";
import { type ClientTest, type TestedClient, testClient } from "../../src/features/client/test-client.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import { failuresIn } from "./judge-test-client.ts";

const TOOL = { name: "mcptest", version: "0.0.0" };

const programAt = (name: string): string => fileURLToPath(new URL(`programs/${name}`, import.meta.url));

const settings = (command: readonly string[]): Omit<ClientTest, "scenarios" | "areNamed"> => ({
  command,
  transports: ["http"],
  revision: undefined,
  tool: TOOL,
  env: { PATH: process.env["PATH"] ?? "" },
  relay: [],
  writeConfig: () => "",
  atOnce: { starting: 2, open: 2 },
  signal: new AbortController().signal,
});

const run = (command: readonly string[], ...names: readonly ScenarioName[]): Promise<TestedClient> =>
  testClient({ ...settings(command), scenarios: names.map(scenarioNamed), areNamed: true });

for (const program of ["sdk1.mjs", "client2.mjs"])
  test(`${program} fails nothing`, { timeout: 60_000 }, async () => {
    // In the last two its second list is the last thing it asks for: nothing has to follow.
    const scenarios = ["neutral", "server-requests", "json-with-charset", "streamed-answers"] as const;
    const { capture, runs } = await run([process.execPath, programAt(program), "{url}"], ...scenarios);
    expect(runs.map(({ connected, exitCode }) => [connected, exitCode])).toEqual(scenarios.map(() => [true, 0]));
    const result = await makeResult(capture, { role: "client", tool: TOOL });
    expect(result.role).toBe("client");
    expect(failuresIn(result)).toEqual([]);
    expect(result.counts.states.pass).toBeGreaterThan(10);
  });

for (const program of ["official-sdk1.mjs", "official-client2.mjs"])
  test.concurrent(`${program}, written for the official suite, signs in and calls as that suite asks`, {
    timeout: 60_000,
  }, async ({ expect }) => {
    const { capture, runs } = await run(
      [process.execPath, programAt(program), "{url}"],
      "auth-sign-in",
      "elicitation-defaults",
    );
    expect(runs.map(({ connected, exitCode }) => [connected, exitCode])).toEqual([
      [true, 0],
      [true, 0],
    ]);
    const result = await makeResult(capture, { role: "client", tool: TOOL });
    expect(failuresIn(result)).toEqual([]);
    const passed = result.verdicts.flatMap(({ id, state }) => (state === "pass" ? [id] : []));
    expect(passed).toEqual(expect.arrayContaining(["C-AUTH-035", "C-AUTH-065", "C-ELICIT-010"]));
    // Scenarios of somebody's choice give no tier.
    expect(result.conformance).toMatchObject({ tier: null, badge: null });
  });

test("a program is spared what it has no use for, and the verdicts say what is missing", {
  timeout: 60_000,
}, async () => {
  const authorized = ALL_SCENARIOS.filter(({ authorization, face }) => authorization && face !== "stateless").slice(
    0,
    3,
  );
  expect(authorized).toHaveLength(3);
  const { capture, runs } = await testClient({
    ...settings([process.execPath, programAt("sdk1.mjs"), "{url}"]),
    scenarios: [...authorized, scenarioNamed("sampling-requests")],
    areNamed: false,
  });
  expect(runs.map(({ scenario }) => scenario.name)).toEqual(["neutral", "auth-sign-in"]);
  expect(capture.not_probed).toContainEqual({
    conversation: "http",
    step: authorized.find(({ name }) => name !== "auth-sign-in")?.name,
    reason: "prerequisite-missing",
    detail: "the client does something about a 401, which it did not in auth-sign-in",
  });
  const { verdicts } = await makeResult(capture, { role: "client", tool: TOOL });
  const spared = verdicts.find(
    (one) => one.state === "inconclusive" && one.detail.includes("the client declares sampling"),
  );
  expect(spared).toMatchObject({ state: "inconclusive", reason: "not-reached" });
});

test("a program that ends without a word never connected", { timeout: 60_000 }, async () => {
  const { capture, runs } = await run([process.execPath, "-e", "process.exit(3)", "{url}"], "neutral");
  expect(runs).toMatchObject([{ connected: false, ended: "itself", exitCode: 3 }]);
  expect((await makeResult(capture, { role: "client", tool: TOOL })).server.outcome).toBe("unreachable");
});

test("a program that cannot be started says so", async () => {
  const { runs } = await run(["./there-is-no-such-program", "{url}"], "neutral");
  expect(runs).toMatchObject([{ connected: false, ended: "not-started" }]);
});
