import { counted } from "../../base/counted.ts";
import { member } from "../../base/json.ts";
import { advertises, capabilityOf } from "./capabilities.ts";
import { addEvidence, MAX_EVIDENCE, type PlacedEvidence, placedEvidence } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { quoteText } from "./quote.ts";
import { callOutcome } from "./turn.ts";

interface Tally {
  readonly made: number;
  readonly errors: number;
  readonly failing: readonly PlacedEvidence[];
  readonly working: readonly PlacedEvidence[];
}

type State = Readonly<Record<string, Tally>>;

const NONE: Tally = { made: 0, errors: 0, failing: [], working: [] };

export const advertisedWorks: Invariant<State> = {
  id: "INV-004",
  category: "capability",
  title: "a server that advertised a capability does not answer every request of it with an error",
  // About the server, not one conversation: a conversation may consist of requests it is right to refuse.
  scope: "regular",
  initial: {},
  step: (state, turn, digest) =>
    foldOver(turn.calls, state, (known, call, order) => {
      const capability = capabilityOf(call.method);
      if (capability === undefined) return known;
      const tally = known[capability] ?? NONE;
      const outcome = callOutcome(call);
      const [shown] = tally.working;
      // It works. Only an earlier request that works would be better evidence; nothing else matters.
      if (shown && (outcome !== "result" || shown.index <= turn.index)) return known;
      const place = { index: turn.index, order };
      const show = (part: "error" | "result") => (): PlacedEvidence =>
        placedEvidence(turn, `${call.answer?.at ?? ""}/${part}`, member(call.answer?.message, part), digest, order);
      return {
        ...known,
        [capability]: {
          made: tally.made + 1,
          errors: outcome === "error" ? tally.errors + 1 : tally.errors,
          failing: outcome === "error" ? addEvidence(tally.failing, place, show("error")) : tally.failing,
          working: outcome === "result" ? addEvidence(tally.working, place, show("result"), 1) : tally.working,
        },
      };
    }),
  end: (state, { server_capabilities }) => {
    const used = Object.entries(state)
      .filter(([capability]) => advertises(server_capabilities, capability))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    const broken = used.filter(([, { made, errors, working }]) => working.length === 0 && errors === made);
    if (broken.length > 0) {
      const what = broken.map(([capability, { made }]) => `${quoteText(capability)} (${counted(made, "request")})`);
      return failed(
        `advertised, but every request was answered with an error: ${what.join(", ")}`,
        broken.flatMap(([, { failing }]) => failing).slice(0, MAX_EVIDENCE),
      );
    }
    const working = used.flatMap(([, tally]) => tally.working);
    if (working.length > 0) return passed("every advertised capability that was used works", working);
    return notApplicable("no advertised capability was used");
  },
};
