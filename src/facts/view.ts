import type { Capture, ConversationRecord, Exchange, TransportName } from "../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../model/json.ts";
import { type Era, eraOf, isRevision, type Revision, wireVersion } from "../model/revision.ts";
import type { SchemaFindings } from "../model/schema-findings.ts";
import type { Place } from "../model/verdict.ts";
import type { Fact, Reading } from "./fact.ts";

/** An exchange of the view, with the way evidence names it. */
export interface Seat {
  readonly exchange: Exchange;
  readonly id: string | number;
  readonly index: number;
  /** The request when it is one JSON object. */
  readonly request: JsonObject | undefined;
  readonly method: string | undefined;
  readonly step: string | undefined;
}

/**
 * The part of a capture that was said in one revision, which is all that facts see. Everything read from it is kept, so
 * that rules can share facts and facts can share readings.
 */
export interface View {
  readonly capture: Capture;
  readonly revision: Revision;
  readonly era: Era;
  readonly transport: TransportName | undefined;
  readonly conversations: readonly ConversationRecord[];
  readonly seats: readonly Seat[];
  readonly schemas: SchemaFindings | undefined;
  read(fact: Fact): Reading;
  /** A reading that several facts need, made once. */
  once<T>(make: (view: View) => T): T;
}

export const openView = (capture: Capture, revision: Revision, schemas?: SchemaFindings): View => {
  const readings = new Map<Fact, Reading>();
  const made = new Map<unknown, unknown>();
  const conversations = (capture.conversations ?? []).filter(
    (conversation) => isWalled(capture) || speaks(conversation, revision),
  );
  const belongs = membership(capture, conversations);
  const view: View = {
    capture,
    revision,
    era: eraOf(revision),
    transport: capture.transport ?? conversations[0]?.transport,
    conversations,
    seats: capture.exchanges.map(takeSeat).filter(({ exchange }) => belongs(exchange)),
    schemas,
    read(fact) {
      const known = readings.get(fact);
      if (known) return known;
      const reading = fact.read(view);
      readings.set(fact, reading);
      return reading;
    },
    once<T>(make: (view: View) => T): T {
      if (!made.has(make)) made.set(make, make(view));
      return made.get(make) as T;
    },
  };
  return view;
};

const takeSeat = (exchange: Exchange, index: number): Seat => {
  const request = isJsonObject(exchange.request) ? exchange.request : undefined;
  return {
    exchange,
    id: exchange.id ?? index,
    index,
    request,
    method: stringMember(request, "method"),
    step: exchange.step,
  };
};

/** Behind a wall no revision is spoken, so what the wall shows belongs to each of them. */
const isWalled = ({ outcome }: Capture): boolean => outcome === "auth-required";

/** The plan says which revision a conversation is about; in a recorded one it is the one that was negotiated. */
const speaks = ({ probes, revision }: ConversationRecord, wanted: Revision): boolean => {
  const spoken = probes ?? revision;
  return spoken === wanted || spoken === wireVersion(wanted);
};

/** Captures of other tools have no conversations: then everything in them was said in their one revision. */
const membership = (
  capture: Capture,
  conversations: readonly ConversationRecord[],
): ((exchange: Exchange) => boolean) => {
  if (capture.conversations === undefined) return () => true;
  const ids = new Set(conversations.map(({ id }) => id));
  return ({ conversation }) => conversation !== undefined && ids.has(conversation);
};

/** The revision a capture is about when nobody says another: the one probed in full, else the one spoken in it. */
export const revisionOf = (capture: Capture): Revision | undefined => {
  const probed = capture.revisions?.probed;
  if (isRevision(probed)) return probed;
  const plans = (capture.conversations ?? []).map(({ probes }) => probes);
  if (isWalled(capture)) return plans.find(isRevision);
  for (const { revision } of capture.conversations ?? []) if (isRevision(revision)) return revision;
  for (const { request, response } of capture.exchanges) {
    const spoken = spokenIn(request, response);
    if (isRevision(spoken)) return spoken;
  }
  return undefined;
};

const VERSION_IN_META = "io.modelcontextprotocol/protocolVersion";

const spokenIn = (request: Json | undefined, response: Json | undefined): Json | undefined =>
  member(request, "method") === "initialize"
    ? member(member(response, "result"), "protocolVersion")
    : member(member(member(request, "params"), "_meta"), VERSION_IN_META);

export const placeOf = (seat: Seat, pointer = ""): Place => ({ exchange: seat.id, pointer });
