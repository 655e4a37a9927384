// Puts a client of ours through a scenario and judges what it said.

import { scenarioNamed } from "../../src/areas/scenarios.ts";
import type { Capture } from "../../src/capture/capture.ts";
import type { ScenarioName } from "../../src/capture/scenario-names.ts";
import { holdOnStdio, holdOverHttp } from "../../src/features/client/hold-scenario.ts";
import { mergeSessions } from "../../src/features/client/merge-sessions.ts";
import { makeResult } from "../../src/scores/result/make-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { runPlan } from "./small-client/run-plan.ts";
import type { Vice } from "./small-client/vice.ts";

/** How a client of ours connects. */
export interface ClientContext {
  readonly transport: "http" | "stdio";
  readonly version: string;
  /** Speaks the era of the version, and the other where the server has no other. */
  readonly dual?: true;
}

export const CONTEXTS: readonly ClientContext[] = [
  ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"].flatMap((version) => [
    { transport: "stdio" as const, version },
    // Streamable HTTP came with 2025-03-26.
    ...(version === "2024-11-05" ? [] : [{ transport: "http" as const, version }]),
  ]),
  { transport: "stdio", version: "2026-07-28", dual: true },
  { transport: "http", version: "2026-07-28", dual: true },
];

export const contextName = ({ transport, version, dual }: ClientContext): string =>
  `${version} ${transport}${dual ? ", both eras" : ""}`;

export const eraIn = ({ version }: ClientContext): "stateful" | "stateless" =>
  version >= "2026" ? "stateless" : "stateful";

const TOOL = { name: "mcptest", version: "0.0.0" };

/** A client that is put through several scenarios is judged by all of them, as in a run. */
export const recordClient = async (
  names: ScenarioName | readonly ScenarioName[],
  context: ClientContext,
  vice: Vice,
): Promise<Capture> => {
  if (typeof names === "string") return recordIn(names, context, vice);
  const captures = await Promise.all(names.map((name) => recordIn(name, context, vice)));
  return mergeSessions(captures, (_, index) => names[index] ?? String(index));
};

const recordIn = async (name: ScenarioName, context: ClientContext, vice: Vice): Promise<Capture> => {
  const scenario = scenarioNamed(name);
  const hold = context.transport === "http" ? holdOverHttp : holdOnStdio;
  const held = await hold({ scenario, tool: TOOL, env: {} });
  const { transport, version, dual } = context;
  const choice = { era: eraIn(context), version, vice, dual, given: held.context };
  return held.finish(await runPlan(scenario, transport, held.address, choice));
};

export const judgeClientOf = async (
  names: ScenarioName | readonly ScenarioName[],
  context: ClientContext,
  vice: Vice,
): Promise<Result> => makeResult(await recordClient(names, context, vice), { role: "client", tool: TOOL });

/** Ids of what fails, advisory rules included, and of what mcptest could not judge for a bug of its own. */
export const failuresIn = ({ verdicts }: Result): readonly string[] =>
  verdicts.filter(({ state }) => state === "fail" || state === "error").map(({ id }) => id);
