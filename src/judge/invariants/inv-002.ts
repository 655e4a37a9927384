import type { DigestOf } from "../../base/digest.ts";
import { placedEvidence, type Sighting } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { isBefore } from "./moment.ts";
import { type Call, callOutcome, type Turn } from "./turn.ts";

interface State {
  readonly asked: boolean;
  /** The first initialize that was answered with a result. */
  readonly answered?: Sighting;
  /** The last notifications/initialized. */
  readonly announced?: Sighting;
}

const INITIALIZED = "notifications/initialized";

/** One handshake makes a conversation: further ones in it, as a client that starts again sends, are not looked at. */
export const initializedFollows: Invariant<State> = {
  id: "INV-002",
  category: "lifecycle",
  title: "notifications/initialized follows the response to initialize",
  scope: "conversation",
  initial: { asked: false },
  step: (state, turn, digest) => {
    const known = foldOver(turn.calls, state, (before, call) => noteCall(before, turn, call, digest));
    return foldOver(turn.notifications, known, (before, { method, at }) =>
      method === INITIALIZED && !(before.announced && isBefore(turn.sent, before.announced.when))
        ? { ...before, announced: { when: turn.sent, shown: placedEvidence(turn, `${at}/method`, method, digest) } }
        : before,
    );
  },
  end: ({ asked, answered, announced }) => {
    if (!asked) return notApplicable("no initialize: there is no handshake to complete");
    if (!answered) return notApplicable("initialize was not answered with a result");
    if (!announced) return failed(`initialize was answered, and no ${INITIALIZED} follows`, [answered.shown]);
    if (isBefore(announced.when, answered.when))
      return failed(`${INITIALIZED} is sent before initialize is answered`, [answered.shown, announced.shown]);
    return passed(`${INITIALIZED} follows the response`, [announced.shown]);
  },
};

const noteCall = (state: State, turn: Turn, call: Call, digest: DigestOf): State => {
  if (call.method !== "initialize") return state;
  const { answer } = call;
  const earlier = state.answered !== undefined && !isBefore(turn.answered, state.answered.when);
  if (!answer || callOutcome(call) !== "result" || earlier) return state.asked ? state : { ...state, asked: true };
  const shown = placedEvidence(turn, answer.at, answer.message, digest);
  return { ...state, asked: true, answered: { when: turn.answered, shown } };
};
