import { isJsonObject, member } from "../../base/json.ts";
import { type ExchangeRecord, type Fact, type Item, placeOf, type View } from "../../judge/core/fact.ts";
import type { ScenarioName } from "../../probe/scenario/names.ts";
import { sessionsIn } from "./client-view.ts";
import { answeredSeq, runOf, sentAfter, whatFollowed } from "./runs.ts";
import { clientFact } from "./sent.ts";

interface Shown extends Item {
  readonly followed: string;
}

/** Whether clients went on after answers of one form. */
const formFact = (
  head: Pick<Fact, "name" | "doc"> & { readonly scenarios: readonly [ScenarioName, ...ScenarioName[]] },
  isMeant: (record: ExchangeRecord) => boolean,
): Fact =>
  clientFact(
    {
      ...head,
      type: "went-on or stopped",
      derived: true,
      words: { stopped: "nothing more, although the program goes on after such an answer elsewhere" },
    },
    (view) =>
      sessionsIn(view).flatMap((session) =>
        head.scenarios.some((name) => name === session.scenario)
          ? session.records.flatMap((record): Shown[] => {
              const followed = isMeant(record) ? whatFollowed(record, session, view) : undefined;
              return followed
                ? [{ ...placeOf(record, "/response"), value: followed, name: record.method, followed }]
                : [];
            })
          : [],
      ),
    ({ followed, exchange, pointer, name }) => ({ exchange, pointer, name, value: followed }),
    "the client gets such an answer and goes on",
  );

const isOk = ({ exchange }: ExchangeRecord): boolean => member(exchange.response, "result") !== undefined;

const isJson = (record: ExchangeRecord): boolean => isOk(record) && record.exchange.http?.stream === undefined;

const isStream = (record: ExchangeRecord): boolean => isOk(record) && record.exchange.http?.stream !== undefined;

export const afterJsonWithCharset = formFact(
  {
    name: "after_json_with_charset",
    doc: "Whether clients went on after answers as application/json with a parameter.",
    scenarios: ["json-with-charset"],
  },
  isJson,
);

export const afterStreams = formFact(
  {
    name: "after_streams",
    doc: "Whether clients went on after answers as event streams.",
    scenarios: ["streamed-answers"],
  },
  isStream,
);

export const afterChangingForms = formFact(
  {
    name: "after_changing_forms",
    doc: "Whether clients went on where JSON and event streams take turns.",
    scenarios: ["changing-answers"],
  },
  isOk,
);

export const afterOddEvents = formFact(
  {
    name: "after_odd_events",
    doc: "Whether clients went on after event streams in everything the format allows.",
    scenarios: ["odd-events"],
  },
  isStream,
);

export const afterPrimedStreams = formFact(
  {
    name: "after_primed_streams",
    doc: "Whether clients went on after event streams that begin with an event without data.",
    scenarios: ["primed-streams"],
  },
  isStream,
);

export const afterComments = formFact(
  {
    name: "after_comments",
    doc: "Whether clients went on after event streams with comments before the answer.",
    scenarios: ["busy-streams"],
  },
  (record) => isStream(record) && (record.exchange.http?.stream?.comments ?? 0) > 0,
);

export const afterEarlyMessages = formFact(
  {
    name: "after_early_messages",
    doc: "Whether clients went on after an answer that other messages came before.",
    scenarios: ["busy-streams"],
  },
  (record) => isStream(record) && (record.exchange.meanwhile ?? []).length > 0,
);

export const afterOddHeaderNames = formFact(
  {
    name: "after_odd_header_names",
    doc: "Whether clients went on after answers whose names of headers are written unusually.",
    scenarios: ["odd-header-names"],
  },
  isOk,
);

export const afterHostileSchemas = formFact(
  {
    name: "after_hostile_schemas",
    doc: "Whether clients went on after a list of tools with schemas that are costly to work with.",
    scenarios: ["hostile-schemas"],
  },
  (record) => isOk(record) && record.method === "tools/list",
);

/** Only where an accepted notification with a body is no trouble does the empty one explain that a client stops. */
export const afterAccepted = clientFact(
  {
    name: "after_accepted",
    doc: "Whether clients went on after a notification was accepted with 202 and no body.",
    type: "went-on or stopped",
    derived: true,
    scenarios: ["accepted-with-body"],
    words: { stopped: "nothing more after 202 without a body, although the client goes on where it has one" },
  },
  (view) =>
    sessionsIn(view).flatMap((session) => {
      const run = runOf(session, view);
      return session.records.flatMap((record): Shown[] => {
        const followed = run && isAcceptedBare(record) ? acceptedThen(record, view) : undefined;
        return followed ? [{ ...placeOf(record, "/http"), value: followed, name: record.method, followed }] : [];
      });
    }),
  ({ followed, exchange, pointer, name }) => ({ exchange, pointer, name, value: followed }),
  "a notification is accepted and the client goes on",
);

const isNotification = ({ request, method }: ExchangeRecord): boolean =>
  method !== undefined && isJsonObject(request) && request["id"] === undefined;

const isAcceptedBare = (record: ExchangeRecord): boolean =>
  isNotification(record) && record.exchange.http?.status === 202 && (record.exchange.http.body_bytes ?? 0) === 0;

const acceptedThen = (record: ExchangeRecord, view: View): string | undefined => {
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  if (!run) return undefined;
  if (sentAfter(run, record.exchange.seq ?? 0).length > 0) return "went-on";
  const goesOnWithBody = sessionsIn(view).some(
    (session) =>
      session.scenario === "accepted-with-body" &&
      session.records.some((one) => isNotification(one) && hasFurther(one, view)),
  );
  // Whoever goes on after such an answer once, stops elsewhere for another reason: its program may have been told to do less.
  const goesOnWithout = sessionsIn(view).some(({ records }) =>
    records.some((one) => isAcceptedBare(one) && hasFurther(one, view)),
  );
  return run.ended !== undefined && goesOnWithBody && !goesOnWithout ? "stopped" : undefined;
};

const hasFurther = (record: ExchangeRecord, view: View): boolean => {
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  return run !== undefined && sentAfter(run, record.exchange.seq ?? 0).length > 0;
};

/** The next step of a client after an answer whose stream stayed open: before the server ended it, or only then. */
export const stepsBeforeStreamEnd = clientFact(
  {
    name: "steps_before_stream_end",
    doc: "Of every answer whose stream the server kept open: when the client went on.",
    type: "at-once or at-the-end",
    derived: true,
    scenarios: ["busy-streams"],
    words: { "at-the-end": "nothing until the stream was closed, seconds after the answer" },
  },
  (view) =>
    sessionsIn(view).flatMap((session) =>
      session.scenario === "busy-streams"
        ? session.records.flatMap((record): Shown[] => {
            const followed = keptOpen(record) ? heldUntil(record, view) : undefined;
            return followed
              ? [{ ...placeOf(record, "/response"), value: followed, name: record.method, followed }]
              : [];
          })
        : [],
    ),
  ({ followed, exchange, pointer, name }) => ({ exchange, pointer, name, value: followed }),
  "an answer comes on a stream that stays open, and the client goes on",
);

const keptOpen = ({ exchange, method }: ExchangeRecord): boolean =>
  method === "tools/call" && exchange.response !== undefined && exchange.http?.stream !== undefined;

/** The stream is held for three seconds: whoever took longer elsewhere in the session is slow, and nothing follows. */
const HELD_MS = 2500;

const heldUntil = (record: ExchangeRecord, view: View): string | undefined => {
  const run = runOf({ conversation: record.exchange.conversation ?? "" }, view);
  const { timing, http } = record.exchange;
  const answered = timing?.response_ms;
  const ended = http?.stream?.ended_ms;
  if (!run || answered === undefined || ended === undefined) return undefined;
  const next = run.records.find((one) => (one.exchange.seq ?? 0) > answeredSeq(record));
  if (http?.stream?.ended_by === "client") return "at-once";
  if (!next?.exchange.timing) return undefined;
  if (next.exchange.timing.start_ms < ended || ended - answered < HELD_MS) return "at-once";
  const pauses = run.records.slice(1).flatMap((one, index) => {
    const before = run.records[index]?.exchange.timing?.end_ms;
    const start = one.exchange.timing?.start_ms;
    return before === undefined || start === undefined || one === next ? [] : [start - before];
  });
  return pauses.every((pause) => pause < HELD_MS / 4) ? "at-the-end" : undefined;
};
