import { answerItem } from "../facts/common/answer.ts";
import { unseen } from "../facts/common/gaps.ts";
import { type Fact, seen } from "../facts/fact.ts";
import { isJsonObject } from "../model/json.ts";
import { LATEST_STATELESS } from "../model/revision.ts";
import { openView, type Seat, type View } from "../facts/view.ts";

/** The name under which the rows of a test find the answer they are about. */
export const checkedName = (index: number): string => `checked_${index}`;

/** What the server answered the first time a method was asked as it should be. */
export const checkedAnswer = (method: string, index: number, anywhere: boolean): Fact => ({
  name: checkedName(index),
  doc: `The first regular answer to ${method}.`,
  kind: "observations",
  type: "answer",
  read(view) {
    const isIt = (candidate: Seat): boolean => isRegular(candidate, method);
    // Without a pin a method of the other era is looked for where that era was spoken.
    const seat = view.seats.find(isIt) ?? (anywhere ? allSeats(view).find(isIt) : undefined);
    if (!seat) return unasked(view, method);
    const item = answerItem(seat, view, method);
    // A row may say `error: exact null`: what a response leaves out is null to it.
    const value =
      isJsonObject(item.value) && seat.exchange.response !== undefined
        ? { result: null, error: null, ...item.value }
        : item.value;
    return seen([{ ...item, value }]);
  },
});

const allSeats = ({ capture }: View): readonly Seat[] =>
  openView({ exchanges: capture.exchanges, server_label: "", server_capabilities: null }, LATEST_STATELESS).seats;

const isRegular = ({ exchange, method, request }: Seat, wanted: string): boolean =>
  method === wanted &&
  exchange.deliberate !== true &&
  exchange.trouble?.kind !== "not-probed" &&
  request !== undefined &&
  Object.hasOwn(request, "id");

/** A test that was asked for is not passed over because its subject is missing: it stays open, and says why. */
const unasked = (view: View, method: string): ReturnType<Fact["read"]> => {
  const reading = unseen(view, [method, STEPS[method] ?? method], `an answer to ${method} at ${view.revision}`);
  if (reading.seen || reading.applies) return reading;
  return { seen: false, applies: true, reason: "prerequisite-missing", detail: reading.detail, places: reading.places };
};

/** What the plan calls the step that asks for a method, where it has another name. */
const STEPS: Readonly<Record<string, RegExp>> = {
  "tools/call": /^call(?::|$|-\d)/,
  "resources/read": /^read$/,
  "prompts/get": /^get$/,
  "completion/complete": /^complete$/,
};
