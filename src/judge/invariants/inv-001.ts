import type { DigestOf } from "../../model/invariants.ts";
import { member } from "../../model/json.ts";
import { isStateless, PROTOCOL_VERSION } from "./era.ts";
import { type Exhibit, exhibit } from "./evidence.ts";
import { failed, foldOver, type Invariant, notApplicable, passed } from "./invariant.ts";
import { isBefore, type Moment } from "./moment.ts";
import { quote } from "./quote.ts";
import type { Call, Turn } from "./turn.ts";

interface Sighting {
  readonly when: Moment;
  readonly method: string;
  readonly shown: Exhibit;
}

interface State {
  /** The first of each kind. */
  readonly initialize?: Sighting;
  /** Of the stateful era, and not initialize. */
  readonly stateful?: Sighting;
  /** Of the stateless era, and complete in itself. */
  readonly versioned?: Sighting;
  /** Of the stateless era by its method, without a protocol version. */
  readonly unversioned?: Sighting;
}

/**
 * Stateful: initialize is the first request. Stateless: there is nothing to come first, and every request says itself
 * which protocol version it speaks. In a conversation of both, a request without a version needs an initialize before it.
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
      return failed(`${quote(unversioned.method)} carries no protocol version in its _meta`, [unversioned.shown]);
    if (stateful && !initialize) {
      const what = versioned
        ? `${quote(stateful.method)} carries no protocol version in its _meta, and no initialize came before it`
        : `the first request is ${quote(stateful.method)}, and initialize is never sent`;
      return failed(what, [stateful.shown]);
    }
    if (stateful && initialize && isBefore(stateful.when, initialize.when))
      return failed(`${quote(stateful.method)} is sent before initialize`, [stateful.shown, initialize.shown]);
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

const show = (turn: Turn, call: Call, kind: keyof State, digest: DigestOf): Exhibit => {
  if (kind === "versioned") {
    const pointer = `${call.at}/params/_meta/${PROTOCOL_VERSION.replaceAll("/", "~1")}`;
    return exhibit(turn, pointer, call.version, digest);
  }
  if (kind === "unversioned") return exhibit(turn, call.at, call.message, digest);
  return exhibit(turn, `${call.at}/method`, member(call.message, "method"), digest);
};
