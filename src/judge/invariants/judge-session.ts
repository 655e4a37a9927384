import type { Capture, Exchange, ReceivedMessage } from "../../model/capture.ts";
import type {
  DigestOf,
  ExchangePlace,
  InvariantVerdict,
  SessionHead,
  SessionInvariants,
  SessionSink,
} from "../../model/invariants.ts";
import { type Gathered, Gathering } from "./composition.ts";
import { MAX_EVIDENCE, plain } from "./evidence.ts";
import type { Finding, Invariant } from "./invariant.ts";
import { INVARIANTS } from "./invariants.ts";
import { quote } from "./quote.ts";
import { readMessage, readTurn, type Turn } from "./turn.ts";

export interface JudgedSession extends SessionInvariants {
  /** What the composition is judged by; absent when it was not asked for. */
  readonly gathered?: Gathered;
}

export interface SessionJudge extends SessionSink {
  /** Only after `end`. */
  verdicts(): JudgedSession;
}

/** Takes a session piece by piece and keeps no more of it than the verdicts need. */
export const openSessionJudge = (digest: DigestOf, options: { readonly gather: boolean }): SessionJudge => {
  const folds = INVARIANTS.map((invariant) => createFold(invariant as Invariant<unknown>, digest));
  const gathering = options.gather ? new Gathering() : undefined;
  let judged: JudgedSession | undefined;
  const take = (turn: Turn): void => {
    for (const fold of folds) fold.step(turn);
    gathering?.add(turn);
  };
  return {
    exchange: (exchange: Exchange, place: ExchangePlace) => take(readTurn(exchange, place)),
    meanwhile: (message: ReceivedMessage, place: ExchangePlace, position: number) =>
      take(readMessage(message, place.id ?? place.index, place.index, position)),
    unsolicited: (message: ReceivedMessage, position: number) =>
      take(readMessage(message, null, Number.MAX_SAFE_INTEGER, position)),
    end: (head) => {
      judged = {
        server_label: head.server_label,
        invariants: folds.map((fold) => fold.end(head)),
        ...(gathering ? { gathered: gathering.result() } : {}),
      };
    },
    verdicts: () => {
      if (!judged) throw new Error("the session has not ended");
      return judged;
    },
  };
};

/** The same for a capture that is in memory. */
export const judgeSession = (capture: Capture, digest: DigestOf, options = { gather: false }): JudgedSession => {
  const judge = openSessionJudge(digest, options);
  replaySession(capture, judge);
  return judge.verdicts();
};

export const replaySession = (capture: Capture, sink: SessionSink): void => {
  for (const [index, exchange] of capture.exchanges.entries()) {
    const place = { id: exchange.id, index };
    sink.exchange(exchange, place);
    for (const [position, message] of (exchange.meanwhile ?? []).entries()) sink.meanwhile(message, place, position);
  }
  for (const [position, message] of (capture.unsolicited ?? []).entries()) sink.unsolicited(message, position);
  sink.end(capture);
};

interface Fold {
  step(turn: Turn): void;
  end(head: SessionHead): InvariantVerdict;
}

const ALL = "";

const createFold = (invariant: Invariant<unknown>, digest: DigestOf): Fold => {
  const { id, category, title, scope, initial } = invariant;
  const states = new Map<string, unknown>();
  return {
    step: (turn) => {
      // Nothing to learn: no state is made for it.
      if (scope === "session" ? turn.errors.length === 0 : !hasRegularTraffic(turn)) return;
      const key = scope === "conversation" ? turn.conversation : ALL;
      const before = states.get(key) ?? initial;
      const after = invariant.step(before, turn, digest);
      if (after !== before) states.set(key, after);
    },
    end: (head) => {
      const findings = [...states]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([conversation, state]) => ({ conversation, ...invariant.end(state, head, digest) }));
      const whole = findings.length > 0 ? merge(findings) : invariant.end(initial, head, digest);
      return { id, category, title, ...whole, evidence: whole.evidence.slice(0, MAX_EVIDENCE).map(plain) };
    },
  };
};

const hasRegularTraffic = ({ deliberate, calls, notifications }: Turn): boolean =>
  !deliberate && (calls.length > 0 || notifications.length > 0);

/** One bad conversation is enough; one good one is enough where no other is bad. */
const merge = (findings: readonly (Finding & { readonly conversation: string })[]): Finding => {
  const of = (state: Finding["state"]) => findings.filter((finding) => finding.state === state);
  const bad = of("fail");
  const [first, ...others] = bad;
  if (first) {
    const where = first.conversation === ALL ? "" : `in conversation ${quote(first.conversation)}: `;
    const more = others.length > 0 ? ` (and in ${others.length} more of ${findings.length} conversations)` : "";
    return {
      state: "fail",
      detail: `${where}${first.detail}${more}`,
      evidence: bad.flatMap(({ evidence }) => evidence),
    };
  }
  const kept = of("pass").length > 0 ? of("pass") : findings;
  const details = [...new Set(kept.map(({ detail }) => detail))].sort();
  // Of what is fine, one conversation is shown.
  return { state: kept[0]?.state ?? "not-applicable", detail: details.join("; "), evidence: kept[0]?.evidence ?? [] };
};
