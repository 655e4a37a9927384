import type { DigestOf } from "../../base/digest.ts";
import { member } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { type PlacedEvidence, placedEvidence, type Sighting } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { isBefore } from "./moment.ts";
import { quoteText } from "./quote.ts";
import { type Call, isStateless, type Turn } from "./turn.ts";

interface SentMethod extends Sighting {
  readonly method: string;
}

interface State {
  /** The first of each kind. */
  readonly initialize?: SentMethod;
  /** Of the stateful era, and not initialize. */
  readonly stateful?: SentMethod;
  /** Of the stateless era, and complete in itself. */
  readonly versioned?: SentMethod;
  /** Of the stateless era by its method, without a protocol version. */
  readonly unversioned?: SentMethod;
}

/**
 * Stateful: initialize is the first request. Stateless: no request has to come first, and each names its own protocol
 * version. In a conversation of both eras, a request without a version needs an initialize before it.
 */
export const initializeFirst: Invariant<State> = {
  id: "INV-001",
  category: "lifecycle",
  title: "initialize is the first request the client sends",
  scope: "conversation",
  initial: {},
  step: (state, turn, digest) => foldOver(turn.calls, state, (known, call) => note(known, turn, call, digest)),
  end: ({ initialize, stateful, versioned, unversioned }) => {
    if (unversioned)
      return failed(`${quoteText(unversioned.method)} carries no protocol version in its _meta`, [unversioned.shown]);
    if (stateful && !initialize) {
      const what = versioned
        ? `${quoteText(stateful.method)} carries no protocol version in its _meta, and no initialize came before it`
        : `the first request is ${quoteText(stateful.method)}, and initialize is never sent`;
      return failed(what, [stateful.shown]);
    }
    if (stateful && initialize && isBefore(stateful.when, initialize.when))
      return failed(`${quoteText(stateful.method)} is sent before initialize`, [stateful.shown, initialize.shown]);
    if (initialize) return passed("initialize is the first request", [initialize.shown]);
    if (versioned) return passed("every request carries its protocol version (stateless)", [versioned.shown]);
    return notApplicable("the client sends no request");
  },
};

const note = (state: State, turn: Turn, call: Call, digest: DigestOf): State => {
  const kind = kindOf(call);
  const before = state[kind];
  if (before && !isBefore(turn.sent, before.when)) return state;
  return { ...state, [kind]: { when: turn.sent, method: call.method, shown: show(turn, call, kind, digest) } };
};

const kindOf = (call: Call): keyof State => {
  if (isStateless(call)) return typeof call.version === "string" ? "versioned" : "unversioned";
  return call.method === "initialize" ? "initialize" : "stateful";
};

const show = (turn: Turn, call: Call, kind: keyof State, digest: DigestOf): PlacedEvidence => {
  if (kind === "versioned") {
    const pointer = `${call.at}${toPointer(["params", "_meta", META_KEY.protocolVersion])}`;
    return placedEvidence(turn, pointer, call.version, digest);
  }
  if (kind === "unversioned") return placedEvidence(turn, call.at, call.message, digest);
  return placedEvidence(turn, `${call.at}/method`, member(call.message, "method"), digest);
};
