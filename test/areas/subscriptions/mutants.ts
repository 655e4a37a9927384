import type { Hooks } from "../../servers/hooks.ts";
import {
  errorMessage,
  isObject,
  type JsonObject,
  METHOD_NOT_FOUND,
  notificationMessage,
  RpcError,
} from "../../servers/json-rpc.ts";
import { CAPABILITIES_KEY } from "../../servers/stateless/request-meta.ts";
import { STATELESS } from "../contexts.ts";
import { editResult, objectOf, recode, sentFor, set, without } from "../edits.ts";
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
} from "../notice-edits.ts";
import { type MutantTable, mutant, sameAs } from "../variant.ts";

const LISTEN = "subscriptions/listen";

const TOOLS_CHANGED = "notifications/tools/list_changed";

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

export const MUTANTS: MutantTable = {
  "log-on-listen": sameAs("logging", "SUBS-019"),
  "progress-on-listen": sameAs("progress", "SUBS-019"),
  "listen-cut": mutant(["CANCEL-015", "SUBS-013"], STATELESS, {
    vice: "Ends subscriptions without a word.",
    hooks: sentFor("subscriptions/listen", (message) => (message.result !== undefined ? [] : undefined)),
  }),
  "listen-unserved": mutant("SUBS-001", STATELESS, {
    vice: "Advertises change notifications and does not know subscriptions/listen.",
    hooks: takeIn(LISTEN, ({ id }) => ({
      answerWith: [errorMessage(String(id), new RpcError(METHOD_NOT_FOUND, "Method not found"))].map(
        set({ id: id ?? null }),
      ),
    })),
  }),
  "acknowledgment-missing": mutant("SUBS-002", STATELESS, {
    vice: "Opens subscriptions without acknowledging them.",
    hooks: replaceNotice(ACKNOWLEDGED, () => [notificationMessage("notifications/subscriptions/opened")]),
  }),
  "change-before-acknowledgment": mutant(["SUBS-002", "SUBS-003"], STATELESS, {
    vice: "Announces a change before it acknowledges the subscription.",
    hooks: replaceNotice(ACKNOWLEDGED, (message, { request }) => [
      notificationMessage(TOOLS_CHANGED, { _meta: { [SUBSCRIPTION_ID]: request?.id ?? null } }),
      message,
    ]),
  }),
  "acknowledgment-without-filter": mutant("SUBS-004", STATELESS, {
    vice: "Does not say what it acknowledges.",
    hooks: editNotice(ACKNOWLEDGED, without("notifications")),
  }),
  "acknowledged-uri-text": mutant("SUBS-004", STATELESS, {
    vice: "Acknowledges resource subscriptions by a boolean.",
    hooks: acknowledge((_, given) =>
      given.resourceSubscriptions === undefined ? given : { ...given, resourceSubscriptions: true },
    ),
  }),
  "acknowledged-too-much": mutant("SUBS-005", STATELESS, {
    vice: "Acknowledges changes of the prompt list to everybody.",
    hooks: acknowledge((_, given) => ({ ...given, promptsListChanged: true })),
  }),
  "acknowledged-undeliverable": mutant("SUBS-006", STATELESS, {
    vice: "Acknowledges whatever it is asked for, also what it never sends.",
    options: { without: ["list-changed"] },
    hooks: acknowledge((asked) => asked),
  }),
  "false-as-true": mutant("SUBS-010", STATELESS, {
    vice: "Takes a kind that is false in the filter for one that is wanted.",
    hooks: acknowledge((asked, given) => ({
      ...given,
      ...Object.fromEntries(
        Object.entries(asked)
          .filter(([, value]) => value === false)
          .map(([key]) => [key, true]),
      ),
    })),
  }),
  "listen-answered-at-once": mutant(["SUBS-002", "SUBS-011"], STATELESS, {
    vice: "Answers subscriptions/listen like any other request.",
    hooks: takeIn(LISTEN, ({ id = null }) => ({
      answerWith: [{ jsonrpc: "2.0", id, result: { resultType: "complete", _meta: { [SUBSCRIPTION_ID]: id } } }],
    })),
  }),
  "listen-filter-internal": mutant("SUBS-012", STATELESS, {
    vice: "Answers a subscription without a filter with -32603.",
    hooks: recode(-32603, ({ request }, { code }) => request?.method === LISTEN && code === -32602),
  }),
  "listen-one-only": mutant(["SUBS-001", "SUBS-017"], STATELESS, {
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
  }),
  "listen-capabilities-unchecked": mutant("SUBS-022", STATELESS, {
    vice: "Opens a subscription for a request without clientCapabilities.",
    hooks: takeIn(LISTEN, (message) =>
      metaOf(message)[CAPABILITIES_KEY] === undefined
        ? {
            replaceWith: {
              ...message,
              params: { ...paramsOf(message), _meta: { ...metaOf(message), [CAPABILITIES_KEY]: {} } },
            },
          }
        : undefined,
    ),
  }),
  "subscription-id-missing": mutant("SUBS-007", STATELESS, {
    vice: "Leaves the subscriptionId out.",
    hooks: editTag(({ [SUBSCRIPTION_ID]: _, ...meta }) => meta),
  }),
  "subscription-id-text": mutant("SUBS-008", STATELESS, {
    vice: "Writes the subscriptionId as text.",
    hooks: editTag((meta) => ({ ...meta, [SUBSCRIPTION_ID]: String(meta[SUBSCRIPTION_ID]) })),
  }),
  "subscription-id-own": mutant("SUBS-008", STATELESS, {
    vice: "Makes up a subscriptionId.",
    hooks: editTag(set({ [SUBSCRIPTION_ID]: "subscription-1" })),
  }),
  "subscriptions-unfiltered": mutant("SUBS-009", STATELESS, {
    vice: "Delivers every change to every subscription.",
    skip: ["subscription-scope"],
  }),
  "changes-unsolicited": mutant("SUBS-020", STATELESS, {
    vice: "Announces changes on the streams of other requests.",
    hooks: replaceNotice(PROGRESS, (message) => [message, notificationMessage(TOOLS_CHANGED)]),
  }),
  "request-on-listen": mutant("SUBS-021", STATELESS, {
    vice: "Pings the client on a subscription.",
    hooks: replaceNotice(ACKNOWLEDGED, (message) => [message, { jsonrpc: "2.0", id: "ping-1", method: "ping" }]),
  }),
  "subscription-outlives-connection": mutant("SUBS-023", STATELESS, {
    vice: "Delivers what an earlier connection subscribed to on the streams of other requests.",
    hooks: replaceNotice(PROGRESS, (message) => [message, updated("mcptest-sub")]),
  }),
  "listen-result-bare": mutant("SUBS-014", STATELESS, {
    vice: "Does not repeat the subscriptionId when it ends a subscription.",
    hooks: editResult(LISTEN, ({ _meta, ...result }) => {
      const { [SUBSCRIPTION_ID]: _, ...meta } = objectOf(_meta);
      return { ...result, _meta: meta };
    }),
  }),
  "listen-never-closed": mutant("SUBS-015", STATELESS, {
    vice: "Keeps the stream open after it has ended the subscription.",
    streamEnd: ({ rpcMethod }) => (rpcMethod === LISTEN ? "keep-open" : undefined),
  }),
  "listen-after-cancel": mutant("SUBS-016", "stdio/2026-07-28", {
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
  }),
};
