import { isJsonObject, stringMember } from "../../base/json.ts";
import type { Capture, ConversationRecord, Exchange } from "../../capture/capture.ts";
import { asSaid } from "../../capture/said.ts";
import { eraOf, type Revision, wireVersion } from "../../protocol/revision.ts";
import type { ContentFindings } from "./content-findings.ts";
import type { ExchangeRecord, Fact, Reading, View } from "./fact.ts";
import type { SchemaFindings } from "./schema-findings.ts";
import { eraOfRequest, isProtected } from "./spoken-revision.ts";
import { openBudget, type StepBudget } from "./step-budget.ts";

export const openView = (
  capture: Capture,
  revision: Revision,
  schemas?: SchemaFindings,
  budget: StepBudget = openBudget(),
  contents?: ContentFindings,
): View => {
  const conversations = (capture.conversations ?? []).filter(
    // Behind a wall no revision is spoken, so what the wall shows belongs to each of them.
    (conversation) =>
      isRevisionless(capture) || speaks(conversation, revision) || failsToOpen(conversation, capture, revision),
  );
  const belongs = membership(capture, conversations, revision);
  const transport = capture.transport ?? conversations[0]?.transport;
  return viewOf(
    { capture, revision, transport, conversations, belongs: ({ exchange }) => belongs(exchange), schemas, contents },
    budget,
  );
};

/** Which part of a capture a view shows. */
interface ViewPart extends Pick<View, "capture" | "revision" | "transport" | "conversations" | "schemas"> {
  readonly contents?: View["contents"];
  readonly belongs: (record: ExchangeRecord) => boolean;
}

export const viewOf = (
  { capture, revision, transport, conversations, belongs, schemas, contents }: ViewPart,
  budget: StepBudget = openBudget(),
): View => {
  const readings = new Map<Fact, Reading>();
  const made = new Map<unknown, unknown>();
  const records = recordsIn(capture).filter(belongs);
  const view: View = {
    capture,
    revision,
    era: eraOf(revision),
    transport,
    conversations,
    // Whoever takes them goes through them: that is what grows with the square of a session, if anything does.
    get records() {
      budget.spend(records.length);
      return records;
    },
    cutShort: cutShortIn(capture).filter(belongs),
    schemas,
    contents,
    read(fact) {
      const known = readings.get(fact);
      if (known) return known;
      const reading = budget.within(() => fact.read(view));
      readings.set(fact, reading);
      return reading;
    },
    once<T>(make: (view: View) => T): T {
      let kept = made.get(make) as T;
      if (kept === undefined && !made.has(make)) {
        kept = make(view);
        made.set(make, kept);
      }
      if (Array.isArray(kept)) budget.spend(kept.length);
      return kept;
    },
    spend: (steps) => budget.spend(steps),
  };
  return view;
};

/** An authorization server speaks none. */
const isRevisionless = (capture: Capture): boolean => isProtected(capture) || capture.authorization !== undefined;

/** Every exchange of a capture, in whatever revision it was said. */
export const recordsIn = ({ exchanges }: Capture): readonly ExchangeRecord[] => {
  const known = RECORDS.get(exchanges);
  if (known) return known;
  const found = exchanges.map((exchange, index) => recordOf(asSaid(exchange), index));
  RECORDS.set(exchanges, found);
  return found;
};

/** A capture never changes, and every revision it is judged by begins with its records. */
const RECORDS = new WeakMap<Capture["exchanges"], readonly ExchangeRecord[]>();

/** The same for those that something else cut short, as they were asked. */
const cutShortIn = ({ exchanges }: Capture): readonly ExchangeRecord[] => {
  const known = CUT_SHORT.get(exchanges);
  if (known) return known;
  const found = exchanges.flatMap((exchange, index) => (exchange.interrupted ? [recordOf(exchange, index)] : []));
  CUT_SHORT.set(exchanges, found);
  return found;
};

const CUT_SHORT = new WeakMap<Capture["exchanges"], readonly ExchangeRecord[]>();

const recordOf = (exchange: Exchange, index: number): ExchangeRecord => {
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

/** The plan says which revision a conversation is about; in a recorded one it is the one that was negotiated. */
const speaks = ({ probes, revision }: ConversationRecord, wanted: Revision): boolean => {
  const spoken = probes ?? revision;
  return spoken === wanted || spoken === wireVersion(wanted);
};

/** Where no handshake was completed, a conversation that agreed on nothing still shows how initialize was received. */
const failsToOpen = ({ probes, revision }: ConversationRecord, { era }: Capture, wanted: Revision): boolean =>
  era?.verdict === "none" && probes === undefined && revision === undefined && eraOf(wanted) === "stateful";

/** Captures of other tools have no conversations: where a client spoke both eras, each request tells which was its own. */
const membership = (
  capture: Capture,
  conversations: readonly ConversationRecord[],
  revision: Revision,
): ((exchange: Exchange) => boolean) => {
  if (capture.conversations === undefined) {
    const eras = new Set(capture.exchanges.flatMap((exchange) => eraOfRequest(exchange) ?? []));
    // A probe that knows the era found it by asking in both; then the caller wants everything.
    const mixed =
      capture.era === undefined &&
      eras.size > 1 &&
      capture.exchanges.some(({ request }) => stringMember(request, "method") === "initialize");
    return mixed ? (exchange) => (eraOfRequest(exchange) ?? eraOf(revision)) === eraOf(revision) : () => true;
  }
  const ids = new Set(conversations.map(({ id }) => id));
  return ({ conversation }) => conversation !== undefined && ids.has(conversation);
};
