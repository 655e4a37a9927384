import { isJsonObject, member, valueAt } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { type ExchangeRecord, placeOf, seen, type View } from "../../../judge/core/fact.ts";
import { capabilities } from "../../../judge/core/facts/handshake.ts";
import { collect } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { levelAsked, toolCalled } from "./levels.ts";
import { logsIn } from "./log-origins.ts";

export const loggingStanding = defineFact({
  name: "logging_standing",
  doc: "Whether logging is advertised, and whether the server advertises it to clients of the stateful era as well.",
  kind: "observations",
  type: "object: standing (absent; kept: in both eras; added: in this one only; unclear: nothing is known of the other)",
  derived: true,
  read(view) {
    const reading = view.read(capabilities);
    if (!reading.seen) return reading;
    return seen(
      reading.items.map((item) =>
        derivedItem(item, { standing: member(item.value, "logging") === undefined ? "absent" : earlier(view) }),
      ),
    );
  },
});

const earlier = (view: View): "kept" | "added" | "unclear" => {
  const known = collect(view.records, ({ method, exchange }) => {
    const found = valueAt(exchange.response, "result", "capabilities");
    return method === "initialize" && isJsonObject(found) ? [found] : [];
  });
  if (known.length === 0) return "unclear";
  return known.some((found) => Object.hasOwn(found, "logging")) ? "kept" : "added";
};

/** At the level that lets everything through. */
const asksForAll = (record: ExchangeRecord): boolean =>
  levelAsked(record) === "debug" && toolCalled(record) !== undefined;

export const loggingUse = defineFact({
  name: "logging_use",
  doc: "Whether a tool was called with the level debug, and how many log messages the server sent in all.",
  kind: "observations",
  type: "object: calls (with the level debug), messages",
  derived: true,
  questions: ["log-call:debug"],
  read(view) {
    const calls = view.records.filter((record) => asksForAll(record) && outcomeOf(record.exchange) === "result");
    const [first] = calls;
    if (!first) return unseen(view, this.questions, "a tool that was called with the level debug");
    return seen([derivedItem(placeOf(first), { calls: calls.length, messages: logsIn(view).length })]);
  },
});
