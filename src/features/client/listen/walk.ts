import { SCENARIOS, type ScenarioName } from "../../../capture/scenario-names.ts";
import type { Scenario } from "../../../probe/scenario/scenario.ts";
import type { Era } from "../../../protocol/revision.ts";
import type { WalkStep, WalkTask, WalkView } from "../client-walk.ts";
import { type GuidedStep, guidedSteps, isDuringCall } from "./guided.ts";
import { instructionsFor } from "./instructions.ts";

/** Which scenario a connection is held in: one in which every step is a tool, or one of its own. */
export type Stage =
  | { readonly kind: "guided"; readonly face: Scenario["face"] }
  | { readonly kind: "own"; readonly scenario: Scenario };

/** Scenarios in which nothing about the server is special: what counts is what the client does. */
const PLAIN: ReadonlySet<ScenarioName> = new Set(["neutral", "neutral-stateful", "neutral-stateless"]);

/**
 * How far a client has come, and what is next: first everything that happens during calls, in one connection; then what needs a
 * connection of its own. What a step was is never undone; what was left out is said in the report.
 */
export class Walk {
  readonly #all: readonly Scenario[];
  readonly #done = new Set<ScenarioName>();
  readonly #skipped = new Set<ScenarioName>();
  readonly #proven = new Set<ScenarioName>();
  /** What clients have shown of themselves: the eras they speak, and the newest version of each. */
  readonly #eras = new Map<Era, unknown>();
  #connectedIn: ScenarioName | undefined;

  /** Of the scenarios given those that a person can drive. */
  constructor(all: readonly Scenario[]) {
    this.#all = all.filter((scenario) => instructionsFor(scenario) !== undefined);
  }

  get scenarios(): readonly Scenario[] {
    return this.#all;
  }

  /** A client speaks this era. */
  learn(era: Era, version: unknown): void {
    if (!this.#eras.has(era) || version !== undefined) this.#eras.set(era, version);
  }

  get hasMet(): boolean {
    return this.#eras.size > 0;
  }

  /** Where a new connection belongs. */
  get stage(): Stage {
    const now = this.#now();
    const scenario = this.#all.find(({ name }) => name === now);
    // Who the client is shows first.
    if (!scenario || !this.hasMet) return { kind: "guided", face: "dual" };
    if (!this.#isGuided(scenario)) return { kind: "own", scenario };
    // One that prefers the stateless era would never come to what only the other has.
    return { kind: "guided", face: scenario.face === "stateful" && this.#eras.has("stateless") ? "stateful" : "dual" };
  }

  /** Whether it is done in the guided connection: during a call, or because nothing about the server is special. */
  #isGuided(scenario: Scenario): boolean {
    return this.#guided().some(({ name }) => name === scenario.name) || this.#isPlain(scenario);
  }

  /** Uses a plain server, which the guided one is too, in an era that the client speaks. */
  #isPlain({ name, face }: Scenario): boolean {
    return PLAIN.has(name) && (face === "dual" || this.#eras.has(face));
  }

  /** A client has connected in a scenario of its own. */
  connected(name: ScenarioName): void {
    this.#connectedIn = name;
  }

  done(name: ScenarioName, isProven: boolean): void {
    this.#done.add(name);
    this.#skipped.delete(name);
    if (isProven) this.#proven.add(name);
  }

  /** Leaves out what is to be done now. */
  skip(): void {
    const now = this.#now();
    if (now !== undefined) this.#skipped.add(now);
  }

  view(): WalkView {
    const now = this.#now();
    const steps = this.#order().map(
      (name): WalkStep => ({
        name,
        phrase: SCENARIOS[name].phrase,
        state: this.#done.has(name)
          ? "done"
          : this.#skipped.has(name)
            ? "skipped"
            : name === now && this.hasMet
              ? "now"
              : "to-come",
        proven: this.#proven.has(name),
      }),
    );
    return { steps, task: this.#task(now), isOver: this.hasMet && now === undefined };
  }

  #task(now: ScenarioName | undefined): WalkTask {
    if (!this.hasMet) return { title: "Connect your client", sentences: ["Add the address to it and let it connect."] };
    if (now === undefined)
      return { title: "Nothing is left to do", sentences: ["Press Ctrl-C in the terminal: it prints the verdicts."] };
    const step = this.#guided().find(({ name }) => name === now);
    if (step) return guidedTask(step, this.#done.size === 0);
    const scenario = this.#all.find(({ name }) => name === now);
    if (scenario && this.#isPlain(scenario))
      return {
        title: SCENARIOS[now].phrase,
        sentences: [...(instructionsFor(scenario) ?? []), "Go on with Next where your client has no such thing."],
      };
    const isStateless = this.#eras.has("stateless") && scenario?.face !== "stateful";
    const isConnected = this.#connectedIn === now || (isStateless && this.#eras.size === 1);
    return {
      title: SCENARIOS[now].phrase,
      sentences: [
        ...(isConnected ? [] : ["Reconnect: switch the server off and on in your client, or restart it."]),
        ...((scenario && instructionsFor(scenario)) ?? []),
        "If the client reports an error, that may be right: go on with Next.",
      ],
    };
  }

  /** In each era; what one has already done is not asked for again in the other. */
  #guided(): readonly GuidedStep[] {
    const found = new Map<ScenarioName, GuidedStep>();
    for (const [era, version] of this.#eras)
      for (const step of guidedSteps(this.#all, era, version)) if (!found.has(step.name)) found.set(step.name, step);
    return [...found.values()];
  }

  #order(): readonly ScenarioName[] {
    const guided = this.#guided().map(({ name }) => name);
    const others = this.#all.filter(
      (scenario) => !isDuringCall(scenario) && scenario.name !== "neutral" && scenario.transport !== "stdio",
    );
    const plain = others.filter((scenario) => this.#isPlain(scenario));
    const own = others
      .filter((scenario) => !plain.includes(scenario))
      // Whether a client of the stateless era also speaks the other shows only where it has to.
      .filter(({ face, name }) => face === "dual" || this.#eras.has(face) || name === "neutral-stateful");
    return [...guided, ...[...plain, ...own].map(({ name }) => name)];
  }

  #now(): ScenarioName | undefined {
    return this.#order().find((name) => !this.#done.has(name) && !this.#skipped.has(name));
  }
}

const guidedTask = ({ tool, phrase, besides }: GuidedStep, isFirst: boolean): WalkTask => ({
  title: phrase,
  sentences: [
    `Call the tool ${tool}.`,
    ...besides,
    ...(isFirst ? ['An agent needs one sentence: "Call the tool start of mcptest, and do what it says."'] : []),
  ],
});
