import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { type ExchangeDraft, resultOf } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { ALL_CAPABILITIES } from "../../../probe/plan/declared-capabilities.ts";
import type { AskOptions, ConversationPlan, Step, StepIO } from "../../../probe/plan/step.ts";
import { askTool, calledTools, isGivenUp, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { answerInputRequests, type Manner } from "../../../probe/talk/client-answers.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { editedStates } from "./edit-state.ts";
import { changeCharacter, otherArguments } from "./tampering.ts";

/** More rounds than an honest server needs. */
const MAX_ROUNDS = 5;

const asksForInput = (draft: ExchangeDraft): boolean => member(resultOf(draft), "resultType") === "input_required";

/** A tool that asked has to end, so it gets as long as any request; but the run does not wait for it. */
const call = (
  io: StepIO<StatelessTalk>,
  choice: ToolChoice,
  extra: JsonObject,
  options: AskOptions & { readonly as: string },
): Promise<ExchangeDraft> =>
  askTool(
    io,
    choice,
    { clientCapabilities: ALL_CAPABILITIES, deadline: "exchangeMs", hasAsked: true, ...options },
    extra,
  );

/** What goes back with the next round: the answers, and the state exactly as it came. */
const nextRound = (
  draft: ExchangeDraft,
  edit: (answers: JsonObject) => Json = (answers) => answers,
  manner: Manner = "willing",
): JsonObject => {
  const state = member(resultOf(draft), "requestState");
  const requests = member(resultOf(draft), "inputRequests");
  return {
    ...(requests === undefined
      ? {}
      : { inputResponses: edit(answerInputRequests(requests, ALL_CAPABILITIES, manner)) }),
    ...(state === undefined ? {} : { requestState: state }),
  };
};

/** A callable tool with every client capability declared; if it asks for input, every round is answered. */
const rounds = (askers: Set<string>): Step<StatelessTalk> => ({
  question: "input",
  skip: unlessCallable,
  run: async (io) => {
    const callOne = async (choice: ToolChoice, as: string): Promise<Asking | undefined> => {
      let draft = await askTool(io, choice, { as, clientCapabilities: ALL_CAPABILITIES });
      let last: ExchangeDraft | undefined;
      let count = 0;
      for (let round = 1; round <= MAX_ROUNDS && asksForInput(draft); round += 1) {
        last = draft;
        count = round;
        draft = await call(io, choice, nextRound(draft), { as: `${as}-round-${round}` });
      }
      if (!last) return undefined;
      askers.add(choice.name);
      // One call that never ends is enough to know of.
      return isGivenUp(draft) ? undefined : { choice, last, as, rounds: count };
    };
    const calls = calledTools(io.known).map((choice, index) => () => callOne(choice, String(index + 1)));
    // What it asks stands in the answer, so on one channel, too, nobody can mistake one call for another.
    const asking = (await io.inTurn(calls, true)).filter((asker) => asker !== undefined);
    if (asking[0]) {
      await abuse(io, asking[0]);
      await askAgain(io, asking[0]);
    }
    for (const one of firstOfEachKind(asking)) await answerContrarily(io, one);
    await editState(io, asking);
    await otherRequest(io, asking);
  },
});

/** A tool that asked, and the last question it put: what answers it shows whether the server is content. */
interface Asking {
  readonly choice: ToolChoice;
  readonly last: ExchangeDraft;
  readonly as: string;
  /** How often it asked. */
  readonly rounds: number;
}

/**
 * After the abuse a question of this tool is left without an answer, and the call is made again: on a connection that
 * ends with it, so that the answer goes out on another.
 */
const askAgain = async (io: StepIO<StatelessTalk>, { choice, as }: Asking): Promise<void> => {
  const editHeaders: AskOptions["editHeaders"] = (headers) => [...headers, ["Connection", "close"]];
  const draft = await call(io, choice, {}, { as: `${as}-again`, editHeaders });
  if (asksForInput(draft)) await call(io, choice, nextRound(draft), { as: `${as}-elsewhere` });
};

/** One tool for each thing that may be asked. */
const firstOfEachKind = (asking: readonly Asking[]): ReadonlySet<Asking> => {
  const first = new Map<string, Asking>();
  for (const one of asking) {
    const requests = member(resultOf(one.last), "inputRequests");
    for (const request of isJsonObject(requests) ? Object.values(requests) : []) {
      const method = stringMember(request, "method");
      if (method !== undefined && !first.has(method)) first.set(method, one);
    }
  }
  return new Set(first.values());
};

/** A user may say no, and what comes back may be wrong: the call ends all the same. */
const answerContrarily = async (io: StepIO<StatelessTalk>, { choice, as }: Asking): Promise<void> => {
  for (const [name, manner] of [
    ["decline-response", "declining"],
    ["careless-response", "careless"],
  ] as const) {
    const question = await call(io, choice, {}, { as: `${as}-${name}-question` });
    if (!asksForInput(question)) continue;
    const options = { as: `${as}-${name}`, ...(manner === "careless" ? { deliberate: true } : {}) };
    await call(io, choice, nextRound(question, undefined, manner), options);
  }
};

/** What a call came to where it succeeded. */
const successOf = (draft: ExchangeDraft): string | undefined => {
  const result = resultOf(draft);
  if (!isJsonObject(result) || member(result, "resultType") !== "complete" || member(result, "isError") === true)
    return undefined;
  const { _meta: _, ...rest } = result;
  return JSON.stringify(rest);
};

/** So many edited states that led to something else are sent a second time. */
const MOST_REPEATS = 2;

/**
 * Whether someone who changes the state changes what comes of the call. The tool that asked most often is asked: its state
 * carries what it heard in earlier rounds. The unchanged state is sent before and after, twice in a row at first: where
 * the result changes by itself, nothing is learnt from another one.
 */
const editState = async (io: StepIO<StatelessTalk>, asking: readonly Asking[]): Promise<void> => {
  const withState = asking.filter(({ last }) => typeof member(resultOf(last), "requestState") === "string");
  const [one] = withState.toSorted((a, b) => b.rounds - a.rounds);
  const state = one && member(resultOf(one.last), "requestState");
  if (!one || typeof state !== "string") return;
  const send = (name: string, requestState: string): Promise<ExchangeDraft> =>
    call(io, one.choice, { ...nextRound(one.last), requestState }, { as: `${one.as}-${name}`, deliberate: true });
  const usual = successOf(await send("kept-state-1", state));
  if (successOf(await send("kept-state-2", state)) !== usual || usual === undefined) return;
  const effective: [string, string][] = [];
  for (const [index, edited] of editedStates(state).entries()) {
    const name = `edited-state-${index + 1}`;
    const other = successOf(await send(name, edited));
    if (other !== undefined && other !== usual) effective.push([name, edited]);
  }
  await send("kept-state-3", state);
  for (const [name, edited] of effective.slice(0, MOST_REPEATS)) await send(`${name}-again`, edited);
  if (effective.length > 0) await send("kept-state-4", state);
};

/** The state of one request on another: the same tool, but an argument differs. */
const otherRequest = async (io: StepIO<StatelessTalk>, asking: readonly Asking[]): Promise<void> => {
  for (const { choice, last, as } of asking) {
    const args = otherArguments(choice);
    if (args === undefined || typeof member(resultOf(last), "requestState") !== "string") continue;
    const extra = { ...nextRound(last), arguments: args };
    await call(io, choice, extra, { as: `${as}-other-arguments`, deliberate: true });
    return;
  }
};

/** What a client may send back by mistake or malice. */
const abuse = async (io: StepIO<StatelessTalk>, { choice, last, as }: Asking): Promise<void> => {
  const deliberate = { deliberate: true };
  const state = member(resultOf(last), "requestState");
  // A server may take a state only once, so what it should accept answers a question of its own.
  const answerAnew = async (name: string, edit: (answers: JsonObject) => Json, options: AskOptions): Promise<void> => {
    const question = await call(io, choice, {}, { as: `${as}-${name}-question` });
    if (asksForInput(question)) await call(io, choice, nextRound(question, edit), { as: `${as}-${name}`, ...options });
  };
  await answerAnew("wrong-key", () => ({ "mcptest-no-such-key": { action: "decline" } }), deliberate);
  await answerAnew("extra-key", (answers) => ({ ...answers, "mcptest-extra": { action: "decline" } }), deliberate);
  await answerAnew("cancel-response", mapValues({ action: "cancel" }), {});
  const again = (name: string, extra: JsonObject): Promise<unknown> =>
    call(io, choice, extra, { as: `${as}-${name}`, ...deliberate });
  // Where a state came alone there was no question, and a number in place of nothing is no wrong answer.
  if (isJsonObject(member(resultOf(last), "inputRequests"))) {
    await again("text-responses", { ...nextRound(last), inputResponses: "x" });
    await again("number-response", nextRound(last, mapValues(12345)));
  }
  if (typeof state !== "string") return;
  const { requestState: _, ...stateless } = nextRound(last);
  await again("no-state", stateless);
  await again("changed-state", { ...nextRound(last), requestState: changeCharacter(state) });
};

const mapValues =
  (value: Json) =>
  (answers: JsonObject): Json =>
    Object.fromEntries(Object.keys(answers).map((key) => [key, value]));

/** Only what this request declares may be asked for. Asked again only of tools that did ask for something. */
const kinds = (askers: ReadonlySet<string>): Step<StatelessTalk> => ({
  question: "input-kinds",
  skip: unlessCallable,
  run: async (io) => {
    for (const [index, choice] of calledTools(io.known).entries()) {
      if (!askers.has(choice.name)) continue;
      await Promise.all(
        [{ elicitation: {} }, { sampling: {} }, { roots: {} }].map((clientCapabilities) =>
          call(io, choice, {}, { as: `${index + 1}-${Object.keys(clientCapabilities)[0]}`, clientCapabilities }),
        ),
      );
    }
  },
});

export const inputConversation = (): ConversationPlan<StatelessTalk> => {
  const askers = new Set<string>();
  return {
    name: "input",
    purpose: "tools that ask the client for input",
    transport: "any",
    process: "third",
    needsLists: true,
    callsTools: true,
    skip: unlessCallable,
    groups: [[rounds(askers)], [kinds(askers)]],
  };
};
