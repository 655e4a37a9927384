import { unseen } from "../../facts/common/gaps.ts";
import { entriesOn, type WalkEnding, walksIn } from "../../facts/common/walks.ts";
import { openView, placeOf, revisionOf, type Seat, type View } from "../../facts/view.ts";
import type { Capture } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { isRevision, LATEST_STATEFUL } from "../../model/revision.ts";
import type { InconclusiveReason, Place } from "../../model/verdict.ts";
import { type Entry, findEntry } from "./entry.ts";

/** A tool as listed, and where. */
export interface ListedTool {
  readonly tool: JsonObject;
  readonly place: Place;
  /** Its name, or its number when it has none. */
  readonly label: string;
}

export interface ToolListing {
  /** The requests, one per page. */
  readonly asked: readonly Seat[];
  /** The pages that hold an array of tools, each content once. */
  readonly pages: readonly Seat[];
  readonly tools: readonly ListedTool[];
  readonly ending: WalkEnding | "none";
}

export interface Gap {
  readonly reason: InconclusiveReason;
  readonly detail: string;
  readonly places: readonly Place[];
}

/** What the criteria read: the part of a capture that was said in its main revision, and the way in. */
export interface AuditSession {
  readonly capture: Capture;
  readonly view: View;
  readonly entry: Entry;
  readonly listing: ToolListing;
  /** Why a question of the plan has no answer here. */
  gap(steps: readonly (string | RegExp)[], what: string): Gap;
}

export const readAuditSession = (capture: Capture): AuditSession => {
  const { conversations: _conversations, ...whole } = capture;
  const everything = openView(whole, revisionOf(capture) ?? LATEST_STATEFUL);
  const probed = capture.revisions?.probed;
  // Without a main revision every conversation may have something to say.
  const view = isRevision(probed) ? openView(capture, probed) : everything;
  return {
    capture,
    view,
    entry: findEntry(everything.seats, capture),
    listing: readListing(view),
    gap: (steps, what) => {
      const reading = unseen(view, steps, what);
      if (reading.seen) throw new Error("a reading that was not seen was expected");
      const reason = reading.applies ? reading.reason : "prerequisite-missing";
      return { reason, detail: reading.detail, places: reading.places };
    },
  };
};

/** Asked although the server advertises no tools; an agent that asks all the same sees what is answered. */
const UNADVERTISED = /^tools\/list-absent(?:-page-\d+)?$/;

const readListing = (view: View): ToolListing => {
  const walks = walksIn(view).filter(({ method }) => method === "tools/list");
  const walk = walks.find(({ seats }) => seats.some(hasTools)) ?? walks[0];
  const absent = view.seats.filter(({ step }) => step !== undefined && UNADVERTISED.test(step));
  const asked = walk && (walk.seats.some(hasTools) || absent.length === 0) ? walk.seats : absent;
  const pages = distinctPages(asked.filter(hasTools));
  const tools = pages.flatMap(entriesOn).map(({ value, exchange, pointer, name }, index) => ({
    tool: asObject(value),
    place: { exchange, pointer },
    label: name ?? `tool ${index + 1}`,
  }));
  return { asked, pages, tools, ending: asked === walk?.seats ? walk.ending : endingOf(asked) };
};

const endingOf = (asked: readonly Seat[]): ToolListing["ending"] => {
  const last = asked.at(-1);
  if (!last) return "none";
  return hasTools(last) ? "last page" : "refused";
};

const resultOf = ({ exchange }: Seat): Json | undefined => member(exchange.response, "result");

export const hasTools = (seat: Seat): boolean => Array.isArray(member(resultOf(seat), "tools"));

/** A server that ignores the cursor sends the same page again; its tools are not there twice. */
const distinctPages = (seats: readonly Seat[]): readonly Seat[] => {
  const known = new Set<string>();
  return seats.filter((seat) => {
    const text = JSON.stringify(member(resultOf(seat), "tools"));
    return known.size < known.add(text).size;
  });
};

const asObject = (value: Json): JsonObject => (isJsonObject(value) ? value : {});

/** Where the arrays of tools stand. */
export const toolsPlaces = ({ pages }: ToolListing): readonly Place[] =>
  pages.map((seat) => placeOf(seat, "/response/result/tools"));
