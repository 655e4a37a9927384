import type { DigestOf } from "../../base/digest.ts";
import type { Capture, Exchange, ReceivedMessage } from "../../capture/capture.ts";
import type { ExchangePlace, SessionHead, SessionSink } from "../../capture/session-sink.ts";
import type { InvariantVerdict, SessionInvariants } from "../invariants.ts";
import { NameCollector, type SessionNames } from "./composition.ts";
import { MAX_EVIDENCE, withoutPlace } from "./evidence.ts";
import type { Invariant, InvariantFinding } from "./invariant.ts";
import { INVARIANTS } from "./invariants.ts";
import { quoteText } from "./quote.ts";
import { readLooseMessage, readTurn, type Turn } from "./turn.ts";

export interface JudgedInvariants extends SessionInvariants {
  /** For the composition of several sessions; absent when not asked for. */
  readonly gathered?: SessionNames;
}

export interface InvariantsJudge extends SessionSink {
  /** Only after `end`. */
  verdicts(): JudgedInvariants;
}

/** Takes a session piece by piece and keeps only what the verdicts need. */
export const openInvariantsJudge = (digest: DigestOf, options: { readonly gather: boolean }): InvariantsJudge => {
  const folds = INVARIANTS.map((invariant) => createFold(invariant as Invariant<unknown>, digest));
  const gathering = options.gather ? new NameCollector() : undefined;
  let judged: JudgedInvariants | undefined;
  // INV-001 to INV-005 leave out what is wrong on purpose, the others do not.
  const heard = { asked: false, regular: false, message: false, status: false };
  const take = (turn: Turn): void => {
    for (const fold of folds) fold.step(turn);
    gathering?.add(turn);
  };
  return {
    exchange: (exchange: Exchange, place: ExchangePlace) => {
      if (exchange.response !== undefined || exchange.response_raw) {
        heard.message = true;
        if (!exchange.deliberate) heard.regular = true;
      }
      if (exchange.http?.status !== undefined) heard.status = true;
      heard.asked = true;
      take(readTurn(exchange, place));
    },
    meanwhile: (message: ReceivedMessage, place: ExchangePlace, position: number) => {
      heard.message = true;
      take(readLooseMessage(message, place.id ?? place.index, place.index, position));
    },
    unsolicited: (message: ReceivedMessage, position: number) => {
      // What a process prints before it ends is no message.
      if (message.message !== undefined) heard.message = heard.regular = true;
      take(readLooseMessage(message, null, Number.MAX_SAFE_INTEGER, position));
    },
    end: (head) => {
      const invariants = folds.map((fold) => fold.end(head));
      judged = {
        server_label: head.server_label,
        invariants: invariants.map((verdict, index) =>
          (INVARIANTS[index]?.scope === "session" ? heard.message : heard.regular) ? verdict : withoutServer(verdict),
        ),
        ...(heard.message ? {} : { unanswered: heard.asked && !heard.status ? "nothing" : "no-message" }),
        ...(gathering ? { gathered: gathering } : {}),
      };
    },
    verdicts: () => {
      if (!judged) throw new Error("the session has not ended");
      return judged;
    },
  };
};

/** What the client did by itself says nothing about a session with the server. */
const withoutServer = (verdict: InvariantVerdict): InvariantVerdict =>
  verdict.state === "pass"
    ? { ...verdict, state: "not-applicable", detail: "the server never answered with a message", evidence: [] }
    : verdict;

/** The same for a capture in memory. */
export const judgeInvariants = (capture: Capture, digest: DigestOf, options = { gather: false }): JudgedInvariants => {
  const judge = openInvariantsJudge(digest, options);
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
      // A turn without relevant traffic gets no state of its own.
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
      return { id, category, title, ...whole, evidence: whole.evidence.slice(0, MAX_EVIDENCE).map(withoutPlace) };
    },
  };
};

const hasRegularTraffic = ({ deliberate, calls, notifications }: Turn): boolean =>
  !deliberate && (calls.length > 0 || notifications.length > 0);

/** One failing conversation fails the invariant; else one passing conversation passes it. */
const merge = (findings: readonly (InvariantFinding & { readonly conversation: string })[]): InvariantFinding => {
  const of = (state: InvariantFinding["state"]) => findings.filter((finding) => finding.state === state);
  const bad = of("fail");
  const [first, ...others] = bad;
  if (first) {
    const where = first.conversation === ALL ? "" : `in conversation ${quoteText(first.conversation)}: `;
    const more = others.length > 0 ? ` (and in ${others.length} more of ${findings.length} conversations)` : "";
    return {
      state: "fail",
      detail: `${where}${first.detail}${more}`,
      evidence: bad.flatMap(({ evidence }) => evidence),
    };
  }
  const kept = of("pass").length > 0 ? of("pass") : findings;
  const details = [...new Set(kept.map(({ detail }) => detail))].sort();
  // One conversation is evidence enough of a pass.
  return { state: kept[0]?.state ?? "not-applicable", detail: details.join("; "), evidence: kept[0]?.evidence ?? [] };
};
