import { isJsonObject, type Json, type JsonObject, member } from "../../../model/json.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import { answerInputRequests } from "../../talk/client-answers.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import type { AskOptions, ConversationPlan, Step, StepIO } from "../step.ts";
import type { ToolChoice } from "../tool-policy.ts";
import { ALL_CAPABILITIES } from "./client-steps.ts";

/** More rounds than an honest server needs. */
const MAX_ROUNDS = 5;

const resultOf = (draft: ExchangeDraft): Json | undefined => member(draft.response, "result");
const asksForInput = (draft: ExchangeDraft): boolean => member(resultOf(draft), "resultType") === "input_required";

const call = (
  io: StepIO<StatelessTalk>,
  choice: ToolChoice,
  extra: JsonObject,
  options: AskOptions,
): Promise<ExchangeDraft> =>
  io.ask(
    "tools/call",
    { name: choice.name, arguments: choice.arguments, ...extra },
    { inputSchema: member(choice.tool, "inputSchema") ?? {}, clientCapabilities: ALL_CAPABILITIES, ...options },
  );

/** What goes back with the next round: the answers, and the state exactly as it came. */
const nextRound = (draft: ExchangeDraft, edit: (answers: JsonObject) => Json = (answers) => answers): JsonObject => {
  const state = member(resultOf(draft), "requestState");
  const requests = member(resultOf(draft), "inputRequests");
  return {
    ...(requests === undefined ? {} : { inputResponses: edit(answerInputRequests(requests, ALL_CAPABILITIES)) }),
    ...(state === undefined ? {} : { requestState: state }),
  };
};

/** A callable tool with every client capability declared; if it asks for input, every round is answered. */
const rounds = (askers: Set<string>): Step<StatelessTalk> => ({
  name: "input",
  asks: "tools/call of callable tools with every client capability declared, answering what they ask for",
  serves: [
    ...["MRTR-001", "MRTR-002", "MRTR-004", "MRTR-005", "MRTR-006", "MRTR-007", "MRTR-008", "MRTR-010", "MRTR-018"],
    ...["MRTR-019", "MRTR-020", "MRTR-021", "MRTR-022", "MRTR-023", "MRTR-024", "MRTR-025", "MRTR-012", "CACHE-012"],
    ...["ELICIT-001", "ELICIT-003", "ELICIT-004", "ELICIT-005", "SAMPLE-001", "SAMPLE-003", "ROOTS-001", "PROTO-057"],
  ],
  skip: unlessCallable,
  run: async (io) => {
    let asking: { choice: ToolChoice; draft: ExchangeDraft; index: number } | undefined;
    for (const [index, choice] of calledTools(io.known).entries()) {
      const as = String(index + 1);
      let draft = await call(io, choice, {}, { as });
      if (asksForInput(draft)) {
        askers.add(choice.name);
        asking ??= { choice, draft, index };
      }
      for (let round = 1; round <= MAX_ROUNDS && asksForInput(draft); round += 1) {
        draft = await call(io, choice, nextRound(draft), { as: `${as}-round-${round}` });
      }
    }
    if (asking) await abuse(io, asking.choice, asking.draft, String(asking.index + 1));
  },
});

/** What a client may send back by mistake or malice. Each starts from the same first answer. */
const abuse = async (
  io: StepIO<StatelessTalk>,
  choice: ToolChoice,
  first: ExchangeDraft,
  as: string,
): Promise<void> => {
  const state = member(resultOf(first), "requestState");
  const deliberate = { deliberate: true };
  await call(
    io,
    choice,
    nextRound(first, () => ({ "mcptest-no-such-key": { action: "decline" } })),
    { as: `${as}-wrong-key`, ...deliberate },
  );
  await call(
    io,
    choice,
    nextRound(first, (answers) => ({ ...answers, "mcptest-extra": { action: "decline" } })),
    { as: `${as}-extra-key`, ...deliberate },
  );
  await call(io, choice, { ...nextRound(first), inputResponses: "x" }, { as: `${as}-text-responses`, ...deliberate });
  await call(
    io,
    choice,
    nextRound(
      first,
      mapValues(() => 12345),
    ),
    { as: `${as}-number-response`, ...deliberate },
  );
  await call(
    io,
    choice,
    nextRound(
      first,
      mapValues(() => ({ action: "cancel" })),
    ),
    { as: `${as}-cancel-response` },
  );
  if (typeof state === "string") {
    await call(
      io,
      choice,
      { ...nextRound(first), requestState: `${state}x` },
      { as: `${as}-changed-state`, ...deliberate },
    );
  }
};

const mapValues =
  (value: () => Json) =>
  (answers: JsonObject): Json =>
    isJsonObject(answers) ? Object.fromEntries(Object.keys(answers).map((key) => [key, value()])) : {};

/** Only what this request declares may be asked for. Asked again only of tools that did ask for something. */
const kinds = (askers: ReadonlySet<string>): Step<StatelessTalk> => ({
  name: "input-kinds",
  asks: "tools/call of the tools that asked for input, declaring only elicitation, only sampling, only roots",
  serves: ["MRTR-009", "ELICIT-001", "ELICIT-002", "SAMPLE-001", "SAMPLE-008", "ROOTS-001", "PROTO-033"],
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
    needsLists: true,
    skip: unlessCallable,
    groups: [[rounds(askers)], [kinds(askers)]],
  };
};
