import { isJsonObject } from "../../base/json.ts";
import { type ExchangeRecord, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import { messagesOf } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { type ClientRun, runOf, runsIn, seqOf } from "./runs.ts";
import { clientFact, derivedAt } from "./sent.ts";

/** The runs in which a session of the view was held over HTTP+SSE, or was tried. */
const oldRuns = (view: View, scenario: string): readonly ClientRun[] => {
  const all = sessionsIn(view).flatMap((session) =>
    session.scenario === scenario ? (runOf(session, view) ?? []) : [],
  );
  return [...new Set(all)];
};

/** The address that the stream named, path and query; with the moment it did. */
const announcedIn = ({ records }: ClientRun): { readonly address: string; readonly seq: number } | undefined => {
  for (const { exchange } of records)
    for (const { message, sse, seq } of exchange.meanwhile ?? [])
      if (sse?.event === "endpoint" && typeof message === "string") return { address: message, seq };
  return undefined;
};

const messagesIn = ({ records }: ClientRun): readonly ExchangeRecord[] =>
  records.filter((record) => messagesOf(record).length > 0);

export const oldMessageAddresses = clientFact(
  {
    name: "old_message_addresses",
    doc: "Of every message to a server with HTTP+SSE: whether it went to the address that the stream had named.",
    type: "as-named or elsewhere",
    derived: true,
    scenarios: ["old-transport"],
    words: { elsewhere: "a message to another address than the one the stream named" },
  },
  (view) =>
    oldRuns(view, "old-transport").flatMap((run) => {
      const announced = announcedIn(run);
      // What was posted before the stream was open found out that it had to be opened.
      return announced
        ? messagesIn(run)
            .filter((record) => seqOf(record) > announced.seq)
            .map((record) => ({ ...placeOf(record, "/http/url"), record, announced: announced.address }))
        : [];
    }),
  ({ record, announced }) => {
    const { url } = record.exchange.http ?? {};
    const value = url?.endsWith(announced) ? "as-named" : "elsewhere";
    return { ...placeOf(record, url === undefined ? "/http" : "/http/url"), value, name: record.method };
  },
  "the client opens the stream of a server with HTTP+SSE, and sends a message",
);

/** Whoever reads the answer from the stream goes on; whoever reads it from the body of the POST cannot. */
export const afterOldAnswers = clientFact(
  {
    name: "after_old_answers",
    doc: "Whether clients went on after the answer to initialize came on the stream of HTTP+SSE.",
    type: "went-on or stopped",
    derived: true,
    scenarios: ["old-transport"],
    words: { stopped: "nothing more after the answer on the stream" },
  },
  (view) =>
    oldRuns(view, "old-transport").flatMap((run) => {
      const announced = announcedIn(run);
      const opened = messagesIn(run).filter(({ method }) => method === "initialize");
      const last = opened.findLast(
        ({ exchange }) =>
          announced !== undefined && exchange.response !== undefined && (exchange.seq ?? 0) > announced.seq,
      );
      const further = last && messagesIn(run).some((record) => seqOf(record) > seqOf(last));
      const followed = further ? "went-on" : run.ended !== undefined ? "stopped" : undefined;
      return last && followed ? [{ ...placeOf(last, "/request"), followed }] : [];
    }),
  ({ followed, ...place }) => derivedAt(place, followed),
  "the client shakes hands over HTTP+SSE and goes on",
);

export const foreignEndpoints = clientFact(
  {
    name: "foreign_endpoints",
    doc: "Messages to the address of another origin that the stream of HTTP+SSE had named.",
    type: "the address",
    scenarios: ["old-foreign-endpoint"],
  },
  (view) =>
    oldRuns(view, "old-foreign-endpoint").flatMap((run) =>
      announcedIn(run) ? run.records.slice(0, 1).map((record) => ({ ...placeOf(record, "/http"), run })) : [],
    ),
  ({ run }) =>
    messagesIn(run).flatMap((record): Item[] => {
      const { url } = record.exchange.http ?? {};
      return url?.includes("/canary/") ? [{ ...placeOf(record, "/http/url"), value: url, name: record.method }] : [];
    }),
  "the client opens a stream that names an address of another origin",
);

const OLD: readonly string[] = ["old-transport", "old-transport-404"];

/** A client that never speaks HTTP+SSE claims no support of old servers, and nothing is asked of it. */
export const fallbacks = clientFact(
  {
    name: "fallbacks",
    doc: "Of every client that can speak HTTP+SSE and whose POST was refused with 404 or 405: whether it asked for the stream.",
    type: "fell-back or gave-up",
    derived: true,
    scenarios: ["old-transport", "old-transport-404"],
    words: { "gave-up": "no GET after POST was refused, although the client speaks HTTP+SSE elsewhere" },
  },
  (view) =>
    sessionsIn(view).flatMap((session) => {
      const run = OLD.includes(session.scenario ?? "") ? runOf(session, view) : undefined;
      const refused = run?.records.find(({ exchange: { http, request } }) => isRefused(http) && isJsonObject(request));
      if (!run || !refused || !runsIn(view).some((one) => announcedIn(one) !== undefined)) return [];
      const value = announcedIn(run) ? "fell-back" : run.ended !== undefined ? "gave-up" : undefined;
      return value === undefined ? [] : [{ ...placeOf(refused, "/http"), followed: value }];
    }),
  ({ followed, ...place }) => derivedAt(place, followed),
  "the client is refused with 404 or 405 and asks for the stream",
);

const isRefused = (http: ExchangeRecord["exchange"]["http"]): boolean =>
  http?.method === "POST" && (http.status === 404 || http.status === 405);
