import { groupBy } from "../../base/group-by.ts";
import { isJsonObject, type Json, member, stringMember, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { isSameJson } from "../../base/same-json.ts";
import { NEVER } from "../../capture/timeline.ts";
import { derivedAt, derivedFact, inParams, itemsFact, named, within } from "../../judge/core/client/fact.ts";
import { markerAfter } from "../../judge/core/client/plans.ts";
import { carriesInput, type Round, roundsIn } from "../../judge/core/client/questions.ts";
import {
  declaredWith,
  type Item,
  type Message,
  nameIn,
  type Session,
  statelessRequestsIn,
  type View,
} from "../../judge/core/client/view.ts";

const MISSING = "a request is answered with input_required and repeated";

interface Retried {
  readonly round: Round;
  readonly retry: Message;
}

const retriesIn = (view: View): readonly Retried[] =>
  roundsIn(view).flatMap((round) =>
    round.retry && SUPPORTED.has(round.asked.method ?? "") ? [{ round, retry: round.retry }] : [],
  );

/** The requests that may be answered with questions. */
const SUPPORTED: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

const numberOf = ({ before }: Round): number => (before ? numberOf(before) + 1 : 1);

const keysOf = (value: Json | undefined): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);

/** Keys of the rounds before: sending their answers again is no invention. */
const earlierKeys = ({ before }: Round): readonly string[] =>
  before ? [...keysOf(before.requests), ...earlierKeys(before)] : [];

/** Everything but what the rounds are about and what belongs to each request alone. */
const OWN: ReadonlySet<string> = new Set(["inputResponses", "requestState", "_meta"]);

const changedIn = (before: Json | undefined, after: Json | undefined): readonly string[] =>
  [...new Set([...keysOf(before), ...keysOf(after)])].filter((key) => {
    const [left, right] = [member(before, key), member(after, key)];
    if (OWN.has(key)) return false;
    if (left === undefined || right === undefined) return !isEmptyObject(left ?? right);
    return !isSameJson(left, right);
  });

const isEmptyObject = (value: Json | undefined): boolean => isJsonObject(value) && Object.keys(value).length === 0;

export const inputRetries = itemsFact("input_retries", {
  doc: "Of every repetition of a request that was answered with input_required: what it has, beside what was asked.",
  type: "object: round, asks (inputs, state), state (same, changed, missing, unasked, none), id (new, same), missing and invented (keys of inputResponses), changed (members of params), responses (given, none)",
  scenarios: ["input-rounds"],
  missing: MISSING,
  among: (view) =>
    retriesIn(view).map(({ round, retry }) => {
      const given = keysOf(member(retry.params, "inputResponses"));
      const asked = keysOf(round.requests);
      // A client need not support what it did not declare.
      const due = asked.filter((key) => isDeclared(round, stringMember(member(round.requests, key), "method") ?? ""));
      const earlier = earlierKeys(round);
      return derivedAt(inParams(retry), {
        round: numberOf(round),
        asks: asked.length > 0 ? "inputs" : "state",
        state: compare(round.state, member(retry.params, "requestState")),
        id: round.asked.id === retry.id ? "same" : "new",
        missing: due.filter((key) => !given.includes(key)),
        invented: given.filter((key) => !asked.includes(key) && !earlier.includes(key)),
        changed: [...changedIn(round.asked.params, retry.params)],
        responses: given.length > 0 ? "given" : "none",
      });
    }),
});

const compare = (given: Json | undefined, sent: Json | undefined): string => {
  if (given === undefined) return sent === undefined ? "none" : "unasked";
  if (sent === undefined) return "missing";
  return given === sent ? "same" : "changed";
};

export const inputResponseForms = itemsFact("input_response_forms", {
  doc: "Of every answer in inputResponses: whether it is the result itself.",
  type: "object: method, form (bare, wrapped, error, other)",
  scenarios: ["input-rounds"],
  words: {
    wrapped: "an answer with the envelope of a message around it",
    error: "an error in place of an answer",
    other: "something that is no result of the method",
  },
  missing: MISSING,
  among: (view) =>
    retriesIn(view).flatMap(({ round, retry }) =>
      Object.entries(round.requests ?? {}).flatMap(([key, request]): Item[] => {
        const method = stringMember(request, "method") ?? "";
        const given = valueAt(retry.params, "inputResponses", key);
        const form = given === undefined ? undefined : formOf(method, given);
        const place = within(retry, `/params${toPointer(["inputResponses", key])}`);
        return form === undefined ? [] : [derivedAt(place, { method, form })];
      }),
    ),
});

/** The member that makes a value the result of a method. */
const MAIN: Readonly<Record<string, string>> = {
  "elicitation/create": "action",
  "sampling/createMessage": "content",
  "roots/list": "roots",
};

const formOf = (method: string, value: Json): string | undefined => {
  const main = MAIN[method];
  if (main === undefined) return undefined;
  if (!isJsonObject(value)) return "other";
  if ("jsonrpc" in value || ("result" in value && !(main in value))) return "wrapped";
  if (main in value) return "bare";
  return "error" in value ? "error" : "other";
};

export const inputsElsewhere = derivedFact("inputs_elsewhere", {
  doc: "Of every other request after a result that asked for input: whether it has inputResponses or requestState too.",
  type: "nothing or inputs",
  scenarios: ["input-rounds"],
  words: { inputs: "inputResponses or requestState with a request that was asked nothing" },
  missing: "a request is answered with input_required and the client goes on",
  among: (view) => {
    const rounds = roundsIn(view);
    const retries = new Set(rounds.flatMap(({ retry }) => retry ?? []));
    const byName = groupBy([...retries], nameIn);
    const since = new Map<Session, number>();
    for (const { asked } of rounds)
      since.set(asked.session, Math.min(asked.answeredAt, since.get(asked.session) ?? asked.answeredAt));
    const isRepetition = (sent: Message): boolean => {
      const same = carriesInput(sent) ? (byName.get(nameIn(sent)) ?? []) : [];
      view.spend(same.length);
      return same.some((retry) => isRepeated(retry, sent));
    };
    return statelessRequestsIn(view).filter(
      (sent) => sent.sentAt > (since.get(sent.session) ?? NEVER) && !retries.has(sent) && !isRepetition(sent),
    );
  },
  say: (sent) => (carriesInput(sent) ? "inputs" : "nothing"),
});

/** Sent once more, because the first one was not answered. */
const isRepeated = (retry: Message, sent: Message): boolean =>
  isSameJson(member(retry.params, "inputResponses") ?? null, member(sent.params, "inputResponses") ?? null);

/** A request that carries what only a repetition can. */
export const inputsUnasked = derivedFact("inputs_unasked", {
  doc: "Every request with inputResponses or requestState although no result had asked for input before.",
  type: "the members it has",
  missing: "the client sends a request of the stateless era",
  among: statelessRequestsIn,
  at: inParams,
  say: (sent, view) => {
    const has = ["inputResponses", "requestState"].filter((name) => member(sent.params, name) !== undefined);
    // A task asks in what tasks/get shows.
    if (has.length === 0 || sent.method === "tasks/update") return undefined;
    const since = view.once(gatherAskedSince).get(sent.method) ?? NEVER;
    return since < sent.sentAt ? undefined : has;
  },
});

/** The place from which on results of a method had asked for input. */
const gatherAskedSince = (view: View): ReadonlyMap<string | undefined, number> => {
  const since = new Map<string | undefined, number>();
  for (const { method, result, answeredAt } of statelessRequestsIn(view))
    if (member(result, "resultType") === "input_required")
      since.set(method, Math.min(answeredAt, since.get(method) ?? answeredAt));
  return since;
};

const DECLARED_AS: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

/** Whether the request that was answered with a question had declared the kind; one that declares nothing anywhere had. */
const isDeclared = ({ asked }: Round, method: string): boolean => {
  const declared = declaredWith(asked);
  const feature = DECLARED_AS[method];
  return declared === undefined || (feature !== undefined && member(declared, feature) !== undefined);
};

export const undeclaredInputs = itemsFact("undeclared_inputs", {
  doc: "Of every input request of a kind that the client did not declare: whether it was answered.",
  type: "object: method, answered (answered, ignored)",
  scenarios: ["odd-inputs"],
  words: { answered: "an answer to a question of a kind that the client did not declare" },
  missing: "a result asks for input of a kind that the client did not declare",
  among: (view) =>
    roundsIn(view).flatMap((round) =>
      Object.entries(round.requests ?? {}).flatMap(([key, request]): Item[] => {
        const method = stringMember(request, "method") ?? "";
        const given = valueAt(round.retry?.params, "inputResponses", key);
        const place = named(round.retry ?? round.asked, method);
        const answered = given === undefined ? "ignored" : "answered";
        return isDeclared(round, method) ? [] : [derivedAt(place, { method, answered })];
      }),
    ),
});

export const misplacedInputs = itemsFact("misplaced_inputs", {
  doc: "Of every request that must not be answered with input_required and was: whether it was repeated with inputs.",
  type: "repeated or dropped",
  scenarios: ["odd-inputs"],
  words: { repeated: "a repetition with inputs, although the result is invalid" },
  missing: "a list is answered with input_required",
  among: (view) =>
    roundsIn(view).flatMap(({ asked, retry }) =>
      SUPPORTED.has(asked.method ?? "") ? [] : [derivedAt(retry ?? asked, retry ? "repeated" : "dropped")],
    ),
});

const asksFor = ({ requests, state }: Round): string => {
  const isUrl = Object.values(requests ?? {}).some((one) => valueAt(one, "params", "mode") === "url");
  if (isUrl) return "url";
  if (Object.keys(requests ?? {}).length > 0) return "inputs";
  return state === undefined ? "nothing" : "state";
};

/** How often one call was answered with questions: from its first request on; of calls that are asked nothing all there are. */
export const inputRoundCounts = itemsFact("input_round_counts", {
  doc: "Of every call that was answered with input_required: how often that was so, one repetition after the other.",
  type: "object: asks (inputs, url, state, nothing), rounds",
  scenarios: ["endless-rounds"],
  missing: "a request is answered with input_required",
  among: (view) =>
    [...groupBy(roundsIn(view), chainOf).values()].flatMap((chain) =>
      chain.slice(0, 1).map((first) => derivedAt(first.asked, { asks: asksFor(first), rounds: chain.length })),
    ),
});

const chainOf = (round: Round): string => {
  const name = `${round.asked.session.conversation} ${round.asked.method} ${nameIn(round.asked)}`;
  return asksFor(round) === "nothing" ? name : `${name} ${firstOf(round).asked.sentAt}`;
};

const firstOf = (round: Round): Round => {
  let found = round;
  while (found.before) found = found.before;
  return found;
};

/** Only of a client that repeats calls of tools, and that says that it is through with the rest. */
export const otherRounds = itemsFact("other_rounds", {
  doc: "Of every prompts/get and resources/read that was answered with a question: whether it was repeated with the answer.",
  type: "object: method, repeated (yes, no)",
  scenarios: ["input-rounds"],
  missing: "prompts/get or resources/read is answered with input_required and the client goes on",
  among: (view) => {
    const rounds = roundsIn(view);
    return rounds.flatMap(({ asked, retry }): Item[] => {
      const { method = "" } = asked;
      if (method !== "prompts/get" && method !== "resources/read") return [];
      if (retry) return [derivedAt(retry, { method, repeated: "yes" })];
      const alsoCalls = rounds.some(
        (one) => one.asked.method === "tools/call" && one.asked.session === asked.session && one.retry !== undefined,
      );
      const isThrough = alsoCalls && markerAfter(view, "after the rounds", asked) !== undefined;
      return isThrough ? [derivedAt(asked, { method, repeated: "no" })] : [];
    });
  },
});
