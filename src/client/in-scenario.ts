import type { Capture } from "../model/capture.ts";
import type { Scenario } from "./scenario.ts";

/** A capture whose conversations say in which scenario they were held. */
export const inScenario = (capture: Capture, scenario: Scenario): Capture => ({
  ...capture,
  conversations: (capture.conversations ?? []).map((one) => ({ ...one, scenario: scenario.name })),
  exchanges: scenario.deliberate
    ? capture.exchanges.map((one) => ({ ...one, deliberate: true as const }))
    : capture.exchanges,
});
