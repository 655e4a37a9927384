// Progress and log notifications of one running request, the same in both eras.

import { isAsSevereAs, type LogLevel } from "./features/log-levels.ts";
import {
  INVALID_PARAMS,
  isObject,
  isRequestId,
  type JsonObject,
  notificationMessage,
  type RequestId,
  RpcError,
} from "./json-rpc.ts";
import { atLeast, type Revision } from "./revisions.ts";

export function readMeta(params: JsonObject): JsonObject {
  if (params._meta === undefined) return {};
  if (!isObject(params._meta)) throw new RpcError(INVALID_PARAMS, "The _meta is not an object");
  return params._meta;
}

export function readProgressToken(meta: JsonObject): RequestId | undefined {
  const token = meta.progressToken;
  if (token === undefined) return undefined;
  if (!isRequestId(token)) throw new RpcError(INVALID_PARAMS, "The progressToken is not a string or a number");
  return token;
}

export function progressMessage(
  token: RequestId,
  revision: Revision,
  progress: number,
  total: number,
  message: string,
): JsonObject {
  // The message came with 2025-03-26.
  const words = atLeast(revision, "2025-03-26") ? { message } : {};
  return notificationMessage("notifications/progress", { progressToken: token, progress, total, ...words });
}

export function logMessage(level: LogLevel, threshold: LogLevel, data: JsonObject): JsonObject | undefined {
  if (!isAsSevereAs(level, threshold)) return undefined;
  return notificationMessage("notifications/message", { level, logger: "example", data });
}
