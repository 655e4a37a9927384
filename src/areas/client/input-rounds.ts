import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { isSameJson } from "../../base/same-json.ts";
import type { Item, View } from "../../judge/core/fact.ts";
import { groupBy } from "../../judge/core/group-by.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { hasPassed } from "./markers.ts";
import { carriesInput, namedIn, type Round, roundsIn } from "./rounds.ts";
import { clientFact, derivedAt, type Sent, statelessRequestsIn } from "./sent.ts";

const MISSING = "a request is answered with input_required and repeated";

const placed = <T extends object>(sent: Sent, more: T): Item & T => ({ ...sent, ...more });

interface Retried extends Item {
  readonly round: Round;
  readonly retry: Sent;
}

const retriesIn = (view: View): readonly Retried[] =>
  roundsIn(view).flatMap((round) =>
    round.retry && SUPPORTED.has(round.asked.method ?? "") ? [placed(round.retry, { round, retry: round.retry })] : [],
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

export const inputRetries = clientFact(
  {
    name: "input_retries",
    doc: "Of every repetition of a request that was answered with input_required: what it has, beside what was asked.",
    type: "object: round, asks (inputs, state), state (same, changed, missing, unasked, none), id (new, same), missing and invented (keys of inputResponses), changed (members of params), responses (given, none)",
    derived: true,
    scenarios: ["input-rounds"],
  },
  retriesIn,
  ({ round, retry }) => {
    const given = keysOf(member(retry.params, "inputResponses"));
    const asked = keysOf(round.requests);
    // What the client did not say that it can do it need not do.
    const due = asked.filter((key) => isDeclared(round, stringMember(member(round.requests, key), "method") ?? ""));
    const earlier = earlierKeys(round);
    return derivedAt(
      { ...retry, pointer: `${retry.pointer}/params` },
      {
        round: numberOf(round),
        asks: asked.length > 0 ? "inputs" : "state",
        state: compare(round.state, member(retry.params, "requestState")),
        id: isSame(round.asked, retry) ? "same" : "new",
        missing: due.filter((key) => !given.includes(key)),
        invented: given.filter((key) => !asked.includes(key) && !earlier.includes(key)),
        changed: [...changedIn(round.asked.params, retry.params)],
        responses: given.length > 0 ? "given" : "none",
      },
    );
  },
  MISSING,
);

const isSame = (left: Sent, right: Sent): boolean => member(left.value, "id") === member(right.value, "id");

const compare = (given: Json | undefined, sent: Json | undefined): string => {
  if (given === undefined) return sent === undefined ? "none" : "unasked";
  if (sent === undefined) return "missing";
  return given === sent ? "same" : "changed";
};

/** The member that makes a value the result of a method. */
const MAIN: Readonly<Record<string, string>> = {
  "elicitation/create": "action",
  "sampling/createMessage": "content",
  "roots/list": "roots",
};

/** Of the stateless era: also what a task asks for and an update answers. */
export const formOf = (method: string, value: Json): string => {
  const main = MAIN[method];
  if (!isJsonObject(value)) return "other";
  if ("jsonrpc" in value || ("result" in value && main !== undefined && !(main in value))) return "wrapped";
  if (main !== undefined && main in value) return "bare";
  return "error" in value ? "error" : "other";
};

interface Response extends Item {
  readonly method: string;
  readonly given: Json;
}

const responsesIn = (view: View): readonly Response[] =>
  retriesIn(view).flatMap(({ round, retry }) =>
    Object.entries(round.requests ?? {}).flatMap(([key, request]): Response[] => {
      const method = stringMember(request, "method") ?? "";
      const given = member(member(retry.params, "inputResponses"), key);
      if (given === undefined || MAIN[method] === undefined) return [];
      return [{ ...retry, pointer: `${retry.pointer}/params${toPointer(["inputResponses", key])}`, method, given }];
    }),
  );

export const inputResponseForms = clientFact(
  {
    name: "input_response_forms",
    doc: "Of every answer in inputResponses: whether it is the result itself.",
    type: "object: method, form (bare, wrapped, error, other)",
    derived: true,
    scenarios: ["input-rounds"],
    words: {
      wrapped: "an answer with the envelope of a message around it",
      error: "an error in place of an answer",
      other: "something that is no result of the method",
    },
  },
  responsesIn,
  ({ method, given, ...place }) => derivedAt(place, { method, form: formOf(method, given) }),
  MISSING,
);

export const inputsElsewhere = clientFact(
  {
    name: "inputs_elsewhere",
    doc: "Of every other request after a result that asked for input: whether it has inputResponses or requestState too.",
    type: "nothing or inputs",
    derived: true,
    scenarios: ["input-rounds"],
    words: { inputs: "inputResponses or requestState with a request that was asked nothing" },
  },
  (view) => {
    const rounds = roundsIn(view);
    const retries = rounds.flatMap(({ retry }) => retry ?? []);
    return statelessRequestsIn(view).filter(
      (sent) =>
        !retries.includes(sent) &&
        !retries.some((retry) => isRepeated(retry, sent)) &&
        rounds.some(({ asked }) => asked.session === sent.session && isAfter(sent, asked)),
    );
  },
  (sent) => derivedAt(sent, carriesInput(sent) ? "inputs" : "nothing"),
  "a request is answered with input_required and the client goes on",
);

/** Said once more, because nobody answered it the first time. */
const isRepeated = (retry: Sent, sent: Sent): boolean =>
  carriesInput(sent) &&
  namedIn(retry) === namedIn(sent) &&
  isSameJson(member(retry.params, "inputResponses") ?? null, member(sent.params, "inputResponses") ?? null);

const isAfter = (sent: Sent, asked: Sent): boolean =>
  (sent.record.exchange.seq ?? 0) > (asked.record.exchange.response_seq ?? Number.POSITIVE_INFINITY);

const DECLARED_AS: Readonly<Record<string, string>> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

interface Kind extends Item {
  readonly key: string;
  readonly method: string;
  readonly round: Round;
}

/** Whether the request that was answered with a question had declared the kind; one that declares nothing anywhere had. */
const isDeclared = ({ asked }: Round, method: string): boolean => {
  const declared = member(member(asked.params, "_meta"), META_KEY.clientCapabilities);
  const feature = DECLARED_AS[method];
  return declared === undefined || (feature !== undefined && member(declared, feature) !== undefined);
};

/** Questions of a kind that the request did not declare. */
const undeclaredIn = (view: View): readonly Kind[] =>
  roundsIn(view).flatMap((round) => {
    return Object.entries(round.requests ?? {}).flatMap(([key, request]): Kind[] => {
      const method = stringMember(request, "method") ?? "";
      return isDeclared(round, method) ? [] : [placed(round.asked, { key, method, round })];
    });
  });

export const undeclaredInputs = clientFact(
  {
    name: "undeclared_inputs",
    doc: "Of every input request of a kind that the client did not declare: whether it was answered.",
    type: "object: method, answered (answered, ignored)",
    derived: true,
    scenarios: ["odd-inputs"],
    words: { answered: "an answer to a question of a kind that the client did not declare" },
  },
  undeclaredIn,
  ({ key, method, round }) => {
    const given = member(member(round.retry?.params, "inputResponses"), key);
    const place = round.retry ?? round.asked;
    return derivedAt({ ...place, name: method }, { method, answered: given === undefined ? "ignored" : "answered" });
  },
  "a result asks for input of a kind that the client did not declare",
);

export const misplacedInputs = clientFact(
  {
    name: "misplaced_inputs",
    doc: "Of every request that must not be answered with input_required and was: whether it was repeated with inputs.",
    type: "repeated or dropped",
    derived: true,
    scenarios: ["odd-inputs"],
    words: { repeated: "a repetition with inputs, although the result is invalid" },
  },
  (view) =>
    roundsIn(view).flatMap((round) =>
      SUPPORTED.has(round.asked.method ?? "") ? [] : [placed(round.asked, { round })],
    ),
  ({ round }) => derivedAt(round.retry ?? round.asked, round.retry ? "repeated" : "dropped"),
  "a list is answered with input_required",
);

const asksFor = ({ requests, state }: Round): string => {
  const isUrl = Object.values(requests ?? {}).some((one) => stringMember(member(one, "params"), "mode") === "url");
  if (isUrl) return "url";
  if (Object.keys(requests ?? {}).length > 0) return "inputs";
  return state === undefined ? "nothing" : "state";
};

/** How often one call was answered with questions: from its first request on; of calls that are asked nothing all there are. */
export const inputRoundCounts = clientFact(
  {
    name: "input_round_counts",
    doc: "Of every call that was answered with input_required: how often that was so, one repetition after the other.",
    type: "object: asks (inputs, url, state, nothing), rounds",
    derived: true,
    scenarios: ["endless-rounds"],
  },
  (view) =>
    [...groupBy(roundsIn(view), chainOf).values()].flatMap((chain) => {
      const [first] = chain;
      return first ? [placed(first.asked, { first, length: chain.length })] : [];
    }),
  ({ first, length }) => derivedAt(first.asked, { asks: asksFor(first), rounds: length }),
  "a request is answered with input_required",
);

const chainOf = (round: Round): string => {
  const name = `${round.asked.session.conversation} ${round.asked.method} ${namedIn(round.asked)}`;
  return asksFor(round) === "nothing" ? name : `${name} ${firstOf(round).asked.record.index}`;
};

const firstOf = (round: Round): Round => {
  let found = round;
  while (found.before) found = found.before;
  return found;
};

/** Only of a client that repeats calls of tools, and that says that it is through with the rest. */
export const otherRounds = clientFact(
  {
    name: "other_rounds",
    doc: "Of every prompts/get and resources/read that was answered with a question: whether it was repeated with the answer.",
    type: "object: method, repeated (yes, no)",
    derived: true,
    scenarios: ["input-rounds"],
  },
  (view) => {
    const rounds = roundsIn(view);
    return rounds.flatMap((round) => {
      const { asked, retry } = round;
      if (asked.method !== "prompts/get" && asked.method !== "resources/read") return [];
      const alsoCalls = rounds.some(
        (one) => one.asked.method === "tools/call" && one.asked.session === asked.session && one.retry !== undefined,
      );
      return retry || (alsoCalls && hasPassed(view, "after the rounds", asked)) ? [placed(asked, { round })] : [];
    });
  },
  ({ round }) => {
    const { asked, retry } = round;
    return derivedAt(retry ?? asked, { method: asked.method ?? "", repeated: retry ? "yes" : "no" });
  },
  "prompts/get or resources/read is answered with input_required and the client goes on",
);
