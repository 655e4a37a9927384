// The metadata every stateless request carries in params._meta.

import { readProgressToken } from "../call-notifications.ts";
import { isLogLevel, type LogLevel } from "../features/log-levels.ts";
import {
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  type RequestId,
  RpcError,
  type RpcRequest,
  UNSUPPORTED_VERSION,
} from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";

export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
export const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
export const CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo";
export const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";
export const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";
export const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";

export interface RequestMeta {
  version: string;
  capabilities: JsonObject;
  logLevel: LogLevel | undefined;
  progressToken: RequestId | undefined;
}

// Whether a message shows by its metadata that it belongs to the stateless era.
export function hasModernMeta(value: unknown): boolean {
  const meta = isObject(value) && isObject(value.params) ? value.params._meta : undefined;
  return isObject(meta) && (Object.hasOwn(meta, VERSION_KEY) || Object.hasOwn(meta, CAPABILITIES_KEY));
}

export function readRequestMeta(core: ServerCore, request: RpcRequest): RequestMeta {
  const meta = request.params._meta;
  if (!isObject(meta)) {
    if (core.checks("meta-present")) throw badMeta("The _meta with protocolVersion and clientCapabilities is missing");
    return {
      version: core.statelessRevisions[0] ?? "",
      capabilities: {},
      logLevel: undefined,
      progressToken: undefined,
    };
  }
  return {
    version: readVersion(core, meta),
    capabilities: readCapabilities(core, meta),
    logLevel: readLogLevel(core, meta),
    progressToken: readToken(core, meta),
  };
}

export function checkVersion(core: ServerCore, requested: string): void {
  if (core.statelessRevisions.some((one) => one === requested) || !core.checks("version-supported")) return;
  throw unsupportedVersion(core, requested);
}

export function unsupportedVersion(core: ServerCore, requested: string): RpcError {
  const supported = [...core.statelessRevisions];
  const message = `Unsupported protocol version; this server speaks ${supported.join(", ")}`;
  return new RpcError(UNSUPPORTED_VERSION, message, { supported, requested }, 400);
}

function readVersion(core: ServerCore, meta: JsonObject): string {
  const version = meta[VERSION_KEY];
  if (typeof version === "string") return version;
  const check = version === undefined ? "meta-version" : "meta-types";
  if (core.checks(check)) throw badMeta("The protocolVersion in _meta is missing or not a string");
  return core.statelessRevisions[0] ?? "";
}

function readCapabilities(core: ServerCore, meta: JsonObject): JsonObject {
  const capabilities = meta[CAPABILITIES_KEY];
  if (isObject(capabilities)) return capabilities;
  const check = capabilities === undefined ? "meta-capabilities" : "meta-types";
  if (core.checks(check)) throw badMeta("The clientCapabilities in _meta are missing or not an object");
  return {};
}

function readLogLevel(core: ServerCore, meta: JsonObject): LogLevel | undefined {
  const level = meta[LOG_LEVEL_KEY];
  if (level === undefined || isLogLevel(level)) return level;
  if (core.checks("log-level")) throw badMeta("Unknown log level in _meta");
  return undefined;
}

function readToken(core: ServerCore, meta: JsonObject): RequestId | undefined {
  const info = meta[CLIENT_INFO_KEY];
  const named = isObject(info) && typeof info.name === "string" && typeof info.version === "string";
  if (info !== undefined && !named && core.checks("meta-types")) {
    throw badMeta("The clientInfo in _meta needs a name and a version");
  }
  return readProgressToken(meta);
}

function badMeta(message: string): RpcError {
  return new RpcError(INVALID_PARAMS, message, undefined, 400);
}
