import { member, stringMember } from "../../base/json.ts";
import type { Fact, Item, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import type { ScenarioName } from "../../probe/scenario/names.ts";
import type { ClientSession } from "./client-sessions.ts";
import { sessionsIn } from "./client-view.ts";
import { clientFact, derivedAt, type Sent, sentIn } from "./sent.ts";

/** The how manieth call of a tool in its session; in the stateless era all sessions are one. */
export interface Step extends Item {
  readonly sent: Sent;
  readonly number: number;
}

export const stepsIn = (view: View): readonly Step[] => view.once(gatherSteps);

const gatherSteps = (view: View): readonly Step[] => {
  const calls = sentIn(view).filter(
    ({ method, params, session }) =>
      method === "tools/call" && session.scenario !== undefined && stringMember(params, "name") === "echo",
  );
  return [...groupBy(calls, ({ session }) => session.conversation).values()].flatMap((all) =>
    all
      .toSorted((left, right) => seqOf(left) - seqOf(right))
      .map((sent, index): Step => ({ ...sent, sent, number: index + 1 })),
  );
};

export const seqOf = ({ record }: Sent): number => record.exchange.seq ?? record.index;

/** Requests that a client sends because it goes on with its work. */
const isWork = ({ kind, method }: Sent): boolean =>
  kind === "request" && method !== "initialize" && method !== "ping" && method !== "server/discover";

/** A client whose calls carry the texts of the plan does what the plan says; of another nobody knows what it wanted to do next. */
export const followsPlan = ({ sent, number }: Step): boolean =>
  member(member(sent.params, "arguments"), "text") === `step ${number}`;

/** What came after: undefined where nothing follows from it. */
const whatCame = (view: View, session: ClientSession, seq: number, isPlanned: boolean): string | undefined => {
  const goesOn = sentIn(view).some((one) => one.session === session && isWork(one) && seqOf(one) > seq);
  if (goesOn) return "went-on";
  if (!isPlanned) return undefined;
  return session.clientEnd === "itself" ? "ended" : session.clientEnd === "silence" ? "silent" : undefined;
};

const WORDS = {
  ended: "the end of the client, which had more to do",
  silent: "silence, although the client had more to do",
} as const;

const TYPE = "went-on, ended or silent";

/** What a client did after the how manieth call of echo in a scenario, which was answered in an unusual way. */
const stepFact = (name: string, doc: string, scenario: ScenarioName, ...numbers: readonly number[]): Fact =>
  clientFact(
    { name, doc: `What the client did ${doc}.`, type: TYPE, derived: true, scenarios: [scenario], words: WORDS },
    (view) =>
      stepsIn(view).filter((step) => {
        const { session } = step.sent;
        if (session.scenario !== scenario || !numbers.includes(step.number)) return false;
        return whatCame(view, session, seqOf(step.sent), followsPlan(step)) !== undefined;
      }),
    (step, view) => {
      const came = whatCame(view, step.sent.session, seqOf(step.sent), followsPlan(step));
      return came === undefined ? undefined : derivedAt(step, came);
    },
    `the client calls echo ${Math.max(...numbers)} times in the scenario ${scenario} and goes on, or follows the plan`,
  );

export const afterUnknownNotification = stepFact(
  "after_unknown_notification",
  "after a notification that nobody knows",
  "odd-messages",
  1,
);
export const afterForeignAnswer = stepFact(
  "after_foreign_answer",
  "after an answer to a request that it never sent",
  "odd-messages",
  2,
);
export const afterStrayProgress = stepFact(
  "after_stray_progress",
  "after progress of a request that it never sent, with falling values",
  "odd-messages",
  3,
);
export const afterMissingResultType = stepFact(
  "after_missing_result_type",
  "after a result without resultType",
  "odd-messages",
  4,
);
export const afterLogMessages = stepFact(
  "after_log_messages",
  "after log messages of every level and kind of data",
  "odd-messages",
  5,
);
export const afterLogFlood = stepFact(
  "after_log_flood",
  "after hundreds of log messages, one of them large",
  "odd-messages",
  6,
);
export const afterUnknownMetadata = stepFact(
  "after_unknown_metadata",
  "after a result with unknown _meta",
  "surprises",
  1,
);
export const afterErrorAnswer = stepFact(
  "after_error_answer",
  "after a call that was answered with an error",
  "surprises",
  2,
);
export const afterUnknownMembers = stepFact(
  "after_unknown_members",
  "after a result with unknown members",
  "surprises",
  3,
);
export const afterErrorWithoutId = stepFact(
  "after_error_without_id",
  "after a call that was refused with an error without an id",
  "error-without-id",
  1,
);
export const afterBatchedAnswer = stepFact(
  "after_batched_answer",
  "after an answer in a JSON-RPC batch",
  "batched-answers",
  1,
  2,
);
export const afterPieces = stepFact(
  "after_pieces",
  "after an answer in pieces, several messages in one write, or a very long line",
  "pieces",
  1,
  2,
  3,
);
/** Handshakes that a client has every reason to accept: whether it went on. */
const handshakeFact = (name: string, doc: string, scenario: ScenarioName): Fact =>
  clientFact(
    { name, doc, type: "went-on or ended", derived: true, scenarios: [scenario], words: WORDS },
    (view) =>
      sessionsIn(view)
        .filter(
          ({ scenario: held, clientEnd }) => held === scenario && clientEnd !== undefined && clientEnd !== "limit",
        )
        .flatMap((session): (Item & { readonly session: ClientSession })[] => {
          const { initialize } = session;
          const isAnswered = member(initialize?.exchange.response, "result") !== undefined;
          return initialize && isAnswered
            ? [{ value: null, exchange: initialize.id, pointer: "/response/result", session }]
            : [];
        }),
    ({ session, ...place }, view) => {
      const goesOn = sentIn(view).some((one) => one.session === session && one.method !== "initialize");
      return derivedAt(place, goesOn ? "went-on" : "ended");
    },
    `initialize is answered in the scenario ${scenario}`,
  );

export const afterMinimalHandshake = handshakeFact(
  "after_minimal_handshake",
  "What the client did after initialize was answered with as little as is allowed.",
  "minimal-handshake",
);
export const afterUnknownCapabilities = handshakeFact(
  "after_unknown_capabilities",
  "What the client did after initialize was answered with unknown capabilities and members.",
  "surprises",
);

/** A list on one page, however long. */
export const afterLongList = clientFact(
  {
    name: "after_long_list",
    doc: "What the client did after a list of five hundred tools on one page.",
    type: TYPE,
    derived: true,
    scenarios: ["long-list"],
    words: WORDS,
  },
  (view) =>
    sentIn(view).filter(
      (sent) =>
        sent.method === "tools/list" &&
        sent.session.scenario === "long-list" &&
        whatCame(view, sent.session, seqOf(sent), isPlannedIn(view, sent.session)) !== undefined,
    ),
  (sent, view) => {
    const came = whatCame(view, sent.session, seqOf(sent), isPlannedIn(view, sent.session));
    return came === undefined ? undefined : derivedAt(sent, came);
  },
  "the client lists tools in the scenario long-list and goes on, or follows the plan",
);

/** Whether the client of a session follows the plan. */
export const isPlannedIn = (view: View, session: ClientSession): boolean =>
  stepsIn(view).some((step) => step.sent.session === session && followsPlan(step));
