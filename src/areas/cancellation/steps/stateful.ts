import { member } from "../../../base/json.ts";
import type { Sending } from "../../../probe/conversation/conversation.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { settle } from "../../../probe/plan/silence.ts";
import { ordinaryMethod } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { AskOptions } from "../../../probe/plan/step.ts";
import { slowTools, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { deferred } from "../../../wire/deferred.ts";

const cancel = (io: StatefulIO, as: string, requestId: string | number): Promise<unknown> =>
  io.tell("notifications/cancelled", { requestId, reason: "mcptest changed its mind" }, { as });

export const cancelUnknown: StatefulStep = {
  question: "cancel-unknown",
  deliberate: true,
  run: async (io) => {
    await cancel(io, "notification", "mcptest-unknown");
    await io.control();
  },
};

export const cancelMalformed: StatefulStep = {
  question: "cancel-malformed",
  deliberate: true,
  run: async (io) => {
    await io.tell("notifications/cancelled", {}, { as: "empty" });
    await io.tell("notifications/cancelled", { requestId: { a: 1 } }, { as: "object" });
    await io.control();
  },
};

/** An answer and a cancellation may cross, so this is nothing a client does wrong. */
export const cancelAnswered: StatefulStep = {
  question: "cancel-answered",
  run: async (io) => {
    const id = io.nextId();
    await io.ask("ping", undefined, { id });
    await cancel(io, "notification", id);
    await io.control();
  },
};

const ROUNDS = 4;
const PER_ROUND = 5;

/** Answer and cancellation race each other; either may win, and silence is right where the cancellation does. */
const cancelRace: StatefulStep = {
  question: "cancel-race",
  run: async (io) => {
    const asked = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const told = [];
      for (let number = round * PER_ROUND + 1; number <= (round + 1) * PER_ROUND; number += 1) {
        const id = io.nextId();
        asked.push(io.start(ordinaryMethod(io.known), undefined, { as: String(number), id }));
        told.push(cancel(io, `${number}-cancel`, id));
      }
      await Promise.all(told);
    }
    await settle(io, asked);
  },
};

/** Tools that are started only to be cancelled. */
const MAX_CANCELLED = 3;

const cancelInFlight: StatefulStep = {
  question: "cancel-in-flight",
  skip: unlessCallable,
  run: async (io) => {
    const choices = slowTools(io, MAX_CANCELLED);
    // One request after all of them: which of the calls ends first must not decide what is sent in which order.
    await settle(io, await Promise.all(choices.map((choice, index) => cancelCall(io, choice, String(index + 1)))));
  },
};

/** Cancels a call that still runs, and leaves it open for what is said about it after that. */
const cancelCall = async (io: StatefulIO, choice: ToolChoice, as: string): Promise<Sending> => {
  const id = io.nextId();
  const { promise: progressed, resolve: onProgress } = deferred();
  const meta = { progressToken: `mcptest-cancel-${as}` };
  let cancelling: Promise<unknown> | undefined;
  const letGo = (): void => {
    const { responseMs, endMs } = call.draft;
    if (responseMs === undefined && endMs === undefined) cancelling ??= cancel(io, `${as}-cancel`, id);
  };
  const onMessage: AskOptions["onMessage"] = ({ message }) => {
    if (member(message, "method") !== "notifications/progress") return undefined;
    onProgress();
    // Said at once: what arrived together with this sign has not been read yet.
    letGo();
    return undefined;
  };
  const call = io.start(...toolCall(choice, { as, id, meta, onMessage }));
  await io.control(`${as}-started`);
  await io.briefly(Promise.race([call.done, progressed]));
  letGo();
  await cancelling;
  return call;
};

export const cancellationConversation: StatefulConversation = {
  name: "cancellation",
  purpose: "requests that are cancelled while they run",
  transport: "any",
  process: "second",
  needsLists: true,
  callsTools: true,
  restarts: true,
  groups: [[cancelRace], [cancelInFlight]],
};
