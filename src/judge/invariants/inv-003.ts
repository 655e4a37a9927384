import { member } from "../../base/json.ts";
import { advertises, capabilityOf, isList } from "./capabilities.ts";
import { type PlacedEvidence, placedEvidence } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { quoteText } from "./quote.ts";
import { callOutcome, isStateless } from "./turn.ts";

interface Answered {
  readonly method: string;
  readonly stateless: boolean;
  readonly shown: PlacedEvidence;
}

/** The first answered list of each capability, in the order of the capture. */
type State = Readonly<Record<string, Answered>>;

/**
 * Reads only `server_capabilities`: that is where a capture records what was advertised. In the stateless era a client
 * need not ask for the capabilities; if it did not, what the server advertises is unknown.
 */
export const listsAreAdvertised: Invariant<State> = {
  id: "INV-003",
  category: "capability",
  title: "a server that answers tools/list, resources/list or prompts/list advertised that capability",
  scope: "conversation",
  initial: {},
  step: (state, turn, digest) =>
    foldOver(turn.calls, state, (known, call) => {
      const capability = isList(call.method) ? capabilityOf(call.method) : undefined;
      if (capability === undefined || call.answer === undefined || callOutcome(call) !== "result") return known;
      const before = known[capability];
      if (before && before.shown.index <= turn.index) return known;
      const shown = placedEvidence(turn, `${call.answer.at}/result`, member(call.answer.message, "result"), digest);
      return { ...known, [capability]: { method: call.method, stateless: isStateless(call), shown } };
    }),
  end: (state, { server_capabilities }, digest) => {
    const answered = Object.entries(state).sort(([, left], [, right]) => left.shown.index - right.shown.index);
    if (answered.length === 0) return notApplicable("no list was answered");
    const judged = answered.filter(([, { stateless }]) => server_capabilities !== null || !stateless);
    if (judged.length === 0) return notApplicable("the capture does not say what the server advertises (stateless)");
    const missing = judged.filter(([capability]) => !advertises(server_capabilities, capability));
    const [first] = missing;
    if (!first)
      return passed(
        "every list that was answered is advertised",
        judged.map(([, { shown }]) => shown),
      );
    const lists = missing.map(([, { method }]) => quoteText(method)).join(", ");
    const names = missing.map(([capability]) => quoteText(capability)).join(", ");
    const pointer = "/server_capabilities";
    return failed(`${lists} answered, but server_capabilities has no ${names}`, [
      ...missing.map(([, { shown }]) => shown),
      { exchange: null, pointer, sha256: digest(server_capabilities) },
    ]);
  },
};
