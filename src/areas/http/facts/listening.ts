import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { seen } from "../../../judge/core/fact.ts";
import { inapplicable } from "../../../judge/core/left-out.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { endpoint } from "./endpoint.ts";

const LOOPBACK = /^(?:127\.|::1$)/;

const EVERYWHERE = ["0.0.0.0", "::"];

/** Two programs may share a port at different addresses: one at loopback is the one that we reached there. */
const boundTo = (addresses: readonly string[]): "loopback" | "all-interfaces" | "elsewhere" => {
  if (addresses.some((address) => LOOPBACK.test(address))) return "loopback";
  return addresses.some((address) => EVERYWHERE.includes(address)) ? "all-interfaces" : "elsewhere";
};

export const listening = defineFact({
  name: "listening",
  doc: "The addresses at which a server listens that was reached at loopback; read from the system, without connecting.",
  kind: "observations",
  type: "object: addresses, bound (loopback, all-interfaces, or elsewhere)",
  derived: ["bound"],
  words: { "all-interfaces": "it listens on all interfaces" },
  read(view) {
    const { target } = view.capture;
    const reached = view.read(endpoint);
    if (target?.kind !== "http" || !reached.seen) return unseen(view, this.questions, "the address of the server");
    const place = { exchange: null, pointer: "/target/url" };
    if (reached.items.some(({ value }) => JSON.stringify(value) !== '{"host":"loopback"}'))
      return inapplicable("the server was not reached at loopback", [place]);
    const { listens_on: addresses } = target;
    if (addresses === undefined) return unseen(view, this.questions, "where the server listens");
    const value = { addresses: [...addresses], bound: boundTo(addresses) };
    return seen([derivedItem({ exchange: null, pointer: "/target/listens_on" }, value)]);
  },
});
