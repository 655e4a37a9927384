// HTTP+SSE, the transport of 2024-11-05.

import { isJsonObject } from "../../../base/json.ts";
import { NEVER, timelineOf } from "../../../capture/timeline.ts";
import { clientFact, derivedAt, itemsFact, placeOf } from "../../../judge/core/client/fact.ts";
import { isPost } from "../../../judge/core/client/http.ts";
import { hasEnded, type Run, runOf, runsIn } from "../../../judge/core/client/runs.ts";
import { type Item, type Message, sessionsOf, type View } from "../../../judge/core/client/view.ts";

/** The runs in which a session of the view was held over HTTP+SSE, or was tried. */
const oldRuns = (view: View, scenario: string): readonly Run[] => [
  ...new Set(sessionsOf(view, scenario).flatMap((session) => runOf(session, view) ?? [])),
];

/** The event in which the stream named the address for messages, path and query. */
const announcedIn = (run: Run, view: View): Message | undefined =>
  timelineOf(view.capture).told.find(
    ({ event, value, session }) => event === "endpoint" && typeof value === "string" && runOf(session, view) === run,
  );

const messagesAfter = ({ exchanges }: Run, place: number): readonly Message[] =>
  exchanges.filter(({ value, sentAt }) => value !== undefined && sentAt > place);

export const oldMessageAddresses = itemsFact("old_message_addresses", {
  doc: "Of every message to a server with HTTP+SSE: whether it went to the address that the stream had named.",
  type: "as-named or elsewhere",
  scenarios: ["old-transport"],
  words: { elsewhere: "a message to another address than the one the stream named" },
  missing: "the client opens the stream of a server with HTTP+SSE, and sends a message",
  among: (view) =>
    oldRuns(view, "old-transport").flatMap((run) => {
      const announced = announcedIn(run, view);
      // What was posted before the stream was open found out that it had to be opened.
      return messagesAfter(run, announced?.sentAt ?? NEVER).map((message): Item => {
        const url = message.http?.url;
        const value = url?.endsWith(String(announced?.value)) ? "as-named" : "elsewhere";
        return { ...placeOf(message, url === undefined ? "/http" : "/http/url"), value, name: message.method };
      });
    }),
});

/** A client that reads the answer from the stream goes on; one that reads it from the body of the POST cannot. */
export const afterOldAnswers = itemsFact("after_old_answers", {
  doc: "Whether clients went on after the answer to initialize came on the stream of HTTP+SSE.",
  type: "went-on or stopped",
  scenarios: ["old-transport"],
  words: { stopped: "nothing more after the answer on the stream" },
  missing: "the client shakes hands over HTTP+SSE and goes on",
  among: (view) =>
    oldRuns(view, "old-transport").flatMap((run): Item[] => {
      const last = messagesAfter(run, announcedIn(run, view)?.sentAt ?? NEVER).findLast(
        ({ method, response }) => method === "initialize" && response !== undefined,
      );
      if (!last) return [];
      const followed = messagesAfter(run, last.sentAt).length > 0 ? "went-on" : hasEnded(run) ? "stopped" : undefined;
      return followed ? [derivedAt(placeOf(last, "/request"), followed)] : [];
    }),
});

export const foreignEndpoints = clientFact("foreign_endpoints", {
  doc: "Messages to the address of another origin that the stream of HTTP+SSE had named.",
  type: "the address",
  scenarios: ["old-foreign-endpoint"],
  missing: "the client opens a stream that names an address of another origin",
  among: (view) =>
    oldRuns(view, "old-foreign-endpoint").flatMap((run) =>
      announcedIn(run, view) ? run.exchanges.slice(0, 1).map((one) => ({ ...placeOf(one, "/http"), run })) : [],
    ),
  pick: ({ run }) =>
    messagesAfter(run, Number.NEGATIVE_INFINITY).flatMap((one): Item[] => {
      const url = one.http?.url;
      return url?.includes("/canary/") ? [{ ...placeOf(one, "/http/url"), value: url, name: one.method }] : [];
    }),
});

/** A client that never speaks HTTP+SSE claims no support of old servers, and nothing is asked of it. */
export const fallbacks = itemsFact("fallbacks", {
  doc: "Of every client that can speak HTTP+SSE and whose POST was refused with 404 or 405: whether it asked for the stream.",
  type: "fell-back or gave-up",
  scenarios: ["old-transport", "old-transport-404"],
  words: { "gave-up": "no GET after POST was refused, although the client speaks HTTP+SSE elsewhere" },
  missing: "the client is refused with 404 or 405 and asks for the stream",
  among: (view) =>
    sessionsOf(view, "old-transport", "old-transport-404").flatMap((session): Item[] => {
      const run = runOf(session, view);
      const refused = run?.exchanges.find((one) => isRefused(one) && isJsonObject(one.value));
      if (!run || !refused || !runsIn(view).some((one) => announcedIn(one, view) !== undefined)) return [];
      const followed = announcedIn(run, view) ? "fell-back" : hasEnded(run) ? "gave-up" : undefined;
      return followed ? [derivedAt(placeOf(refused, "/http"), followed)] : [];
    }),
});

const isRefused = (request: Message): boolean =>
  isPost(request) && (request.http?.status === 404 || request.http?.status === 405);
