import { member, stringMember } from "../../base/json.ts";
import type { Capture, ClientEnd, TransportName } from "../../capture/capture.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type ClientSession, clientSessions, messagesOf, recordingOf } from "./client-sessions.ts";

export interface RunRecord {
  readonly record: ExchangeRecord;
  readonly session: ClientSession;
  /** Grows with time over all processes of the run. */
  readonly order: number;
  /** When it was answered, on the same scale; undefined if it was not. */
  readonly answered: number | undefined;
}

/** Everything one client said to one server, in whatever revision, session and process. */
export interface ClientRun {
  readonly scenario: string | undefined;
  readonly transport: TransportName | undefined;
  readonly end: ClientEnd | undefined;
  /** In the order of sending. */
  readonly records: readonly RunRecord[];
}

const RUNS = new WeakMap<Capture, readonly ClientRun[]>();

/** The runs of a capture in which nobody else speaks: a scenario, or one process after the other. */
export const clientRuns = (capture: Capture): readonly ClientRun[] => {
  const known = RUNS.get(capture) ?? divide(capture);
  RUNS.set(capture, known);
  return known;
};

const divide = (capture: Capture): readonly ClientRun[] => {
  const alone = clientSessions(capture).filter(
    ({ transport, scenario }) => transport === "stdio" || scenario !== undefined,
  );
  return [...groupBy(alone, (session) => `${runOf(session)}\n${session.transport}`).values()].map((sessions) => ({
    scenario: sessions[0]?.scenario,
    transport: sessions[0]?.transport,
    end: sessions[0]?.clientEnd,
    records: sessions
      .flatMap((session) => session.records.map((record) => ordered(record, session)))
      .sort((left, right) => left.order - right.order),
  }));
};

const PROCESS = /process-(\d+)\/$/;

const runOf = ({ conversation, scenario, transport }: ClientSession): string =>
  // A recorded process is a run of its own.
  scenario === undefined && transport === "stdio" ? conversation : recordingOf(conversation).replace(PROCESS, "");

const STRIDE = 1_000_000;

const ordered = (record: ExchangeRecord, session: ClientSession): RunRecord => {
  const process = Number(PROCESS.exec(recordingOf(session.conversation))?.[1] ?? 0) * STRIDE;
  const { seq, response_seq: answered } = record.exchange;
  return {
    record,
    session,
    order: process + (seq ?? record.index),
    answered: answered === undefined ? undefined : process + answered,
  };
};

/** Whether a client of the capture is known to speak both eras: the same name in both, or none that could tell them apart. */
export const speaksBoth = (capture: Capture): boolean => {
  const sessions = clientSessions(capture);
  const stateless = sessions.filter(({ era }) => era === "stateless");
  const stateful = sessions.filter(({ era, initialize }) => era === "stateful" && initialize !== undefined);
  const names = new Set(stateless.flatMap(namesIn));
  return (
    stateless.length > 0 &&
    stateful.length > 0 &&
    (names.size === 0 || stateful.some((session) => namesIn(session).some((name) => names.has(name))))
  );
};

/** How the client of a session calls itself. */
const namesIn = ({ records }: ClientSession): readonly string[] =>
  records.flatMap(messagesOf).flatMap((message) => {
    const params = member(message, "params");
    const info = member(params, "clientInfo") ?? member(member(params, "_meta"), META_KEY.clientInfo);
    return stringMember(info, "name") ?? [];
  });
