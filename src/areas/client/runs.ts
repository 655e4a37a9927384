import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { ConversationRecord } from "../../capture/capture.ts";
import type { ExchangeRecord, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { recordsIn } from "../../judge/core/view.ts";
import { type ClientSession, recordingOf } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";

/** Everything a client sent while one scenario was held: over HTTP all of it, on stdio what one process was told. */
export interface ClientRun {
  readonly scenario: string;
  readonly isOverHttp: boolean;
  /** In the order of sending. */
  readonly records: readonly ExchangeRecord[];
  /** How the client's program ended; unknown where there was none, or where it ran out of time. */
  readonly ended: ConversationRecord["client_end"];
  /** When the server stopped to listen. */
  readonly closedMs: number;
}

/** The run that a session belongs to; none where no scenario was held. */
export const runOf = ({ conversation }: Pick<ClientSession, "conversation">, view: View): ClientRun | undefined =>
  view.once(gatherRuns).get(conversation);

export const runsIn = (view: View): readonly ClientRun[] => [...new Set(view.once(gatherRuns).values())];

const gatherRuns = (view: View): ReadonlyMap<string, ClientRun> => {
  const conversations = (view.capture.conversations ?? []).filter(({ scenario }) => scenario !== undefined);
  const records = groupBy(recordsIn(view.capture), ({ exchange }) => exchange.conversation ?? "");
  const found = new Map<string, ClientRun>();
  for (const all of groupBy(conversations, runKey).values()) {
    const [first] = all;
    if (!first) continue;
    const run: ClientRun = {
      scenario: first.scenario ?? "",
      isOverHttp: first.transport !== "stdio",
      records: all.flatMap(({ id }) => records.get(id) ?? []).sort((left, right) => seqOf(left) - seqOf(right)),
      ended: first.client_end === "limit" ? undefined : first.client_end,
      closedMs: Math.max(...all.map(({ closed_ms, opened_ms }) => closed_ms ?? opened_ms)),
    };
    for (const { id } of all) found.set(id, run);
  }
  return found;
};

/** A scenario that was held twice was held for two clients. */
const runKey = ({ id, scenario, transport }: ConversationRecord): string =>
  transport === "stdio" ? `stdio\n${id}` : `http\n${recordingOf(id)}\n${scenario}`;

export const seqOf = ({ exchange }: ExchangeRecord): number => exchange.seq ?? 0;

/** When the answer had arrived; never, where there was none. */
export const answeredSeq = ({ exchange }: ExchangeRecord): number => exchange.response_seq ?? Number.POSITIVE_INFINITY;

/** What a client sent after something had happened, requests and notifications alone. */
export const sentAfter = (run: ClientRun, seq: number): readonly ExchangeRecord[] =>
  run.records.filter((record) => record.method !== undefined && seqOf(record) > seq);

export type Followed = "went-on" | "stopped";

/**
 * Whether a client went on after an answer. That it stopped is said only of a program that came to its end without another
 * word, and that is known to go on after such an answer: it has to after initialize, or it did so where nothing is unusual.
 */
export const whatFollowed = (record: ExchangeRecord, session: ClientSession, view: View): Followed | undefined => {
  const run = runOf(session, view);
  const answered = answeredSeq(record);
  if (!run || answered === Number.POSITIVE_INFINITY) return undefined;
  const after = sentAfter(run, answered);
  if (after.some((later) => !isRepetition(later, record))) return "went-on";
  // The same again: it may have been asked for twice.
  if (run.ended === undefined || after.length > 0) return undefined;
  const isBound = isAgreed(record) || goesOnAfter(record, run, view);
  return isBound ? "stopped" : undefined;
};

/** A version that the client asked for is one that it has to go on with. */
const isAgreed = ({ method, request, exchange }: ExchangeRecord): boolean => {
  const asked = member(member(request, "params"), "protocolVersion");
  return (
    method === "initialize" &&
    asked !== undefined &&
    member(member(exchange.response, "result"), "protocolVersion") === asked
  );
};

/** The scenario in which nothing is unusual and programs are told to do what they are told in those that are compared with it. */
const PLAIN = "neutral";

/**
 * Whether the same program sends something else after an answer to this request where the server does nothing unusual, and where it
 * had asked for the same things before. The other neutral scenarios are no measure: there it is told to do more.
 */
const goesOnAfter = (record: ExchangeRecord, here: ClientRun, view: View): boolean => {
  const path = pathTo(record, here);
  return runsIn(view).some(
    (run) =>
      run.scenario === PLAIN &&
      run.isOverHttp === here.isOverHttp &&
      run.records.some(
        (one) =>
          one.method === record.method &&
          pathTo(one, run) === path &&
          sentAfter(run, answeredSeq(one)).some((later) => !isRepetition(later, one)),
      ),
  );
};

/** Everything that was asked for up to a request, in the words of one era. */
const pathTo = (record: ExchangeRecord, run: ClientRun): string =>
  JSON.stringify(
    run.records
      .filter((one) => one.method !== undefined && seqOf(one) <= seqOf(record))
      .map((one) => [one.method, bare(one), isStateful(one)]),
  );

const isStateful = ({ request }: ExchangeRecord): boolean =>
  Object.keys(members(member(member(request, "params"), "_meta"))).every(
    (key) => key !== "io.modelcontextprotocol/protocolVersion",
  );

const members = (value: Json | undefined): object => (isJsonObject(value) ? value : {});

/** The same request again. */
const isRepetition = (later: ExchangeRecord, earlier: ExchangeRecord): boolean =>
  later.method === earlier.method && JSON.stringify(bare(later)) === JSON.stringify(bare(earlier));

const bare = ({ request }: ExchangeRecord): Json => {
  const params = member(request, "params");
  return isJsonObject(params) ? Object.fromEntries(Object.entries(params).filter(([key]) => key !== "_meta")) : {};
};

/** Sessions held in one of these scenarios. */
export const sessionsOf = (view: View, scenarios: readonly string[]): readonly ClientSession[] =>
  sessionsIn(view).filter(({ scenario }) => scenario !== undefined && scenarios.includes(scenario));
