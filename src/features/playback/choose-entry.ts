import { type Json, member, stringMember, valueAt } from "../../base/json.ts";
import type { IdState, Phase, Recorded } from "./entries.ts";
import type { HttpForm } from "./http-form.ts";
import { distance, type RequestForm } from "./request-form.ts";

/** What is known of the one who asks. */
export interface PlaybackClient {
  readonly form: RequestForm;
  readonly http: HttpForm | undefined;
  readonly session: IdState;
  /** Undefined: requests that name no session do not say. */
  readonly phase: Phase | undefined;
  readonly revision: string | undefined;
  /** How much of what was asked so far each recorded conversation holds. */
  readonly affinity: ReadonlyMap<string, number>;
  /** The entries that have answered in this session. */
  readonly used: ReadonlySet<number>;
  /** A GET stream of the session is open. */
  readonly isListening: boolean;
  /** The capabilities that the client has declared, if it did. */
  readonly offers: ReadonlySet<string> | undefined;
}

export interface EntryChoice {
  readonly entry: Recorded;
  /** Nothing that bears on the answer was different. */
  readonly isExact: boolean;
  /** The same thing was asked for by name. */
  readonly isSameThing: boolean;
  /** It was refused for its headers, and these are the same. */
  readonly isRefusedForHead: boolean;
}

/** The recorded exchange whose answer fits best, of those that asked by the same method. */
export const chooseEntry = (entries: readonly Recorded[], asker: PlaybackClient): EntryChoice | undefined => {
  let best: { readonly choice: EntryChoice; readonly rank: readonly number[] } | undefined;
  for (const entry of entries) {
    if (entry.form.kind !== asker.form.kind || !isSameAddress(entry.http, asker.http)) continue;
    const isSameThing = entry.form.identity === asker.form.identity;
    const isExact = isSameRequest(entry, asker.form);
    const rank = rankOf(entry, asker, isExact, isSameThing);
    if (best === undefined || isBefore(rank, best.rank))
      best = { choice: { entry, isExact, isSameThing, isRefusedForHead: false }, rank };
  }
  return best && { ...best.choice, isRefusedForHead: isRefusedForHead(best.choice.entry, asker, entries) };
};

export const isSameRequest = ({ form }: Recorded, asked: RequestForm): boolean =>
  form.whole !== null && form.whole === asked.whole;

/** A recording without HTTP can be served over it; then every address is the same. */
const isSameAddress = (recorded: HttpForm | undefined, asked: HttpForm | undefined): boolean =>
  recorded === undefined || asked === undefined || (recorded.method === asked.method && recorded.path === asked.path);

/** Smaller is better; the first place in which two ranks differ decides. */
const rankOf = (entry: Recorded, asker: PlaybackClient, isExact: boolean, isSameThing: boolean): readonly number[] => [
  no(entry.http === undefined || entry.session === asker.session),
  differing(entry.http, asker.http),
  no(isSameThing),
  no(entry.form.revision === asker.form.revision),
  no(entry.revision === undefined || asker.revision === undefined || entry.revision === asker.revision),
  // A counter-offer is what a version gets that was never asked for.
  entry.form.method === "initialize" && !isSameThing ? no(isCounterOffer(entry)) : 0,
  no(isExact),
  isExact ? 0 : no(!entry.exchange.deliberate),
  isExact ? 0 : distance(entry.form.params, asker.form.params),
  asksTooMuch(entry, asker.offers) ? 1 : 0,
  // A list that was not answered because its client took the request back; one that waits for it gets an answer.
  entry.isCancelled && isSilent(entry) && entry.form.method !== "tools/call" ? 1 : 0,
  asker.http?.method === "GET" ? no(entry.isSecondStream === asker.isListening) : 0,
  no(asker.phase === undefined || entry.phase === asker.phase),
  -(asker.affinity.get(entry.conversation) ?? 0),
  no(idPlace(entry.form.id) === idPlace(asker.form.id)),
  // Who was never answered is not asked twice.
  asker.used.has(entry.index) && isSilent(entry) ? 1 : 0,
  // In the order of the recording, each answer once; then the last one again.
  asker.used.has(entry.index) ? 1 : 0,
  asker.used.has(entry.index) ? -entry.index : entry.index,
];

/** mcptest counts the requests of each conversation from a multiple of this. */
const IDS_PER_CONVERSATION = 100_000;

const idPlace = (id: Json | undefined): string =>
  JSON.stringify(typeof id === "number" ? id % IDS_PER_CONVERSATION : (id ?? null));

const isSilent = ({ exchange }: Recorded): boolean =>
  exchange.response === undefined && exchange.response_raw === undefined && exchange.http?.status === undefined;

const no = (holds: boolean): number => (holds ? 0 : 1);

const isBefore = (left: readonly number[], right: readonly number[]): boolean => {
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0;
    if (value !== other) return value < other;
  }
  return false;
};

export const differing = (recorded: HttpForm | undefined, asked: HttpForm | undefined): number => {
  if (!recorded || !asked) return 0;
  return recorded.aspects.filter((aspect, index) => aspect !== asked.aspects[index]).length;
};

/** Refused, with headers that no request has which was answered. */
const isRefusedForHead = (entry: Recorded, { http }: PlaybackClient, entries: readonly Recorded[]): boolean => {
  if (!http || !entry.http || (entry.exchange.http?.status ?? 0) < 400 || differing(entry.http, http) > 0) return false;
  return !entries.some(
    (other) => other.http && (other.exchange.http?.status ?? 500) < 400 && differing(other.http, http) === 0,
  );
};

const isCounterOffer = ({ exchange, form }: Recorded): boolean => {
  const offered = valueAt(exchange.response, "result", "protocolVersion");
  return offered !== undefined && offered !== member(form.params, "protocolVersion");
};

/** What a client must offer before a server may ask for it. */
const NEEDS: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

const asksTooMuch = ({ before, after }: Recorded, offers: ReadonlySet<string> | undefined): boolean =>
  offers !== undefined && [...before, ...after].some(({ received }) => isUnoffered(received.message, offers));

/** Whether a message asks the client for something that it did not offer. */
const isUnoffered = (message: Json | undefined, offers: ReadonlySet<string>): boolean => {
  const method = stringMember(message, "method");
  const needed = method !== undefined && member(message, "id") !== undefined ? NEEDS[method] : undefined;
  return needed !== undefined && !offers.has(needed);
};

export const isAskedTooMuch = (bytes: Uint8Array, offers: ReadonlySet<string>): boolean => {
  try {
    return isUnoffered(JSON.parse(new TextDecoder().decode(bytes)) as Json, offers);
  } catch {
    return false;
  }
};
