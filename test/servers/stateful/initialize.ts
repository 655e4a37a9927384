// The handshake: which revision, which capabilities.

import { APPS_EXTENSION } from "../features/apps.ts";
import { serverInfo } from "../features/shape.ts";
import { SKILLS_EXTENSION } from "../features/skills.ts";
import type { TransportName } from "../hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, RpcError } from "../json-rpc.ts";
import { atLeast, newest, type Revision } from "../revisions.ts";
import type { ServerCore } from "../server-core.ts";
import { listsTasks } from "../tasks/stateful-tasks.ts";
import { offersTasks } from "../tasks/stateless-tasks.ts";
import { TASKS_EXTENSION } from "../tasks/task.ts";

export interface Handshake {
  revision: Revision;
  clientCapabilities: JsonObject;
  result: JsonObject;
}

export function shakeHands(core: ServerCore, params: JsonObject, transport: TransportName): Handshake {
  if (core.checks("initialize-params")) checkParams(params);
  const { protocolVersion } = params;
  // A revision we do not speak is answered with the newest we do; the client then decides.
  const revision = core.statefulRevisions.find((one) => one === protocolVersion) ?? newest(core.statefulRevisions);
  return {
    revision,
    clientCapabilities: isObject(params.capabilities) ? params.capabilities : {},
    result: {
      protocolVersion: revision,
      capabilities: serverCapabilities(core, revision, transport),
      serverInfo: serverInfo(revision),
      instructions: "Use catalogue_info to see what there is.",
    },
  };
}

function checkParams(params: JsonObject): void {
  if (typeof params.protocolVersion !== "string") throw new RpcError(INVALID_PARAMS, "The protocolVersion is missing");
  if (!isObject(params.capabilities)) throw new RpcError(INVALID_PARAMS, "The capabilities are missing");
  const { clientInfo } = params;
  if (!isObject(clientInfo) || typeof clientInfo.name !== "string" || typeof clientInfo.version !== "string") {
    throw new RpcError(INVALID_PARAMS, "The clientInfo needs a name and a version");
  }
}

export function serverCapabilities(core: ServerCore, revision: Revision, transport: TransportName): JsonObject {
  const listChanged = core.has("list-changed") ? { listChanged: true } : {};
  const subscribe = core.has("subscribe") ? { subscribe: true } : {};
  const modern = atLeast(revision, "2026-07-28");
  const logging = core.has("logging") && (!modern || core.has("deprecated"));
  return {
    ...(core.has("tools") ? { tools: { ...listChanged } } : {}),
    ...(core.has("resources") ? { resources: { ...subscribe, ...listChanged } } : {}),
    ...(core.has("prompts") ? { prompts: { ...listChanged } } : {}),
    ...(logging ? { logging: {} } : {}),
    // 2024-11-05 has the method but no capability for it.
    ...(core.has("completions") && atLeast(revision, "2025-03-26") ? { completions: {} } : {}),
    ...(offersTasks(core) ? taskCapabilities(revision, transport) : {}),
    ...extensionCapabilities(core, revision),
  };
}

function extensionCapabilities(core: ServerCore, revision: Revision): JsonObject {
  const extensions = {
    ...(offersTasks(core) && atLeast(revision, "2026-07-28") ? { [TASKS_EXTENSION]: {} } : {}),
    ...(core.offers("apps") ? { [APPS_EXTENSION]: {} } : {}),
    ...(core.offers("skills") && atLeast(revision, "2026-07-28")
      ? { [SKILLS_EXTENSION]: { directoryRead: true } }
      : {}),
  };
  return Object.keys(extensions).length === 0 ? {} : { extensions };
}

function taskCapabilities(revision: Revision, transport: TransportName): JsonObject {
  if (!atLeast(revision, "2025-11-25") || atLeast(revision, "2026-07-28")) return {};
  const list = listsTasks({ transport }) ? { list: {} } : {};
  return { tasks: { ...list, cancel: {}, requests: { tools: { call: {} } } } };
}
