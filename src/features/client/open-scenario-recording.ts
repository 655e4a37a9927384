import type { Capture } from "../../capture/capture.ts";
import { readCaptures } from "../../capture/read.ts";
import type { Target } from "../../capture/target.ts";
import { openRecording } from "../../probe/proxy/open-recording.ts";
import type { Recording } from "../../probe/proxy/recording.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";
import { DEFAULT_LIMITS } from "../../wire/limits.ts";

/** More than any client says in a scenario; a flood is recorded up to here. */
const MAX_CHARACTERS = 32_000_000;

export interface ScenarioRecording {
  readonly recording: Recording;
  /** Ends it. */
  read(answered: boolean): Capture;
  /** What was said so far. */
  soFar(): Capture;
}

/** How much may still be kept, by several recordings together. */
export interface RecordingBudget {
  characters: number;
}

/** What a client says in a scenario, kept in memory. */
export const openScenarioRecording = (
  target: Target,
  scenario: Scenario,
  {
    tool,
    env,
    budget = { characters: MAX_CHARACTERS },
  }: {
    readonly tool: { readonly name: string; readonly version: string };
    readonly env: Readonly<Record<string, string>>;
    readonly budget?: RecordingBudget;
  },
): ScenarioRecording => {
  const lines: string[] = [];
  const append = (line: string): void => {
    budget.characters -= line.length;
    if (budget.characters < 0) throw new Error("the client said more than is kept of one scenario");
    lines.push(line);
  };
  const recording = openRecording(target, {
    tool,
    limits: DEFAULT_LIMITS,
    inheritedEnv: env,
    create: (header) => {
      append(header);
      return append;
    },
    // What was kept so far is judged; the capture says that it is not all.
    onFailure: () => {},
  });
  const readAs = (text: string): Capture => {
    const [capture] = readCaptures(text, scenario.name).sessions;
    if (!capture) throw new Error("a recording without a session");
    return capture;
  };
  return {
    recording,
    // As if it ended here.
    soFar: () =>
      readAs(
        `${lines.join("")}${JSON.stringify({ type: "footer", exchanges: recording.exchanges, outcome: "complete" })}\n`,
      ),
    read: (answered) => {
      recording.close(answered ? "complete" : "unreachable");
      return readAs(lines.join(""));
    },
  };
};
