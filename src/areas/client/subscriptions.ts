import { type Json, listMember, member, stringMember } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { CHANGE_WAIT_MS } from "../../probe/scenario/names.ts";
import type { ClientSession } from "./client-sessions.ts";
import { answeredSeq, runOf, seqOf } from "./runs.ts";
import { clientFact, derivedAt, type Sent, sentIn } from "./sent.ts";
import { followsPlan } from "./step-reports.ts";

const listens = (view: View): readonly Sent[] =>
  sentIn(view).filter(({ method, kind }) => method === "subscriptions/listen" && kind === "request");

/** What the server offers to tell, by the last discovery before. */
const offeredBefore = (sent: Sent): Json | undefined => {
  const found = sent.session.records.findLast(
    (record) => record.method === "server/discover" && answeredSeq(record) < seqOf(sent.record),
  );
  return member(member(found?.exchange.response, "result"), "capabilities");
};

const LISTS = { toolsListChanged: "tools", promptsListChanged: "prompts", resourcesListChanged: "resources" } as const;

export const listensBeyondOffer = clientFact(
  {
    name: "listens_beyond_offer",
    doc: "Notifications that a subscriptions/listen asks for although the server had not offered them.",
    type: "the member of the filter",
    derived: true,
  },
  (view) => listens(view).filter((sent) => offeredBefore(sent) !== undefined),
  (sent) => {
    const offered = offeredBefore(sent);
    const filter = member(sent.params, "notifications");
    const place = { ...sent, pointer: `${sent.pointer}/params/notifications` };
    const lists = Object.entries(LISTS).filter(
      ([name, feature]) => member(filter, name) === true && member(member(offered, feature), "listChanged") !== true,
    );
    const reads = listMember(filter, "resourceSubscriptions").length > 0 && !offersSubscriptions(offered);
    return [...lists.map(([name]) => name), ...(reads ? ["resourceSubscriptions"] : [])].map((name) =>
      derivedAt(place, name),
    );
  },
  "the client discovers the server and listens",
);

const offersSubscriptions = (offered: Json | undefined): boolean =>
  member(member(offered, "resources"), "subscribe") === true;

const WINDOW_MS = 10_000;

/** The most subscriptions of one client within ten seconds. */
export const listenBursts = clientFact(
  {
    name: "listen_bursts",
    doc: "Of every client whose subscriptions the server refuses or ends: the largest number of them within ten seconds.",
    type: "integer",
    derived: true,
    scenarios: ["subscription-refused"],
  },
  (view) => listens(view).filter(({ session }) => session.scenario === "subscription-refused"),
  (sent, view) => {
    const times = listens(view)
      .filter(({ session }) => session === sent.session)
      .map(({ record }) => record.exchange.timing?.start_ms ?? 0);
    const most = times.map((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length);
    return derivedAt(sent, Math.max(...most));
  },
  "the client listens, and the server refuses",
);

/** Whether a client that was refused, or whose subscription the server ended, still makes other requests. */
const afterListening = (name: string, doc: string, scenario: "subscription-refused" | "subscription-ends") =>
  clientFact(
    {
      name,
      doc,
      type: "went-on or stopped",
      derived: true,
      scenarios: [scenario],
      words: { stopped: "nothing more after the subscription, although the plan goes on" },
    },
    (view) =>
      listens(view).flatMap((sent): (Item & { readonly followed: string })[] => {
        const run = sent.session.scenario === scenario ? runOf(sent.session, view) : undefined;
        if (!run) return [];
        const later = run.records.some(
          (record) => seqOf(record) > seqOf(sent.record) && OTHER.has(record.method ?? ""),
        );
        if (later) return [{ ...sent, followed: "went-on" }];
        return run.ended !== undefined && followsPlan(view) ? [{ ...sent, followed: "stopped" }] : [];
      }),
    ({ followed, ...place }) => derivedAt(place, followed),
    "the client listens and goes on",
  );

const OTHER: ReadonlySet<string> = new Set(["tools/list", "tools/call", "resources/list", "prompts/list"]);

export const afterRefusedSubscriptions = afterListening(
  "after_refused_subscriptions",
  "Whether clients went on after a subscription was refused.",
  "subscription-refused",
);

export const afterEndedSubscriptions = afterListening(
  "after_ended_subscriptions",
  "Whether clients went on after the server ended a subscription with its answer.",
  "subscription-ends",
);

/** A client that is gone closes everything: it has to be before the last of its other requests is over, if there is one. */
const isClosedInTime = (record: ExchangeRecord, session: ClientSession): boolean => {
  const stream = record.exchange.http?.stream;
  const last = session.records.findLast((one) => seqOf(one) > seqOf(record) && OTHER.has(one.method ?? ""));
  const end = last?.exchange.timing?.end_ms;
  return stream?.ended_by === "client" && (end === undefined || (stream.ended_ms ?? 0) <= end);
};

export const subscriptionEnds = clientFact(
  {
    name: "subscription_ends",
    doc: "Of every subscription that a client ended: how.",
    type: "object: how (closed-stream, cancelled, nothing), transport (http, stdio)",
    derived: true,
    scenarios: ["subscriptions"],
    words: { nothing: "nothing: the client went on without a word", cancelled: "notifications/cancelled alone" },
  },
  (view) =>
    listens(view).flatMap((sent): (Item & { readonly how: string; readonly transport: string })[] => {
      const { session, record } = sent;
      if (session.scenario !== "subscriptions" || record.exchange.response !== undefined) return [];
      const id = member(sent.value, "id");
      const isCancelled = sentIn(view).some(
        (one) =>
          one.session === session &&
          one.method === "notifications/cancelled" &&
          member(one.params, "requestId") === id &&
          seqOf(one.record) > seqOf(record),
      );
      if (session.transport !== "stdio") {
        const isClosed = isClosedInTime(record, session);
        if (!isClosed && !isCancelled) return [];
        return [{ ...sent, how: isClosed ? "closed-stream" : "cancelled", transport: "http" }];
      }
      // Only a plan says that the subscription was over when the client went on.
      const wentOn = session.records.some((one) => seqOf(one) > seqOf(record) && OTHER.has(one.method ?? ""));
      if (!isCancelled && !(wentOn && followsPlan(view))) return [];
      return [{ ...sent, how: isCancelled ? "cancelled" : "nothing", transport: "stdio" }];
    }),
  ({ how, transport, ...place }) => derivedAt(place, { how, transport }),
  "the client listens and ends it",
);

/** What a client did after the connection of a subscription broke. */
export const afterBrokenSubscriptions = clientFact(
  {
    name: "after_broken_subscriptions",
    doc: "Of every subscription that follows one whose connection broke: whether it is a new one.",
    type: "new, same-id, resumed or at-once",
    derived: true,
    scenarios: ["subscription-breaks"],
    words: {
      "same-id": "a new subscription under the id of the old one",
      resumed: "Last-Event-ID, or GET, for a subscription that cannot be taken up",
      "at-once": "more than five subscriptions within ten seconds",
    },
  },
  (view) =>
    listens(view).filter(
      ({ session, record }) =>
        session.scenario === "subscription-breaks" && session.transport === "streamable-http" && isBroken(record),
    ),
  (sent, view) => {
    const later = sent.session.records.filter((record) => seqOf(record) > seqOf(sent.record));
    const items = later.flatMap((record): Item[] => {
      const headers = record.exchange.http?.request_headers ?? [];
      const resumes =
        record.exchange.http?.method === "GET" || headers.some(([name]) => name.toLowerCase() === "last-event-id");
      if (resumes) return [derivedAt(placeOf(record, "/http"), "resumed")];
      if (record.method !== "subscriptions/listen") return [];
      const same = member(record.request, "id") === member(sent.value, "id");
      return [derivedAt(placeOf(record, "/request"), same ? "same-id" : "new")];
    });
    const times = listens(view)
      .filter(({ session }) => session === sent.session)
      .map(({ record }) => record.exchange.timing?.start_ms ?? 0);
    const isFlood = times.some((from) => times.filter((time) => time >= from && time < from + WINDOW_MS).length > 5);
    return isFlood ? [...items, derivedAt(sent, "at-once")] : items;
  },
  "the connection of a subscription breaks",
);

const isBroken = ({ exchange }: ExchangeRecord): boolean =>
  exchange.response === undefined && exchange.http?.stream?.ended_by === "trouble";

const CHANGES: Readonly<Record<string, { readonly list: string; readonly uses: string; readonly key: string }>> = {
  "notifications/tools/list_changed": { list: "tools/list", uses: "tools/call", key: "name" },
  "notifications/prompts/list_changed": { list: "prompts/list", uses: "prompts/get", key: "name" },
  "notifications/resources/list_changed": { list: "resources/list", uses: "resources/read", key: "uri" },
};

/** Whether a list that changed was asked for again before something of it was used that the change had removed or added. */
const changedListFact = (name: string, notice: string, kind: string) =>
  clientFact(
    {
      name,
      doc: `Of every client that was told that the list of ${kind} had changed: whether it asked for the list again before it used what is gone.`,
      type: "read-again or outdated",
      derived: true,
      scenarios: ["changing-lists"],
      words: { outdated: `${kind} of the old list, without a look at the new one` },
    },
    (view) => changes(view, notice),
    ({ outdated, ...place }) => derivedAt(place, outdated ? "outdated" : "read-again"),
    `the list of ${kind} changes, and the client asks for it again or uses what is gone`,
  );

const changes = (view: View, notice: string): readonly (Item & { readonly outdated: boolean })[] => {
  const { list = "", uses = "", key = "" } = CHANGES[notice] ?? {};
  return sentIn(view)
    .filter(({ session, method }) => session.scenario === "changing-lists" && (method === uses || method === list))
    .flatMap(({ method, params, exchange, pointer, record }): (Item & { readonly outdated: boolean })[] => {
      const toldMs = toldBefore(record, notice, view, list);
      if (toldMs === undefined) return [];
      const place = { exchange, pointer, name: method, value: null };
      if (method === list) return [{ ...place, outdated: false }];
      // What is in both lists says nothing.
      const isGone = GONE.test(stringMember(params, key) ?? "");
      return isGone && hasHeard(record, toldMs, view) ? [{ ...place, outdated: true }] : [];
    });
};

/** Names that only the first list has. */
const GONE = /^(?:test:\/\/)?before/;

/** When the first notice was sent, if that was before this and the client has not looked at the list in between. */
const toldBefore = (record: ExchangeRecord, notice: string, view: View, list: string): number | undefined => {
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  const within = (run?.records ?? []).flatMap(({ exchange }) => exchange.meanwhile ?? []);
  const beside = (view.capture.unsolicited ?? []).filter(
    ({ conversation }) => conversation === record.exchange.conversation,
  );
  const [first] = [...within, ...beside]
    .filter(({ message, seq }) => stringMember(message, "method") === notice && seq < seqOf(record))
    .sort((left, right) => left.seq - right.seq);
  if (!first) return undefined;
  const looked = (run?.records ?? []).some(
    (one) => one !== record && one.method === list && seqOf(one) > first.seq && seqOf(one) < seqOf(record),
  );
  return looked ? undefined : first.at_ms;
};

/**
 * Whether a client had time to hear a notice before a request: as long as the server waits after it, and another request and its
 * answer since then, because the notice may come on another connection than the answers, and be read after them.
 */
const hasHeard = (record: ExchangeRecord, toldMs: number, view: View): boolean => {
  const isLater = ({ exchange }: ExchangeRecord): boolean =>
    exchange.timing !== undefined && exchange.timing.start_ms - toldMs >= CHANGE_WAIT_MS;
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  return isLater(record) && (run?.records ?? []).some((one) => isLater(one) && answeredSeq(one) < seqOf(record));
};

export const changedToolLists = changedListFact("changed_tool_lists", "notifications/tools/list_changed", "tools");
export const changedPromptLists = changedListFact(
  "changed_prompt_lists",
  "notifications/prompts/list_changed",
  "prompts",
);
export const changedResourceLists = changedListFact(
  "changed_resource_lists",
  "notifications/resources/list_changed",
  "resources",
);

/** How often a list was asked for after a burst of notices. */
export const listsAfterBursts = clientFact(
  {
    name: "lists_after_bursts",
    doc: "How often a client asked for its tools after fifty notices that they had changed.",
    type: "integer",
    derived: true,
    scenarios: ["unasked-notices"],
  },
  (view) =>
    sentIn(view).filter(
      ({ session, record }) =>
        session.scenario === "unasked-notices" && record.method === "tools/call" && hasBurst(record, view),
    ),
  (sent, view) => {
    const run = runOf(sent.session, view);
    const lists = (run?.records ?? []).filter(
      (record) => record.method === "tools/list" && seqOf(record) > seqOf(sent.record),
    );
    return derivedAt(sent, lists.length);
  },
  "the server sends many notices at once",
);

const hasBurst = (record: ExchangeRecord, view: View): boolean => {
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  const within = (run?.records ?? []).flatMap(({ exchange }) => exchange.meanwhile ?? []);
  const beside = (view.capture.unsolicited ?? []).filter(
    ({ conversation }) => conversation === record.exchange.conversation,
  );
  const notices = [...within, ...beside].filter(
    ({ message }) => stringMember(message, "method") === "notifications/tools/list_changed",
  );
  return notices.length >= 50;
};
