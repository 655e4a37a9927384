// subscriptions/listen: one open request that hears of the changes it asked for.

import type { Channel } from "../channel.ts";
import { Cancelled } from "../features/call.ts";
import { isKnownResource } from "../features/resources.ts";
import { type Change, COUNTER_URI } from "../features/world.ts";
import type { MessageContext } from "../hooks.ts";
import {
  INVALID_PARAMS,
  isObject,
  type JsonObject,
  notificationMessage,
  RpcError,
  type RpcRequest,
} from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";
import { detailed, offersTasks } from "../tasks/stateless-tasks.ts";
import type { Task } from "../tasks/task.ts";
import { SUBSCRIPTION_KEY } from "./request-meta.ts";

interface Filter {
  lists: Set<string>;
  uris: Set<string>;
  tasks: Set<string>;
}

const LISTS = ["tools", "prompts", "resources"] as const;

// The counter gives a sign of life a few times while somebody watches it, so that there is something to hear.
const SIGNS_AFTER_MS = [20, 60, 100];

export class Subscription {
  readonly #core: ServerCore;
  readonly #request: RpcRequest;
  readonly #channel: Channel;
  readonly #context: MessageContext;

  constructor(core: ServerCore, request: RpcRequest, channel: Channel, context: MessageContext) {
    this.#core = core;
    this.#request = request;
    this.#channel = channel;
    this.#context = context;
  }

  // Resolves with the completion result when the server ends the subscription; rejects when the client does.
  run(clientGone: AbortSignal, serverEnds: AbortSignal): Promise<JsonObject> {
    const filter = readFilter(this.#core, this.#request);
    this.#say("notifications/subscriptions/acknowledged", { notifications: acknowledged(filter) });
    // Nothing of what was asked for can ever come, so there is no reason to keep the client waiting.
    if (filter.lists.size + filter.uris.size + filter.tasks.size === 0) return Promise.resolve(this.#completion());
    const stopHearing = this.#core.world.onChange((change) => this.#announce(change, filter));
    const signs = filter.uris.has(COUNTER_URI)
      ? SIGNS_AFTER_MS.map((ms) => setTimeout(() => this.#core.world.touch(COUNTER_URI), ms).unref())
      : [];
    const stopTasks = this.#core.tasks.onChange((task) => this.#report(task, filter));
    const stop = (): void => {
      stopHearing();
      stopTasks();
      for (const sign of signs) clearTimeout(sign);
    };
    return new Promise((resolve, reject) => {
      const onGone = (): void => {
        stop();
        serverEnds.removeEventListener("abort", onEnd);
        reject(new Cancelled());
      };
      const onEnd = (): void => {
        stop();
        clientGone.removeEventListener("abort", onGone);
        // The text demands this notification when a server tears a subscription down; the schema limits it to stdio.
        if (this.#context.transport === "stdio") {
          this.#say("notifications/cancelled", { requestId: this.#request.id, reason: "The server is shutting down" });
        }
        resolve(this.#completion());
      };
      clientGone.addEventListener("abort", onGone, { once: true });
      serverEnds.addEventListener("abort", onEnd, { once: true });
    });
  }

  #completion(): JsonObject {
    return { _meta: { [SUBSCRIPTION_KEY]: this.#request.id } };
  }

  #announce(change: Change, filter: Filter): void {
    const all = !this.#core.checks("subscription-scope");
    if ("list" in change && (all || filter.lists.has(change.list))) {
      this.#say(`notifications/${change.list}/list_changed`, {});
    }
    if ("uri" in change && (all || filter.uris.has(change.uri))) {
      this.#say("notifications/resources/updated", { uri: change.uri });
    }
  }

  #report(task: Task, filter: Filter): void {
    if (!filter.tasks.has(task.id) && this.#core.checks("subscription-scope")) return;
    this.#say("notifications/tasks", detailed(task));
  }

  #say(method: string, params: JsonObject): void {
    const tagged = { _meta: { [SUBSCRIPTION_KEY]: this.#request.id }, ...params };
    this.#channel.send(notificationMessage(method, tagged), this.#context);
  }
}

// What was asked for and can be delivered.
function readFilter(core: ServerCore, request: RpcRequest): Filter {
  const asked = request.params.notifications;
  if (!isObject(asked)) {
    if (core.checks("listen-filter")) throw new RpcError(INVALID_PARAMS, "The notifications filter is missing");
    return { lists: new Set(), uris: new Set(), tasks: new Set() };
  }
  const lists = LISTS.filter((list) => {
    const wanted = asked[`${list}ListChanged`];
    if (wanted !== undefined && typeof wanted !== "boolean") {
      throw new RpcError(INVALID_PARAMS, `${list}ListChanged is not a boolean`);
    }
    return wanted === true && core.has("list-changed") && core.has(list);
  });
  return {
    lists: new Set(lists),
    uris: new Set(readUris(core, asked)),
    tasks: new Set(readTaskIds(core, asked)),
  };
}

function readTaskIds(core: ServerCore, { taskIds = [] }: JsonObject): string[] {
  if (!offersTasks(core)) return [];
  if (!Array.isArray(taskIds) || !taskIds.every((id) => typeof id === "string")) {
    throw new RpcError(INVALID_PARAMS, "taskIds is not a list of ids");
  }
  return taskIds.filter((id) => core.tasks.find(id) !== undefined);
}

function readUris(core: ServerCore, asked: JsonObject): string[] {
  const uris = asked.resourceSubscriptions ?? [];
  if (!Array.isArray(uris) || !uris.every((uri) => typeof uri === "string")) {
    throw new RpcError(INVALID_PARAMS, "resourceSubscriptions is not a list of URIs");
  }
  return core.has("subscribe") && core.has("resources") ? uris.filter(isKnownResource) : [];
}

function acknowledged(filter: Filter): JsonObject {
  const flags = [...filter.lists].map((list) => [`${list}ListChanged`, true] as const);
  const uris = [...filter.uris];
  const taskIds = [...filter.tasks];
  return {
    ...Object.fromEntries(flags),
    ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}),
    ...(taskIds.length > 0 ? { taskIds } : {}),
  };
}
