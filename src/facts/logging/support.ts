import { isJsonObject, member } from "../../model/json.ts";
import { defineFact } from "../common/define-fact.ts";
import { derivedItem } from "../common/derived-item.ts";
import { seen, type View } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";

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
  const known = view.records.flatMap(({ method, exchange }) => {
    const found = member(member(exchange.response, "result"), "capabilities");
    return method === "initialize" && isJsonObject(found) ? [found] : [];
  });
  if (known.length === 0) return "unclear";
  return known.some((found) => Object.hasOwn(found, "logging")) ? "kept" : "added";
};
