import type { Untrusted } from "../../base/untrusted.ts";
import type { ScenarioName } from "../../capture/scenario-names.ts";
import type { Verdict } from "../../judge/core/verdict.ts";

export type StepState = "done" | "skipped" | "now" | "to-come";

/** One thing a person or an agent does, as it is shown. */
export interface WalkStep {
  readonly name: ScenarioName;
  readonly phrase: string;
  readonly state: StepState;
  /** Whether the code of the step came back: then the client acted on what it was answered. */
  readonly proven: boolean;
}

/** What is to be done now. */
export interface WalkTask {
  readonly title: string;
  readonly sentences: readonly string[];
}

export interface WalkView {
  readonly steps: readonly WalkStep[];
  readonly task: WalkTask;
  readonly isOver: boolean;
}

/** A configuration that one host reads. */
export interface HostConfig {
  readonly host: string;
  /** The file it is put into, or that it is a command. */
  readonly place: string;
  readonly text: string;
}

/** Everything the page of a run shows. */
export interface WalkPage extends WalkView {
  readonly url: string;
  readonly configs: readonly HostConfig[];
  /** Who the clients say they are. */
  readonly clients: readonly Untrusted[];
  /** What was judged so far; undefined before a client has said anything. */
  readonly verdicts: readonly Verdict[] | undefined;
  /** What clients sent last, newest first. */
  readonly said: readonly Untrusted[];
  /** What a request that changes something has to bring. */
  readonly token: string;
}
