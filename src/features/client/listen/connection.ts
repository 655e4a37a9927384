import { randomBytes } from "node:crypto";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import type { ScenarioName } from "../../../capture/scenario-names.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { Era } from "../../../protocol/revision.ts";
import { markOf, type ScenarioMark } from "../in-scenario.ts";
import type { SessionObserver } from "../server/scenario-session.ts";
import { isStateless } from "../server/versions.ts";
import { GUIDED, guidedScenario, guidedSteps, isDeliberateStep } from "./guided.ts";
import { goalOf } from "./instructions.ts";
import type { Stage, Walk } from "./walk.ts";

/** How long a client that did what it was asked for may still say something about it, before the walk goes on. */
const SETTLED_MS = 1_500;
/** How long one whose handshake was refused may try again. */
const REFUSED_MS = 5_000;

/** What one connection is held in. */
export interface ConnectionPlan {
  readonly scenario: Scenario;
  readonly mark: ScenarioMark;
  readonly observer: SessionObserver;
}

export interface PlanSettings {
  readonly walk: Walk;
  readonly stage: Stage;
  /** The first message of the client. */
  readonly first: Json | undefined;
  /** Runs once after the time, unless called again before or the walk is over. */
  readonly later: (key: string, ms: number, work: () => void) => void;
  readonly onChange: () => void;
}

/** Chooses the scenario of a new connection, and watches how far its client comes. */
export const planConnection = (settings: PlanSettings): ConnectionPlan =>
  settings.stage.kind === "guided"
    ? guidedConnection(settings, settings.stage.face)
    : ownConnection(settings, settings.stage.scenario);

const eraIn = (message: Json | undefined): Era =>
  isJsonObject(message) && isStateless(message) ? "stateless" : "stateful";

const versionIn = (message: Json | undefined): Json | undefined => {
  const params = member(message, "params");
  return member(params, "protocolVersion") ?? member(member(params, "_meta"), META_KEY.protocolVersion);
};

const guidedConnection = ({ walk, first, onChange }: PlanSettings, face: Scenario["face"]): ConnectionPlan => {
  const steps = guidedSteps(walk.scenarios, eraIn(first), versionIn(first));
  const codes = steps.map(() => randomBytes(3).toString("hex"));
  const isProven = (request: JsonObject, tool: string): boolean => {
    const index = steps.findIndex((step) => step.tool === tool);
    return (
      codes[index] !== undefined && member(member(member(request, "params"), "arguments"), "code") === codes[index]
    );
  };
  return {
    scenario: guidedScenario(steps, codes, face),
    mark: { name: GUIDED, isDeliberate: isDeliberateStep(steps) },
    observer: {
      heard: (message) => {
        learnFrom(walk, message);
        onChange();
      },
      answered: (request) => {
        const tool = stringMember(member(request, "params"), "name") ?? "";
        const step = steps.find((one) => one.tool === tool);
        if (step && member(request, "method") === "tools/call") walk.done(step.name, isProven(request, tool));
        for (const scenario of walk.scenarios)
          if (PLAIN_GOALS.get(scenario.name) === member(request, "method") && isOfEra(scenario, request))
            walk.done(scenario.name, false);
        onChange();
      },
    },
  };
};

/** What ends the steps that need nothing special of the server. */
const PLAIN_GOALS: ReadonlyMap<ScenarioName, string> = new Map([
  ["neutral-stateful", "prompts/get"],
  ["neutral-stateless", "prompts/get"],
]);

const isOfEra = ({ face }: Scenario, request: JsonObject): boolean =>
  face === "dual" || face === (isStateless(request) ? "stateless" : "stateful");

const OPENINGS: ReadonlySet<string> = new Set(["initialize", "server/discover", "ping"]);

const ownConnection = ({ walk, later, onChange }: PlanSettings, scenario: Scenario): ConnectionPlan => {
  const { name } = scenario;
  const goal = goalOf(scenario);
  let isReady = false;
  let isReached = false;
  const done = (): void => {
    walk.done(name, false);
    onChange();
  };
  return {
    scenario,
    mark: markOf(scenario),
    observer: {
      heard: (message) => {
        learnFrom(walk, message);
        walk.connected(name);
        const method = stringMember(message, "method");
        isReady ||= method !== undefined && !OPENINGS.has(method);
        if (isReached) later(name, SETTLED_MS, done);
        else if (!isReady) later(name, REFUSED_MS, () => isReady || done());
        onChange();
      },
      answered: (request) => {
        if (member(request, "method") !== goal) return;
        isReached = true;
        later(name, SETTLED_MS, done);
      },
    },
  };
};

/** The openings of a client say which eras it speaks. */
const learnFrom = (walk: Walk, message: JsonObject): void => {
  if (stringMember(message, "method") === "initialize") walk.learn("stateful", versionIn(message));
  else if (isStateless(message)) walk.learn("stateless", versionIn(message));
};
