import type { Fact } from "../fact.ts";
import {
  afterBatchInitialize,
  batchInitialize,
  batchOfNotifications,
  batchOfRequests,
  emptyBatch,
  mixedBatch,
} from "./batches.ts";
import { codeUses } from "./code-uses.ts";
import { constructs } from "./constructs.ts";
import { faults } from "./faults.ts";
import { capabilities, discover, initialize } from "./handshake.ts";
import {
  afterNullId,
  afterOddInput,
  afterParseError,
  malformedParams,
  notJsonRpc,
  nullId,
  parseError,
  unknownNotification,
} from "./malformed.ts";
import { messageArrays, messages } from "./messages.ts";
import { encodingFaults, noise } from "./noise.ts";
import { notificationAnswers, notifications, serverRequests } from "./notifications.ts";
import { beforeInitialize, oddVersion, recoveries, unknownCapability } from "./odd-handshakes.ts";
import { errors, responseIds, responses, results, strayResponses } from "./responses.ts";
import { earlyRequests, featureUses, firstWords, serverRequestIds } from "./server-requests.ts";
import {
  besideLegacy,
  extraParam,
  freshLists,
  freshReads,
  interleaved,
  leftoverControl,
  leftovers,
  legacyInitialize,
  removedInitialize,
  sameId,
} from "./statelessness.ts";
import { unadvertised } from "./unadvertised.ts";
import { unknownMethod } from "./unknown-method.ts";
import {
  besideUnknownVersion,
  counterOffers,
  listedVersion,
  olderVersion,
  unknownVersion,
  versionAnswers,
} from "./versions.ts";

export const LIFECYCLE_FACTS: readonly Fact[] = [
  initialize,
  discover,
  capabilities,
  unknownMethod,
  messages,
  messageArrays,
  noise,
  encodingFaults,
  responses,
  responseIds,
  strayResponses,
  results,
  errors,
  notifications,
  notificationAnswers,
  serverRequests,
  serverRequestIds,
  firstWords,
  earlyRequests,
  featureUses,
  constructs,
  codeUses,
  unadvertised,
  faults,
  oddVersion,
  beforeInitialize,
  unknownCapability,
  recoveries,
  versionAnswers,
  counterOffers,
  unknownVersion,
  besideUnknownVersion,
  olderVersion,
  listedVersion,
  parseError,
  afterParseError,
  notJsonRpc,
  nullId,
  afterNullId,
  unknownNotification,
  afterOddInput,
  malformedParams,
  batchOfRequests,
  batchOfNotifications,
  emptyBatch,
  mixedBatch,
  batchInitialize,
  afterBatchInitialize,
  interleaved,
  sameId,
  freshLists,
  freshReads,
  extraParam,
  removedInitialize,
  leftovers,
  leftoverControl,
  legacyInitialize,
  besideLegacy,
];
