import { member } from "../../model/json.ts";
import { type Fact, type Item, seen } from "../fact.ts";
import { capabilities } from "../lifecycle/handshake.ts";
import { placeOf, type Seat } from "../view.ts";
import { outcomeOf } from "./answer.ts";
import { type StepName, unseen } from "./gaps.ts";
import { distinct } from "./messages.ts";

interface Unadvertised {
  readonly name: string;
  readonly doc: string;
  readonly type: string;
  readonly capability: string;
  readonly methods: readonly string[];
  /** The steps that ask although the capability is absent. */
  readonly steps: readonly StepName[];
  /** What an answer gives. */
  readonly served: (seat: Seat) => readonly Item[];
}

const NO_ANSWER = ["silence", "unreachable", "stopped"];

/** What a server serves of a feature it does not advertise; nothing where it advertises it. */
export const unadvertised = ({ name, doc, type, capability, methods, steps, served }: Unadvertised): Fact => ({
  name,
  doc,
  kind: "list",
  type,
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return advertised;
    if (advertised.items.some(({ value }) => member(value, capability) !== undefined))
      return seen([], advertised.items);
    const asked = view.seats.filter(({ method }) => method !== undefined && methods.includes(method));
    const answered = asked.filter(({ exchange }) => !NO_ANSWER.includes(outcomeOf(exchange)));
    if (answered.length === 0) {
      if (asked.length === 0) return unseen(view, steps, `a request for ${capability}`);
      const places = asked.map((seat) => placeOf(seat));
      return { seen: false, applies: true, reason: "timed-out", detail: "no answer came", places };
    }
    return seen(
      distinct(answered.flatMap(served)),
      answered.map((seat) => placeOf(seat)),
    );
  },
});
