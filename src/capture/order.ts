// The order of everything that was sent in a capture, by either side. Only this file knows where the order comes from.

import { groupBy } from "../base/group-by.ts";
import type { Capture, Exchange, ReceivedMessage } from "./capture.ts";
import { kindOf } from "./said.ts";

/** After everything else: the place of an answer that never came. */
export const NEVER = Number.POSITIVE_INFINITY;

/** Places in one order: no two things that were sent have the same. */
export interface Order {
  sentAt(exchange: Exchange): number;
  /** `NEVER` where the capture has no answer. */
  answeredAt(exchange: Exchange): number;
  arrivedAt(message: ReceivedMessage): number;
}

/** Something that was sent: a request, its answer, or a message of the server's own. */
interface Sending {
  /** What it is found by again. */
  readonly key: Exchange | ReceivedMessage;
  readonly what: "request" | "answer" | "message";
  readonly conversation: string;
  readonly seq: number | undefined;
  readonly ms: number | undefined;
}

export const orderOf = (capture: Capture): Order => {
  const places = { request: new Map<object, number>(), answer: new Map<object, number>(), message: new Map() };
  const recordings = groupBy(sendingsIn(capture), ({ conversation }) => recordingOf(conversation));
  const ordered = [...recordings].flatMap(placesIn).sort(comparePlaced);
  ordered.forEach(({ sending: { key, what } }, place) => {
    places[what].set(key, place);
  });
  const find = (what: Sending["what"], key: object): number => places[what].get(key) ?? NEVER;
  return {
    sentAt: (exchange) => find("request", exchange),
    answeredAt: (exchange) => find("answer", exchange),
    arrivedAt: (message) => find("message", message),
  };
};

/** In the order of the file: an exchange is its request, what arrived meanwhile, its answer, and what came late. */
const sendingsIn = ({ exchanges, unsolicited = [] }: Capture): readonly Sending[] => {
  const sendings: Sending[] = [];
  // The client may answer a question of the server's in an exchange of its own, before its request is answered.
  const waiting = new Map<string, readonly Sending[]>();
  const release = (conversation: string): void => {
    sendings.push(...(waiting.get(conversation) ?? []));
    waiting.delete(conversation);
  };
  for (const exchange of exchanges) {
    const { conversation = "", seq, response_seq, response, request, meanwhile = [], timing } = exchange;
    if (request === undefined || kindOf(request) !== "response") release(conversation);
    sendings.push({ key: exchange, what: "request", conversation, seq, ms: timing?.start_ms });
    const received = (isLate: boolean): readonly Sending[] =>
      meanwhile
        .filter(({ late = false }) => late === isLate)
        .map((key) => ({ key, what: "message", conversation, seq: key.seq, ms: key.at_ms }));
    const answer: Sending = { key: exchange, what: "answer", conversation, seq: response_seq, ms: timing?.response_ms };
    const isAnswered = response !== undefined || response_seq !== undefined;
    sendings.push(...received(false));
    const rest = [...(isAnswered ? [answer] : []), ...received(true)];
    const asks = meanwhile.some(({ message }) => message !== undefined && kindOf(message) === "request");
    if (asks) waiting.set(conversation, [...(waiting.get(conversation) ?? []), ...rest]);
    else sendings.push(...rest);
  }
  for (const conversation of [...waiting.keys()]) release(conversation);
  for (const key of unsolicited)
    sendings.push({ key, what: "message", conversation: key.conversation, seq: key.seq, ms: key.at_ms });
  return sendings;
};

/**
 * The recording of a merged capture that a conversation is from. A scenario may be held several times, with one client after the
 * other: the order of messages, and who sent them, say something within one recording alone.
 */
export const recordingOf = (conversation = ""): string => conversation.slice(0, conversation.lastIndexOf("/") + 1);

const PROCESS = /process-(\d+)\/$/;

/** The recording without the number of the process: a client may start one process after the other. */
export const withoutProcess = (recording: string): string => recording.replace(PROCESS, "");

interface Placed {
  readonly sending: Sending;
  /** A client may start one process after the other. */
  readonly process: number;
  readonly place: number;
  readonly recording: number;
}

const placesIn = ([name, all]: readonly [string, readonly Sending[]], recording: number): readonly Placed[] => {
  const process = Number(PROCESS.exec(name)?.[1] ?? 0);
  const isCounted = hasOneCounter(all);
  return inOrder(all).map((sending, index) => ({
    sending,
    process,
    place: isCounted ? numberOf(sending) : index,
    recording,
  }));
};

/** Recordings of one run are made side by side and have no order among each other, so they are interleaved. */
const comparePlaced = (left: Placed, right: Placed): number =>
  left.process - right.process || left.place - right.place || left.recording - right.recording;

/** One recording in order. */
const inOrder = (all: readonly Sending[]): readonly Sending[] => {
  if (hasOneCounter(all)) return byNumber(all);
  // The minimal form has neither numbers nor times: what is first in the file was sent first, and answered before the next request.
  if (!isNumbered(all) && all.every(({ what, ms }) => what === "message" || ms === undefined)) return all;
  const lines = [...groupBy(all, ({ conversation }) => conversation).values()].map(conversationInOrder);
  return lines
    .flatMap(withTimes)
    .sort(compareTimed)
    .map(({ sending }) => sending);
};

/** Numbers say more than times: two messages may have the same millisecond. */
const conversationInOrder = (all: readonly Sending[]): readonly Sending[] => {
  if (isNumbered(all)) return byNumber(all);
  const isTimed = all.every(({ ms }) => ms !== undefined);
  return isTimed ? all.toSorted((left, right) => (left.ms ?? 0) - (right.ms ?? 0)) : all;
};

/** A relay counts everything that passes it. The conversations of a probe count each for itself, so numbers occur twice. */
const hasOneCounter = (all: readonly Sending[]): boolean =>
  isNumbered(all) && new Set(all.map(numberOf)).size === all.length;

const isNumbered = (all: readonly Sending[]): boolean => all.every(({ seq }) => seq !== undefined);

const numberOf = ({ seq }: Sending): number => seq ?? 0;

const byNumber = (all: readonly Sending[]): readonly Sending[] =>
  all.toSorted((left, right) => numberOf(left) - numberOf(right));

interface Timed {
  readonly sending: Sending;
  /** The latest time in its conversation so far: with it the order within a conversation always stays as it is. */
  readonly reachedMs: number;
  readonly index: number;
}

const withTimes = (line: readonly Sending[]): readonly Timed[] => {
  let reachedMs = Number.NEGATIVE_INFINITY;
  return line.map((sending, index) => {
    reachedMs = Math.max(reachedMs, sending.ms ?? reachedMs);
    return { sending, reachedMs, index };
  });
};

const compareTimed = (left: Timed, right: Timed): number =>
  left.reachedMs - right.reachedMs || compareTexts(left, right) || left.index - right.index;

const compareTexts = ({ sending: left }: Timed, { sending: right }: Timed): number =>
  left.conversation < right.conversation ? -1 : left.conversation > right.conversation ? 1 : 0;
