import type { Fact } from "../fact.ts";
import {
  callsAfterLevel,
  logBursts,
  logMessages,
  logOrder,
  logSecrets,
  logStreams,
  logsByLevel,
  logsWithoutLevel,
} from "./log-messages.ts";
import { levelInMeta, removedSetLevel, setLevel, setLevelUnadvertised, unknownLevel } from "./setting.ts";

import { loggingStanding } from "./standing.ts";

export const LOGGING_FACTS: readonly Fact[] = [
  setLevel,
  levelInMeta,
  unknownLevel,
  setLevelUnadvertised,
  removedSetLevel,
  logMessages,
  logsByLevel,
  logsWithoutLevel,
  logOrder,
  logStreams,
  callsAfterLevel,
  logBursts,
  logSecrets,
  loggingStanding,
];
