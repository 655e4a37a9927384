import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { outcomeOf } from "../common/answer.ts";
import { unseen } from "../common/gaps.ts";
import { isOfEra } from "../common/modern.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { placeOf, type Seat } from "../view.ts";
import { capabilities } from "./handshake.ts";

/** A method, the capability it belongs to, and where its result shows that something is there. */
const METHODS: Readonly<
  Record<string, { readonly capability: string; readonly list: (result: Json) => Json | undefined }>
> = {
  "tools/list": { capability: "tools", list: (result) => member(result, "tools") },
  "resources/list": { capability: "resources", list: (result) => member(result, "resources") },
  "prompts/list": { capability: "prompts", list: (result) => member(result, "prompts") },
  "completion/complete": {
    capability: "completions",
    list: (result) => member(member(result, "completion"), "values"),
  },
};

const STEPS = ["tools/list-absent", "resources/list-absent", "prompts/list-absent", "complete-absent"];

/** Where everything is advertised the list is empty, and the capabilities show it. */
export const unadvertised: Fact = {
  name: "unadvertised",
  doc: "How methods were answered whose capability the server does not advertise.",
  kind: "list",
  type: "object: asked (method), outcome (as of an answer), code, entries (how many things a result lists)",
  derived: ["outcome", "entries"],
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return unseen(view, STEPS, "the server's capabilities");
    const offers = (capability: string): boolean =>
      advertised.items.some(({ value }) => member(value, capability) !== undefined);
    const items = view.seats.flatMap((seat): readonly Item[] => {
      const known = METHODS[seat.method ?? ""];
      // 2024-11-05 has completions without a capability for it.
      const isFree = known?.capability === "completions" && view.revision === "2024-11-05";
      if (!known || isFree || offers(known.capability) || !isOfEra(seat, view)) return [];
      if (seat.step !== undefined && !STEPS.includes(seat.step)) return [];
      return [answered(seat, known.list(member(seat.exchange.response, "result") ?? null))];
    });
    return seen(items, advertised.items);
  },
};

const NO_ANSWER = ["silence", "unreachable", "stopped"];

const answered = (seat: Seat, list: Json | undefined): Item => {
  const { exchange } = seat;
  const outcome = outcomeOf(exchange);
  const value: JsonObject = { outcome, asked: seat.method ?? "", entries: Array.isArray(list) ? list.length : 0 };
  const code = isJsonObject(exchange.response) ? member(exchange.response["error"], "code") : undefined;
  if (code !== undefined) value["code"] = code;
  const parts = { outcome: "", asked: "/request/method", entries: "/response/result", code: "/response/error/code" };
  const item: Item = { value, ...placeOf(seat), name: seat.method, parts };
  return NO_ANSWER.includes(outcome)
    ? { ...item, open: { reason: "timed-out", detail: "no answer came", except: [] } }
    : item;
};
