import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import type { Capture, Place } from "../../capture/capture.ts";
import { type ExchangeRecord, placeOf, type View } from "../../judge/core/fact.ts";
import { leftOut } from "../../judge/core/left-out.ts";
import { entriesOn, type ListingEnding, listingsIn } from "../../judge/core/listings.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import type { StepBudget } from "../../judge/core/step-budget.ts";
import type { InconclusiveReason } from "../../judge/core/verdict.ts";
import { openView, recordsIn } from "../../judge/core/view.ts";
import { type QuestionName, stepName } from "../../protocol/question.ts";
import { isRevision, LATEST_STATEFUL } from "../../protocol/revision.ts";
import { findEntry, type OpeningExchange } from "./entry.ts";

/** A tool as listed, and where. */
export interface ListedTool {
  readonly tool: JsonObject;
  readonly place: Place;
  /** Its name, or its number when it has none. */
  readonly label: string;
}

export interface ToolListing {
  /** The requests, one per page. */
  readonly asked: readonly ExchangeRecord[];
  /** The pages that hold an array of tools, each content once. */
  readonly pages: readonly ExchangeRecord[];
  readonly tools: readonly ListedTool[];
  readonly ending: ListingEnding | "none";
}

export interface UnansweredStep {
  readonly reason: InconclusiveReason;
  readonly detail: string;
  readonly places: readonly Place[];
}

/** What the criteria read: the part of a capture in its main revision, and its first request. */
export interface AuditSession {
  readonly capture: Capture;
  readonly view: View;
  readonly entry: OpeningExchange;
  readonly listing: ToolListing;
  /** The listing could not be read in as many steps as there are. */
  readonly isTooLong: boolean;
  /** Why a question of the plan has no answer here. */
  gap(questions: readonly QuestionName[], what: string): UnansweredStep;
}

export const readAuditSession = (capture: Capture, budget: StepBudget): AuditSession => {
  const { conversations: _conversations, ...whole } = capture;
  const probed = capture.revisions?.probed;
  // Without a main revision, all conversations count.
  const view = isRevision(probed)
    ? openView(capture, probed, undefined, budget)
    : openView(whole, revisionOf(capture) ?? LATEST_STATEFUL, undefined, budget);
  const listing = budget.attempt(
    () => readListing(view),
    () => undefined,
  );
  return {
    capture,
    view,
    entry: findEntry(recordsIn(capture), capture),
    listing: listing ?? { asked: [], pages: [], tools: [], ending: "none" },
    isTooLong: listing === undefined,
    gap: (questions, what) => {
      const reading = leftOut(view, questions, what);
      if (reading.seen) throw new Error("a reading that was not seen was expected");
      const reason = reading.applies ? reading.reason : "prerequisite-missing";
      return { reason, detail: reading.detail, places: reading.places };
    },
  };
};

/** Asked although the server advertises no tools: an agent may ask anyway, and sees whatever is answered. */
const UNADVERTISED: QuestionName = "tools/list-absent";

const isUnadvertised = ({ step }: ExchangeRecord): boolean =>
  step === UNADVERTISED || step?.startsWith(stepName(UNADVERTISED, "page-")) === true;

const readListing = (view: View): ToolListing => {
  const listings = listingsIn(view).filter(({ method }) => method === "tools/list");
  const listing = listings.find(({ records }) => records.some(hasTools)) ?? listings[0];
  const absent = view.records.filter(isUnadvertised);
  const asked = listing && (listing.records.some(hasTools) || absent.length === 0) ? listing.records : absent;
  const pages = distinctPages(asked.filter(hasTools));
  const tools = pages.flatMap(entriesOn).map(({ value, exchange, pointer, name }, index) => ({
    tool: isJsonObject(value) ? value : {},
    place: { exchange, pointer },
    label: name ?? `tool ${index + 1}`,
  }));
  return { asked, pages, tools, ending: asked === listing?.records ? listing.ending : endingOf(asked) };
};

const endingOf = (asked: readonly ExchangeRecord[]): ToolListing["ending"] => {
  const last = asked.at(-1);
  if (!last) return "none";
  return hasTools(last) ? "last page" : "refused";
};

const resultOf = ({ exchange }: ExchangeRecord): Json | undefined => member(exchange.response, "result");

export const hasTools = (record: ExchangeRecord): boolean => Array.isArray(member(resultOf(record), "tools"));

/** A server that ignores the cursor sends the same page again; its tools count once. */
const distinctPages = (records: readonly ExchangeRecord[]): readonly ExchangeRecord[] => {
  const known = new Set<string>();
  return records.filter((record) => {
    const text = JSON.stringify(member(resultOf(record), "tools"));
    return known.size < known.add(text).size;
  });
};

/** Where the arrays of tools are. */
export const toolsPlaces = ({ pages }: ToolListing): readonly Place[] =>
  pages.map((record) => placeOf(record, "/response/result/tools"));
