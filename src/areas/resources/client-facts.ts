import { isJsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { clientFact, derivedFact, paramsOf, partOf, placeOf, within } from "../../judge/core/client/fact.ts";
import { changedListFact, listedBefore, offeredBefore } from "../../judge/core/client/known.ts";
import { reportFact } from "../../judge/core/client/plans.ts";
import {
  type Item,
  lastBefore,
  type Message,
  messagesOf,
  sessionsOf,
  type View,
} from "../../judge/core/client/view.ts";

/** Percent-encoding, the case of letters and the end of an address can hide that two are the same. */
const bareAddress = (uri: string): string => {
  const [rest = ""] = uri.split("#");
  return decodeLoosely(rest)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
};

const decodeLoosely = (text: string): string => {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return text;
  }
};

const readsIn = (view: View): readonly Message[] =>
  messagesOf(view, "resources/read").filter(({ session }) => session.scenario === "odd-resources");

const uriOf = ({ params }: Message): string => stringMember(params, "uri") ?? "";

export const readAddresses = derivedFact("read_addresses", {
  doc: "Of every resources/read of a resource with an unusual address: whether it is as it was listed.",
  type: "as-listed or changed",
  scenarios: ["odd-resources"],
  words: { changed: "another spelling than the one that was listed" },
  missing: "the client lists resources with unusual addresses and reads one",
  among: readsIn,
  at: (sent) => within(sent, "/params/uri"),
  say: (sent, view) => {
    const listed = listedBefore(sent, "resources/list", view).flatMap((one) => stringMember(one, "uri") ?? []);
    if (listed.includes(uriOf(sent))) return "as-listed";
    return listed.some((one) => bareAddress(one) === bareAddress(uriOf(sent))) ? "changed" : undefined;
  },
});

/** What our templates begin with; each has one variable at its end. */
const TEMPLATES: readonly string[] = ["test://files/", "test://items/"];

/** By RFC 6570, whatever the value: everything but unreserved characters is encoded. */
const EXPANDED = /^(?:[\w.~-]|%[\da-f]{2})+$/i;

const templateOf = (sent: Message): string | undefined => TEMPLATES.find((prefix) => uriOf(sent).startsWith(prefix));

export const expandedTemplates = derivedFact("expanded_templates", {
  doc: "Of every resources/read of what our templates give: whether they were expanded as RFC 6570 says.",
  type: "as-defined or otherwise",
  scenarios: ["odd-resources"],
  words: { otherwise: "an address that the template does not give with these values" },
  missing: "the client reads what a template gives",
  among: readsIn,
  only: (sent) => templateOf(sent) !== undefined,
  at: (sent) => within(sent, "/params/uri"),
  say: (sent) => (EXPANDED.test(uriOf(sent).slice(templateOf(sent)?.length)) ? "as-defined" : "otherwise"),
});

export const unaskedReads = clientFact("unasked_reads", {
  doc: "Reads of a resource that the server named in a notice nobody had asked for.",
  type: "the address",
  scenarios: ["unasked-notices"],
  missing: "the server sends a notice about a resource that nobody watches",
  among: (view) =>
    sessionsOf(view, "unasked-notices").flatMap(({ exchanges }) =>
      exchanges.filter(({ method }) => method === "tools/call").slice(0, 1),
    ),
  pick: ({ session }) =>
    session.exchanges
      .filter((one) => one.method === "resources/read" && uriOf(one) === "test://never-heard-of")
      .map((one): Item => ({ ...placeOf(one, "/request/params/uri"), value: uriOf(one) })),
});

const SUBSCRIBES: ReadonlySet<string> = new Set(["resources/subscribe", "resources/unsubscribe"]);

export const unofferedSubscriptions = clientFact("unoffered_subscriptions", {
  doc: "resources/subscribe and resources/unsubscribe to servers that do not offer subscriptions.",
  type: "the method",
  missing: "the client shakes hands and sends a request",
  only: (sent, view) => sent.kind === "request" && !sent.session.shared && isJsonObject(offeredBefore(sent, view)),
  pick: (sent, view) =>
    sent.method !== undefined &&
    SUBSCRIBES.has(sent.method) &&
    valueAt(offeredBefore(sent, view), "resources", "subscribe") !== true
      ? partOf(sent, sent.method, "/method")
      : undefined,
});

export const subscribeParams = clientFact("subscribe_params", {
  doc: "The params of every resources/subscribe and resources/unsubscribe.",
  type: "object",
  scenarios: ["watched-resource"],
  pick: (sent) => (sent.kind === "request" && SUBSCRIBES.has(sent.method ?? "") ? paramsOf(sent) : undefined),
});

/** In a scenario a session begins with nothing. */
export const unsubscribedUnasked = derivedFact("unsubscribed_unasked", {
  doc: "Of every resources/unsubscribe in a scenario: whether the client had subscribed to the resource before.",
  type: "subscribed or never",
  scenarios: ["watched-resource"],
  missing: "the client stops watching a resource",
  among: (view) =>
    messagesOf(view, "resources/unsubscribe").filter(({ session }) => session.scenario === "watched-resource"),
  say: (sent, view) => {
    const subscriptions = sent.session.byMethod.get("resources/subscribe") ?? [];
    const isSame = (one: Message): boolean => member(one.params, "uri") === member(sent.params, "uri");
    return lastBefore(subscriptions, sent.sentAt, view, isSame) ? "subscribed" : "never";
  },
});

export const reportedReads = reportFact("reported_reads", "resources of every kind", "odd-resources", [
  "text",
  "blob",
  "three",
]);
export const reportedUpdates = reportFact(
  "reported_updates",
  "a resource that was read again after a notice that it had changed",
  "watched-resource",
  ["after-update"],
  { repeated: "what was read before the notice" },
  "notifications/resources/updated",
);

export const changedResourceLists = changedListFact("changed_resource_lists", "resources");
