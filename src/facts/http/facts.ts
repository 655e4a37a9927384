import type { Fact } from "../fact.ts";
import { parallelAnswers, reconnections, sameIdAnswers } from "./clients.ts";
import { endpoint, foreignOrigin, foreignOriginMethods, ownOrigin } from "./endpoint.ts";
import { eventAnswers, requestStreamMessages } from "./event-answers.ts";
import { sseEventNames, sseOpening, ssePosts } from "./http-sse.ts";
import {
  httpDelete,
  httpGet,
  keepAlives,
  oldTransports,
  postedResponse,
  withLastEventId,
  withSessionId,
} from "./other-methods.ts";
import { jsonAnswers, notificationPosts, requestPosts } from "./posts.ts";
import { replays } from "./replays.ts";
import {
  initializeAnew,
  modernSessionHeaders,
  sessionDelete,
  sessionEnded,
  sessionIdMake,
  sessionIds,
  sessionMissing,
  sessionUnknown,
} from "./sessions.ts";
import { streamDefects } from "./stream-defects.ts";
import {
  broadcastMessages,
  droppedGetStreams,
  eventStreams,
  getStream,
  getStreamMessages,
  repeatedEventIds,
} from "./streams.ts";

export const HTTP_FACTS: readonly Fact[] = [
  endpoint,
  foreignOrigin,
  foreignOriginMethods,
  ownOrigin,
  requestPosts,
  notificationPosts,
  jsonAnswers,
  eventAnswers,
  requestStreamMessages,
  eventStreams,
  streamDefects,
  getStream,
  getStreamMessages,
  droppedGetStreams,
  broadcastMessages,
  repeatedEventIds,
  replays,
  sessionIds,
  sessionIdMake,
  sessionMissing,
  sessionUnknown,
  sessionEnded,
  sessionDelete,
  modernSessionHeaders,
  initializeAnew,
  parallelAnswers,
  sameIdAnswers,
  reconnections,
  httpGet,
  httpDelete,
  withLastEventId,
  withSessionId,
  postedResponse,
  oldTransports,
  keepAlives,
  sseOpening,
  ssePosts,
  sseEventNames,
];
