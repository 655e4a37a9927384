import { STATELESS } from "../contexts.ts";
import { editResult, objectOf, sentFor } from "../edits.ts";
import { editNotice, metaOf, paramsOf, SUBSCRIPTION_ID, UPDATED } from "../notice-edits.ts";
import { all, always, eachAlways, is, lacks, meets, never, some, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss, sameAs } from "../variant.ts";

const LISTEN = "subscriptions/listen";

export const NEAR_MISSES: NearMissTable = {
  "listens-for-nothing": nearMiss(STATELESS, {
    choice: "Takes a subscription that names no notifications for one that asks for none.",
    permittedBy: "No sentence forbids it; none says that a request to listen for nothing has to be refused.",
    skip: ["listen-filter"],
    "SUBS-012": always.isOneOf("a subscription without a filter is refused", "malformed_listen.outcome", ["error"]),
  }),
  "charset-parameters": sameAs("http", {
    "SUBS-011": meets("the content type has no parameters", 'listen.headers["content-type"]', { pattern: "^[^;]*$" }),
  }),
  "subscription-meta": nearMiss(STATELESS, {
    choice: "Puts an id and a member of its own into the _meta of every message of a subscription.",
    permittedBy:
      "2026-07-28 basic/index#meta: _meta may hold further keys, and a name without a prefix is valid beside the reserved ones.",
    outgoing: (message) =>
      message.method !== undefined && Object.hasOwn(metaOf(message), SUBSCRIPTION_ID)
        ? [
            {
              ...message,
              params: { ...paramsOf(message), _meta: { ...metaOf(message), id: 7, "com.example/hop": 1 } },
            },
          ]
        : undefined,
    ...all(
      ["SUBS-007", "SUBS-008", "SUBS-021"],
      never("the subscription id stands alone in _meta", {
        meanwhile: some({
          message: is({
            type: "object",
            required: ["params"],
            properties: {
              params: {
                type: "object",
                required: ["_meta"],
                properties: { _meta: { type: "object", required: ["id", "io.modelcontextprotocol/subscriptionId"] } },
              },
            },
          }),
        }),
      }),
    ),
  }),
  "part-updated": nearMiss(STATELESS, {
    choice: "Announces the change of a part of the resource that a subscription names.",
    permittedBy:
      "2026-07-28 schema#resourceupdatednotificationparams: the URI may be that of a sub-resource of the one the client subscribed to.",
    hooks: editNotice(UPDATED, (params) => ({ ...params, uri: `${String(params.uri)}/part` })),
    ...all(
      ["SUBS-009", "SUBS-020"],
      never("only resources that were named are announced", {
        meanwhile: some({
          message: is({
            type: "object",
            required: ["params"],
            properties: { params: { type: "object", required: ["uri"], properties: { uri: { pattern: "/part$" } } } },
          }),
        }),
      }),
    ),
  }),
  "completion-with-reason": nearMiss(STATELESS, {
    choice: "Says in the completion result of a subscription why it ended.",
    permittedBy:
      "2026-07-28 basic/index#meta: _meta may hold further keys; the result needs resultType and the subscription id.",
    hooks: editResult(LISTEN, ({ _meta, ...result }) => ({
      ...result,
      _meta: { ...objectOf(_meta), "com.example/reason": "nothing to watch" },
    })),
    "SUBS-014": lacks("the completion result says nothing else", "ended_listens.result._meta", "com.example/reason"),
  }),
  "empty-subscription-kept": nearMiss(STATELESS, {
    choice: "Keeps a subscription open that asks for nothing, until the client ends it.",
    permittedBy:
      "2026-07-28 basic/patterns/subscriptions#cancellation: a subscription ends when the client cancels it; the server may end it, and need not.",
    ...sentFor(LISTEN, (message) => (message.method === undefined && message.error === undefined ? [] : undefined)),
    streamEnd: ({ rpcMethod }) => (rpcMethod === LISTEN ? "keep-open" : undefined),
    ...all(
      ["SUBS-013", "SUBS-015"],
      strictly({ when: [], each: false }).meets("a subscription to nothing is ended by the server", "ended_listens", {
        minItems: 1,
      }),
    ),
  }),
  "odd-progress": sameAs("progress", {
    "SUBS-019": eachAlways.meets("progress is an integer", "progress_notifications.params.progress", {
      type: "integer",
    }),
  }),
  "acknowledged-in-full": nearMiss(STATELESS, {
    choice: "Acknowledges a subscription with every member of the filter, false where nothing will come.",
    permittedBy:
      "2026-07-28 basic/utilities/subscriptions: the acknowledgment tells which notifications the server will deliver; false and absent mean the same.",
    hooks: editNotice("notifications/subscriptions/acknowledged", (params) => ({
      ...params,
      notifications: {
        toolsListChanged: false,
        promptsListChanged: false,
        resourcesListChanged: false,
        resourceSubscriptions: [],
        ...objectOf(params.notifications),
      },
    })),
    ...all(
      ["SUBS-002", "SUBS-003", "SUBS-004", "SUBS-006", "SUBS-010"],
      always.avoids("the acknowledgment leaves out what will not come", "listen.acknowledged", {
        promptsListChanged: false,
      }),
    ),
  }),
  "subscription-cancelled-and-answered": sameAs("cancellation", {
    "CANCEL-015": meets("a subscription that is answered is not cancelled as well", "ended_listens.meanwhile", {
      not: { contains: { required: ["method"], properties: { method: { const: "notifications/cancelled" } } } },
    }),
  }),
};
