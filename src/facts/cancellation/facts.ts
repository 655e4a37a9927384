import type { Fact } from "../fact.ts";
import {
  cancelAnswered,
  cancelledCalls,
  cancelMalformed,
  cancelRaces,
  cancelUnknown,
  cutCalls,
} from "./cancellations.ts";
import { lateAnswers, serverCancellations } from "./server-cancellations.ts";

export const CANCELLATION_FACTS: readonly Fact[] = [
  cancelUnknown,
  cancelMalformed,
  cancelAnswered,
  cancelRaces,
  cancelledCalls,
  cutCalls,
  serverCancellations,
  lateAnswers,
];
