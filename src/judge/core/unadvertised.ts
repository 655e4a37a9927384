import { member } from "../../base/json.ts";
import type { QuestionRef } from "../../protocol/question.ts";
import { outcomeOf } from "./answer.ts";
import { distinct } from "./distinct.ts";
import { type ExchangeRecord, type Fact, type Item, placesOf, seen } from "./fact.ts";
import { capabilities } from "./facts/handshake.ts";
import { inconclusive } from "./left-out.ts";
import { unseen } from "./unseen.ts";

interface Unadvertised {
  readonly name: string;
  readonly doc: string;
  readonly type: string;
  readonly capability: string;
  readonly methods: readonly string[];
  /** The questions that are asked although the capability is absent. */
  readonly questions: readonly QuestionRef[];
  /** What an answer gives. */
  readonly served: (record: ExchangeRecord) => readonly Item[];
}

const NO_ANSWER = ["silence", "unreachable", "stopped"];

/** What a server serves of a feature it does not advertise; nothing where it advertises it. */
export const unadvertised = ({ name, doc, type, capability, methods, questions, served }: Unadvertised): Fact => ({
  name,
  doc,
  kind: "list",
  type,
  questions,
  read(view) {
    const advertised = view.read(capabilities);
    if (!advertised.seen) return advertised;
    if (advertised.items.some(({ value }) => member(value, capability) !== undefined))
      return seen([], advertised.items);
    const asked = view.records.filter(({ method }) => method !== undefined && methods.includes(method));
    const answered = asked.filter(({ exchange }) => !NO_ANSWER.includes(outcomeOf(exchange)));
    if (answered.length === 0) {
      if (asked.length === 0) return unseen(view, this.questions, `a request for ${capability}`);
      const places = placesOf(asked);
      return inconclusive("timed-out", "no answer came", places);
    }
    return seen(distinct(answered.flatMap(served)), placesOf(answered));
  },
});
