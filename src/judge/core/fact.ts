import type { Json, JsonObject } from "../../base/json.ts";
import type { Capture, ConversationRecord, Exchange, Place, TransportName } from "../../capture/capture.ts";
import type { ScenarioName } from "../../capture/scenario-names.ts";
import type { QuestionRef } from "../../protocol/question.ts";
import type { Era, Revision } from "../../protocol/revision.ts";
import type { ContentFindings } from "./content-findings.ts";
import type { SchemaFindings } from "./schema-findings.ts";
import type { InapplicableReason, InconclusiveReason } from "./verdict.ts";

/** What a fact rests on: the answers to some questions, or any message at all, whatever was asked. */
export type FactQuestions = readonly QuestionRef[] | "anything";

/** One observation: a value and where it stands. */
export interface Item extends Place {
  readonly value: Json;
  /** What the server calls the thing; comes from the server. */
  readonly name?: string | undefined;
  /** Members of the value that stand elsewhere in the exchange: their pointers. The others follow `pointer`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Nothing can be said about this observation, apart from the members listed. */
  readonly open?: Gap & { readonly except: readonly string[] };
}

export interface Gap {
  readonly reason: InconclusiveReason;
  readonly detail: string;
}

/**
 * What a fact found. `items` may be empty (no tool at all, no stray message): `looked_at` then says where that can be
 * seen. Not seen: the question was not asked, or nothing can be said about the answer.
 */
export type Reading =
  | { readonly seen: true; readonly items: readonly Item[]; readonly looked_at: readonly Place[] }
  | Unseen;

export type Unseen = { readonly seen: false; readonly places: readonly Place[] } & (
  | ({ readonly applies: true } & Gap)
  | { readonly applies: false; readonly reason: InapplicableReason; readonly detail: string }
);

/**
 * A named reading of a capture. It says what was observed and never whether that is right: `unknown_method.error.code`,
 * not `unknown_method_ok`.
 */
export interface Fact {
  /** snake_case; the first part of a row's target. */
  readonly name: string;
  /** One sentence for docs/facts.md. */
  readonly doc: string;
  /**
   * `observations`: answers to one question, every one of which has to meet an expectation. `list`: a collection, which
   * a row takes as a whole, or item by item with `each`.
   */
  readonly kind: "observations" | "list";
  /** The value's type, in a short phrase or as members with theirs. */
  readonly type: string;
  readonly questions: FactQuestions;
  /** Of a fact about clients: the scenarios that give occasion for it; absent where any session does. */
  readonly scenarios?: readonly ScenarioName[];
  /** Members that are made here and stand nowhere in the capture; `true`: the whole value. */
  readonly derived?: readonly string[] | true;
  /** What a report says in place of a word that is made here, such as `not-shown`: a clause that tells what was found. */
  readonly words?: Readonly<Record<string, string>>;
  /** The same for a whole item that is made here: what it stands for, in one clause. */
  readonly tell?: (item: JsonObject) => string;
  read(view: View): Reading;
}

/** An exchange of the view, with the way evidence names it. */
export interface ExchangeRecord {
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
  readonly records: readonly ExchangeRecord[];
  /** Exchanges that something else cut short: no evidence for what they asked. */
  readonly cutShort: readonly ExchangeRecord[];
  readonly schemas: SchemaFindings | undefined;
  /** What the files hold that the server serves. */
  readonly contents: ContentFindings | undefined;
  read(fact: Fact): Reading;
  /** A reading that several facts need, made once. */
  once<T>(make: (view: View) => T): T;
  /** Counts what a fact looks at besides `records` and what `once` returns: a session without end must not be read without end. */
  spend(steps: number): void;
}

export const seen = (items: readonly Item[], lookedAt: readonly Place[] = items): Reading => ({
  seen: true,
  items,
  looked_at: lookedAt,
});

export const placeOf = (record: ExchangeRecord, pointer = ""): Place => ({ exchange: record.id, pointer });

export const placesOf = (records: readonly ExchangeRecord[], pointer = ""): readonly Place[] =>
  records.map((record) => placeOf(record, pointer));
