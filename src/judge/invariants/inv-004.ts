import { member } from "../../model/json.ts";
import { advertises, capabilityOf } from "./capabilities.ts";
import { addExhibit, type Exhibit, exhibit, MAX_EVIDENCE } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { counted, quote } from "./quote.ts";
import { outcomeOf } from "./turn.ts";

interface Tally {
  readonly made: number;
  readonly errors: number;
  readonly failing: readonly Exhibit[];
  readonly working: readonly Exhibit[];
}

type State = Readonly<Record<string, Tally>>;

const NONE: Tally = { made: 0, errors: 0, failing: [], working: [] };

export const advertisedWorks: Invariant<State> = {
  id: "INV-004",
  category: "capability",
  title: "a server that advertised a capability does not answer every request of it with an error",
  // Of the server, not of one conversation: one may hold nothing but questions it is right to refuse.
  scope: "regular",
  initial: {},
  step: (state, turn, digest) =>
    foldOver(turn.calls, state, (known, call, order) => {
      const capability = capabilityOf(call.method);
      if (capability === undefined) return known;
      const tally = known[capability] ?? NONE;
      const outcome = outcomeOf(call);
      const [shown] = tally.working;
      // It works; an earlier request that works would be the better exhibit, nothing else matters any more.
      if (shown && (outcome !== "result" || shown.index <= turn.index)) return known;
      const place = { index: turn.index, order };
      const show = (part: "error" | "result") => (): Exhibit =>
        exhibit(turn, `${call.answer?.at ?? ""}/${part}`, member(call.answer?.message, part), digest, order);
      return {
        ...known,
        [capability]: {
          made: tally.made + 1,
          errors: outcome === "error" ? tally.errors + 1 : tally.errors,
          failing: outcome === "error" ? addExhibit(tally.failing, place, show("error")) : tally.failing,
          working: outcome === "result" ? addExhibit(tally.working, place, show("result"), 1) : tally.working,
        },
      };
    }),
  end: (state, { server_capabilities }) => {
    const used = Object.entries(state)
      .filter(([capability]) => advertises(server_capabilities, capability))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    const broken = used.filter(([, { made, errors, working }]) => working.length === 0 && errors === made);
    if (broken.length > 0) {
      const what = broken.map(([capability, { made }]) => `${quote(capability)} (${counted(made, "request")})`);
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
