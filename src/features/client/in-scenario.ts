import type { Capture, ClientEnd, Exchange } from "../../capture/capture.ts";
import type { Scenario } from "../../probe/scenario/scenario.ts";

/** How a scenario is written down. */
export interface ScenarioMark {
  readonly name: string;
  /** Whether the server broke a rule of its own there, on purpose. */
  readonly isDeliberate: (exchange: Exchange) => boolean;
}

export const markOf = ({ name, deliberate }: Scenario): ScenarioMark => ({
  name,
  isDeliberate: () => deliberate === true,
});

/** A capture whose conversations say in which scenario they were held. */
export const inScenario = (capture: Capture, { name, isDeliberate }: ScenarioMark, end?: ClientEnd): Capture => ({
  ...capture,
  conversations: (capture.conversations ?? []).map((one) => ({
    ...one,
    scenario: name,
    ...(end === undefined ? {} : { client_end: end }),
  })),
  exchanges: capture.exchanges.map((one) => (isDeliberate(one) ? { ...one, deliberate: true as const } : one)),
});
