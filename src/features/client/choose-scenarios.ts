import { scenarioNamed } from "../../areas/scenarios.ts";
import type { Capture, NotProbed } from "../../capture/capture.ts";
import { timelineOf } from "../../capture/timeline.ts";
import { declaredCapabilities } from "../../judge/core/client/profile.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import type { Era } from "../../protocol/revision.ts";
import { isDeclared } from "./declared.ts";
import type { ClientTransport } from "./launch-words.ts";

export interface ScenarioChoice {
  readonly chosen: readonly Scenario[];
  /** What the client has no use for, with what it would take. */
  readonly leftOut: readonly NotProbed[];
}

/** A neutral session shows which eras and capabilities the client has; only scenarios of those are worth its time. */
export const chooseScenarios = async (
  scenarios: readonly Scenario[],
  transport: ClientTransport,
  run: (scenario: Scenario) => Promise<Capture>,
): Promise<ScenarioChoice> => {
  const captures = [await run(scenarioNamed("neutral"))];
  const eras = new Set<Era>(captures.flatMap((one) => timelineOf(one).sessions).map(({ era }) => era));
  if (eras.size === 0) return { chosen: [], leftOut: [] };
  const done = new Set<string>(["neutral"]);
  // One that prefers the stateless era may speak the other where it has to.
  if (!eras.has("stateful")) {
    const fallback = await run(scenarioNamed("neutral-stateful"));
    for (const { initialize } of timelineOf(fallback).sessions) if (initialize) eras.add("stateful");
    captures.push(fallback);
    done.add("neutral-stateful");
  }
  const here = scenarios.filter(
    ({ name, transport: only }) => !done.has(name) && (only === undefined || only === transport),
  );
  // One that does nothing about 401 need not be asked sixty times.
  const signsIn = here.some(({ name }) => name === SIGN_IN)
    ? asksElsewhere(await run(scenarioNamed(SIGN_IN)))
    : undefined;
  const declared = captures.flatMap(declaredCapabilities);
  const missing = ({ face, authorization, needs, official }: Scenario): string | undefined => {
    if (face !== "dual" && !eras.has(face)) return `the client speaks the ${face} era, which no session showed`;
    if (authorization && signsIn === false)
      return `the client does something about a 401, which it did not in ${SIGN_IN}`;
    // A program written for the official suite may declare it there alone.
    const isPlain = needs !== undefined && official === undefined;
    if (isPlain && declared.length > 0 && !declared.some((one) => isDeclared(one, needs)))
      return `the client declares ${needs}, which it did not in the neutral session`;
    return undefined;
  };
  const judged = here
    .filter(({ name }) => name !== SIGN_IN)
    .map((scenario) => ({ scenario, detail: missing(scenario) }));
  return {
    chosen: judged.flatMap(({ scenario, detail }) => (detail === undefined ? [scenario] : [])),
    leftOut: judged.flatMap(({ scenario: { name }, detail }): NotProbed[] =>
      detail === undefined ? [] : [{ conversation: transport, step: name, reason: "prerequisite-missing", detail }],
    ),
  };
};

const SIGN_IN = "auth-sign-in";

/** Whether the client asks for anything but the server itself: metadata first of all. */
const asksElsewhere = ({ exchanges }: Capture): boolean => exchanges.some(({ http }) => http?.url !== undefined);
