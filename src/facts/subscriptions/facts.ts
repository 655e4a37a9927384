import type { Fact } from "../fact.ts";
import { concurrentListens, endedListens, listen, listenAll } from "./listening.ts";
import { cancelledListens, defectiveListen, listenMessages, malformedListen, strayChanges } from "./messages.ts";

export const SUBSCRIPTIONS_FACTS: readonly Fact[] = [
  listen,
  listenAll,
  concurrentListens,
  endedListens,
  listenMessages,
  strayChanges,
  cancelledListens,
  malformedListen,
  defectiveListen,
];
