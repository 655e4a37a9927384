// Subscriptions of 2026-07-28: what else their messages may say, and when they end.

import { isObject } from "../../json-rpc.ts";
import { editResult } from "../../mutants/tables/edits.ts";
import { editNotice, metaOf, paramsOf, SUBSCRIPTION_ID, UPDATED } from "../../mutants/tables/notices.ts";
import type { Innocent } from "../innocent.ts";
import { meets, recordedAs } from "./stricter.ts";

const IN = ["http/2026-07-28"] as const;
const LISTEN = "subscriptions/listen";

/** No message on a subscription is like this. */
const noMessage = (params: object) => ({
  not: {
    required: ["meanwhile"],
    properties: {
      meanwhile: {
        contains: {
          required: ["message"],
          properties: {
            message: { type: "object", required: ["params"], properties: { params: { type: "object", ...params } } },
          },
        },
      },
    },
  },
});

const ONLY_TAG = recordedAs(
  "the subscription id stands alone in _meta",
  noMessage({ required: ["_meta"], properties: { _meta: { type: "object", required: ["id", SUBSCRIPTION_ID] } } }),
);

const BY_NAME = recordedAs(
  "only resources that were named are announced",
  noMessage({ required: ["uri"], properties: { uri: { pattern: "/part$" } } }),
);

const ENDS = meets(
  "a subscription to nothing is ended by the server",
  "ended_listens",
  { minItems: 1 },
  { when: [], each: false },
);

export const SUBSCRIPTION_INNOCENTS: readonly Innocent[] = [
  {
    id: "subscription-meta",
    choice: "Puts an id and a member of its own into the _meta of every message of a subscription.",
    permittedBy:
      "2026-07-28 basic/index#meta: _meta may hold further keys, and a name without a prefix is valid beside the reserved ones.",
    hooks: {
      outgoing: (message) =>
        message.method !== undefined && Object.hasOwn(metaOf(message), SUBSCRIPTION_ID)
          ? [
              {
                ...message,
                params: { ...paramsOf(message), _meta: { ...metaOf(message), id: 7, "com.example/hop": 1 } },
              },
            ]
          : undefined,
    },
    in: IN,
    closestTo: { "SUBS-007": ONLY_TAG, "SUBS-008": ONLY_TAG, "SUBS-021": ONLY_TAG },
  },
  {
    id: "part-updated",
    choice: "Announces the change of a part of the resource that a subscription names.",
    permittedBy:
      "2026-07-28 schema#resourceupdatednotificationparams: the URI may be that of a sub-resource of the one the client subscribed to.",
    hooks: editNotice(UPDATED, (params) => ({ ...params, uri: `${String(params.uri)}/part` })),
    in: IN,
    closestTo: { "SUBS-009": BY_NAME, "SUBS-020": BY_NAME },
  },
  {
    id: "completion-with-reason",
    choice: "Says in the completion result of a subscription why it ended.",
    permittedBy:
      "2026-07-28 basic/index#meta: _meta may hold further keys; the result needs resultType and the subscription id.",
    hooks: editResult(LISTEN, ({ _meta, ...result }) => ({
      ...result,
      _meta: { ...(isObject(_meta) ? _meta : {}), "com.example/reason": "nothing to watch" },
    })),
    in: IN,
    closestTo: {
      "SUBS-014": meets("the completion result says nothing else", "ended_listens.result._meta", {
        not: { required: ["com.example/reason"] },
      }),
    },
  },
  {
    id: "empty-subscription-kept",
    choice: "Keeps a subscription open that asks for nothing, until the client ends it.",
    permittedBy:
      "2026-07-28 basic/patterns/subscriptions#cancellation: a subscription ends when the client cancels it; the server may end it, and need not.",
    hooks: {
      outgoing: (message, { request }) =>
        request?.method === LISTEN && message.method === undefined && message.error === undefined ? [] : undefined,
      streamEnd: ({ rpcMethod }) => (rpcMethod === LISTEN ? "keep-open" : undefined),
    },
    in: IN,
    closestTo: { "SUBS-013": ENDS, "SUBS-015": ENDS },
  },
];
