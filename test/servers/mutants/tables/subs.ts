import type { Hooks } from "../../hooks.ts";
import {
  errorMessage,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  notificationMessage,
  RpcError,
} from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editResult, recode } from "./edits.ts";
import {
  ACKNOWLEDGED,
  CANCELLED,
  editNotice,
  metaOf,
  PROGRESS,
  paramsOf,
  replaceNotice,
  SUBSCRIPTION_ID,
  takeIn,
  UPDATED,
} from "./notices.ts";

const STATELESS = ["http/2026-07-28"] as const;
const LISTEN = "subscriptions/listen";
const TOOLS_CHANGED = "notifications/tools/list_changed";
const CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

const filterOf = (params: JsonObject | undefined): JsonObject =>
  isObject(params?.notifications) ? params.notifications : {};

/** Acknowledges something else. */
const acknowledge = (filter: (asked: JsonObject, given: JsonObject) => JsonObject): Hooks =>
  editNotice(ACKNOWLEDGED, (params, { request }) => ({
    ...params,
    notifications: filter(filterOf(request?.params), filterOf(params)),
  }));

const editTag = (edit: (meta: JsonObject) => JsonObject): Hooks => ({
  outgoing: (message) =>
    message.method !== undefined && Object.hasOwn(metaOf(message), SUBSCRIPTION_ID)
      ? [{ ...message, params: { ...paramsOf(message), _meta: edit(metaOf(message)) } }]
      : undefined,
});

const updated = (id: string | number): JsonObject =>
  notificationMessage(UPDATED, { _meta: { [SUBSCRIPTION_ID]: id }, uri: "memo://counter" });

const OPENING: readonly Mutant[] = [
  {
    id: "listen-unserved",
    vice: "Advertises change notifications and does not know subscriptions/listen.",
    hooks: takeIn(LISTEN, ({ id }) => ({
      answerWith: [errorMessage(String(id), new RpcError(METHOD_NOT_FOUND, "Method not found"))].map((message) => ({
        ...message,
        id: id ?? null,
      })),
    })),
    fails: ["SUBS-001"],
  },
  {
    id: "acknowledgment-missing",
    vice: "Opens subscriptions without acknowledging them.",
    hooks: replaceNotice(ACKNOWLEDGED, () => [notificationMessage("notifications/subscriptions/opened")]),
    fails: ["SUBS-002"],
  },
  {
    id: "change-before-acknowledgment",
    vice: "Announces a change before it acknowledges the subscription.",
    hooks: replaceNotice(ACKNOWLEDGED, (message, { request }) => [
      notificationMessage(TOOLS_CHANGED, { _meta: { [SUBSCRIPTION_ID]: request?.id ?? null } }),
      message,
    ]),
    fails: ["SUBS-002", "SUBS-003"],
  },
  {
    id: "acknowledgment-without-filter",
    vice: "Does not say what it acknowledges.",
    hooks: editNotice(ACKNOWLEDGED, ({ notifications: _, ...params }) => params),
    fails: ["SUBS-004"],
  },
  {
    id: "acknowledged-uri-text",
    vice: "Acknowledges resource subscriptions by a boolean.",
    hooks: acknowledge((_, given) =>
      given.resourceSubscriptions === undefined ? given : { ...given, resourceSubscriptions: true },
    ),
    fails: ["SUBS-004"],
  },
  {
    id: "acknowledged-too-much",
    vice: "Acknowledges changes of the prompt list to everybody.",
    hooks: acknowledge((_, given) => ({ ...given, promptsListChanged: true })),
    fails: ["SUBS-005"],
  },
  {
    id: "acknowledged-undeliverable",
    vice: "Acknowledges whatever it is asked for, also what it never sends.",
    hooks: acknowledge((asked) => asked),
    options: { without: ["list-changed"] },
    fails: ["SUBS-006"],
  },
  {
    id: "false-as-true",
    vice: "Takes a kind that is false in the filter for one that is wanted.",
    hooks: acknowledge((asked, given) => ({
      ...given,
      ...Object.fromEntries(
        Object.entries(asked)
          .filter(([, value]) => value === false)
          .map(([key]) => [key, true]),
      ),
    })),
    fails: ["SUBS-010"],
  },
  {
    id: "listen-answered-at-once",
    vice: "Answers subscriptions/listen like any other request.",
    hooks: takeIn(LISTEN, ({ id = null }) => ({
      answerWith: [{ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: { [SUBSCRIPTION_ID]: id } } }],
    })),
    fails: ["SUBS-002", "SUBS-011"],
  },
  {
    id: "listen-filter-internal",
    vice: "Answers a subscription without a filter with -32603.",
    hooks: recode(-32603, ({ request }, { code }) => request?.method === LISTEN && code === -32602),
    fails: ["SUBS-012"],
  },
  {
    id: "listen-one-only",
    vice: "Has room for one subscription.",
    hooks: () => {
      let open = false;
      return takeIn(LISTEN, ({ id = null, params }) => {
        if (!isObject(params) || !isObject(params.notifications)) return undefined;
        if (!open) {
          open = true;
          return undefined;
        }
        return {
          answerWith: [{ jsonrpc: "2.0", id, error: { code: -32000, message: "There is a subscription already" } }],
        };
      });
    },
    fails: ["SUBS-001", "SUBS-017"],
  },
  {
    id: "listen-capabilities-unchecked",
    vice: "Opens a subscription for a request without clientCapabilities.",
    hooks: takeIn(LISTEN, (message) =>
      metaOf(message)[CAPABILITIES] === undefined
        ? {
            replaceWith: {
              ...message,
              params: { ...paramsOf(message), _meta: { ...metaOf(message), [CAPABILITIES]: {} } },
            },
          }
        : undefined,
    ),
    fails: ["SUBS-022"],
  },
];

const DELIVERING: readonly Mutant[] = [
  {
    id: "subscription-id-missing",
    vice: "Leaves the subscriptionId out.",
    hooks: editTag(({ [SUBSCRIPTION_ID]: _, ...meta }) => meta),
    fails: ["SUBS-007"],
  },
  {
    id: "subscription-id-text",
    vice: "Writes the subscriptionId as text.",
    hooks: editTag((meta) => ({ ...meta, [SUBSCRIPTION_ID]: String(meta[SUBSCRIPTION_ID]) })),
    fails: ["SUBS-008"],
  },
  {
    id: "subscription-id-own",
    vice: "Makes up a subscriptionId.",
    hooks: editTag((meta) => ({ ...meta, [SUBSCRIPTION_ID]: "subscription-1" })),
    fails: ["SUBS-008"],
  },
  {
    id: "subscriptions-unfiltered",
    vice: "Delivers every change to every subscription.",
    hooks: { skip: ["subscription-scope"] },
    fails: ["SUBS-009"],
  },
  {
    id: "changes-unsolicited",
    vice: "Announces changes on the streams of other requests.",
    hooks: replaceNotice(PROGRESS, (message) => [message, notificationMessage(TOOLS_CHANGED)]),
    fails: ["SUBS-020"],
  },
  {
    id: "request-on-listen",
    vice: "Pings the client on a subscription.",
    hooks: replaceNotice(ACKNOWLEDGED, (message) => [message, { jsonrpc: "2.0", id: "ping-1", method: "ping" }]),
    fails: ["SUBS-021"],
  },
  {
    id: "subscription-outlives-connection",
    vice: "Delivers what an earlier connection subscribed to on the streams of other requests.",
    hooks: replaceNotice(PROGRESS, (message) => [message, updated("mcptest-sub")]),
    fails: ["SUBS-023"],
  },
];

const ENDING: readonly Mutant[] = [
  {
    id: "listen-result-bare",
    vice: "Does not repeat the subscriptionId when it ends a subscription.",
    hooks: editResult(LISTEN, ({ _meta, ...result }) => {
      const { [SUBSCRIPTION_ID]: _, ...meta } = isObject(_meta) ? _meta : {};
      return { ...result, _meta: meta };
    }),
    fails: ["SUBS-014"],
  },
  {
    id: "listen-never-closed",
    vice: "Keeps the stream open after it has ended the subscription.",
    hooks: { streamEnd: ({ rpcMethod }) => (rpcMethod === LISTEN ? "keep-open" : undefined) },
    fails: ["SUBS-015"],
  },
];

export const SUBS_MUTANTS: readonly Mutant[] = [
  ...[...OPENING, ...DELIVERING, ...ENDING].map((mutant) => ({ ...mutant, in: STATELESS })),
  {
    id: "listen-after-cancel",
    vice: "Goes on delivering after a subscription was cancelled.",
    hooks: () => {
      const listens = new Set<unknown>();
      return {
        incoming: (message, { send }) => {
          if (!isObject(message)) return undefined;
          if (message.method === LISTEN && filterOf(paramsOf(message)).resourceSubscriptions !== undefined)
            listens.add(message.id);
          const { requestId } = paramsOf(message);
          if (message.method === CANCELLED && typeof requestId === "number" && listens.has(requestId))
            setTimeout(() => send(updated(requestId)), 90);
          return undefined;
        },
      };
    },
    fails: ["SUBS-016"],
    in: ["stdio/2026-07-28"],
  },
];
