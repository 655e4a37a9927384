import type { Capture, ClientEnd } from "../model/capture.ts";
import type { Scenario } from "./scenario.ts";

/** A capture whose conversations say in which scenario they were held. */
export const inScenario = (capture: Capture, scenario: Scenario, end?: ClientEnd): Capture => ({
  ...capture,
  conversations: (capture.conversations ?? []).map((one) => ({
    ...one,
    scenario: scenario.name,
    ...(end === undefined ? {} : { client_end: end }),
  })),
  exchanges: scenario.deliberate
    ? capture.exchanges.map((one) => ({ ...one, deliberate: true as const }))
    : capture.exchanges,
});
