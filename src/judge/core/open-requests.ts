import { type Json, valueAt } from "../../base/json.ts";
import { timeOf } from "./arrival.ts";
import type { ExchangeRecord, View } from "./fact.ts";
import { groupBy } from "./group-by.ts";
import type { Heard } from "./messages.ts";
import { firstNotBelow } from "./record-index.ts";

/** Some requests of a conversation in the order of sending, so that those open at some point are found without reading all. */
interface Course {
  readonly answered: readonly Turn[];
  /** For each of them the latest answer up to it: before a smaller one than asked for, nothing is open. */
  readonly latest: readonly number[];
  readonly unanswered: readonly Turn[];
}

interface Turn {
  readonly record: ExchangeRecord;
  readonly sent: number;
  readonly answer: number;
}

export interface OpenRequests {
  /** Which requests to look at. */
  readonly among: (record: ExchangeRecord) => boolean;
  /** Whether one without an answer counts as open. */
  readonly neverAnswered: (record: ExchangeRecord) => boolean;
  /** The place of one that does not say when it was sent; without it, such are left out. */
  readonly unknownSeq?: number;
}

/** The requests that were sent and not yet answered when something else arrived in the same conversation. */
export const openRequests = ({
  among,
  neverAnswered,
  unknownSeq,
}: OpenRequests): ((view: View, conversation: string | undefined, seq: number) => readonly ExchangeRecord[]) => {
  const make = (view: View): ReadonlyMap<string, Course> => {
    const groups = groupBy(view.records.filter(among), ({ exchange }) => exchange.conversation ?? "");
    return new Map([...groups].map(([conversation, records]) => [conversation, courseOf(records)]));
  };
  const courseOf = (records: readonly ExchangeRecord[]): Course => {
    const turns = records
      .flatMap((record): Turn[] => {
        const { seq = unknownSeq, response_seq: answer = Number.POSITIVE_INFINITY } = record.exchange;
        return seq === undefined ? [] : [{ record, sent: seq, answer }];
      })
      .sort((left, right) => left.sent - right.sent);
    const answered = turns.filter(({ answer }) => Number.isFinite(answer));
    let last = Number.NEGATIVE_INFINITY;
    return {
      answered,
      latest: answered.map(({ answer }) => {
        last = Math.max(last, answer);
        return last;
      }),
      unanswered: turns.filter(({ record, answer }) => !Number.isFinite(answer) && neverAnswered(record)),
    };
  };
  return (view, conversation, seq) => {
    const course = view.once(make).get(conversation ?? "");
    if (!course) return [];
    const { answered, latest, unanswered } = course;
    const open = unanswered.slice(
      0,
      firstNotBelow(unanswered, ({ sent }) => sent, seq),
    );
    let at = firstNotBelow(answered, ({ sent }) => sent, seq) - 1;
    for (; at >= 0 && (latest[at] ?? 0) > seq; at -= 1) {
      const turn = answered[at];
      if (turn && turn.answer > seq) open.push(turn);
      view.spend(1);
    }
    view.spend(open.length);
    return open.map(({ record }) => record);
  };
};

/** The task that the client answered a request of the server with. */
export const taskIn = ({ request }: ExchangeRecord): Json | undefined => valueAt(request, "result", "task");

export const isLongAnswered = ({ exchange }: ExchangeRecord, heard: Heard, view: View): boolean => {
  const from = exchange.timing?.end_ms;
  const at = timeOf(heard, view);
  return from !== undefined && at !== undefined && at - from > CROSSING_MS;
};

/** Answer and cancellation may cross; only one that the server has had for a while counts. */
export const CROSSING_MS = 100;
