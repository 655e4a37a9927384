import { member } from "../../../model/json.ts";
import type { Sending } from "../../conversation/conversation.ts";
import { slowestFirst } from "../common/slow-tools.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import type { ToolChoice } from "../choose-tools.ts";
import { settle } from "./silence.ts";
import { ordinaryMethod } from "./skips.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "./stateful-step.ts";

const cancel = (io: StatefulIO, as: string, requestId: string | number): Promise<unknown> =>
  io.tell("notifications/cancelled", { requestId, reason: "mcptest changed its mind" }, { as });

export const cancelUnknown: StatefulStep = {
  name: "cancel-unknown",
  asks: "notifications/cancelled for an id that was never used, then ping",
  serves: ["CANCEL-004", "CANCEL-005", "PROTO-019"],
  deliberate: true,
  run: async (io) => {
    await cancel(io, "notification", "mcptest-unknown");
    await io.control();
  },
};

export const cancelMalformed: StatefulStep = {
  name: "cancel-malformed",
  asks: "notifications/cancelled without a requestId and with an object as requestId, then ping",
  serves: ["CANCEL-006", "PROTO-019"],
  deliberate: true,
  run: async (io) => {
    await io.tell("notifications/cancelled", {}, { as: "empty" });
    await io.tell("notifications/cancelled", { requestId: { a: 1 } }, { as: "object" });
    await io.control();
  },
};

/** An answer and a cancellation may cross, so this is nothing a client does wrong. */
export const cancelAnswered: StatefulStep = {
  name: "cancel-answered",
  asks: "ping, then notifications/cancelled for it, then another ping",
  serves: ["CANCEL-004", "CANCEL-007", "PROTO-019"],
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
  name: "cancel-race",
  asks: "twenty requests, each cancelled at once, then ping",
  serves: ["CANCEL-008", "CANCEL-004", "CANCEL-002", "PROTO-012"],
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

/** The tool most likely to be still running when something happens to its call. */
export const slowTools = (io: StatefulIO, count: number): ToolChoice[] =>
  slowestFirst(calledTools(io.known)).slice(0, count);

const cancelInFlight: StatefulStep = {
  name: "cancel-in-flight",
  asks: `up to ${MAX_CANCELLED} tool calls, cancelled if they still run after the first progress or the quiet window`,
  serves: ["CANCEL-002", "CANCEL-004", "PROG-004", "PING-001"],
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
  let onProgress: () => void = () => {};
  const progressed = new Promise<void>((resolve) => {
    onProgress = resolve;
  });
  const call = io.start(
    "tools/call",
    { name: choice.name, arguments: choice.arguments },
    {
      as,
      id,
      inputSchema: member(choice.tool, "inputSchema") ?? {},
      meta: { progressToken: `mcptest-cancel-${as}` },
      onMessage: ({ message }) => {
        if (member(message, "method") === "notifications/progress") onProgress();
        return undefined;
      },
    },
  );
  await io.within(Promise.race([call.done, progressed]));
  if (call.draft.responseMs === undefined && call.draft.endMs === undefined) await cancel(io, `${as}-cancel`, id);
  return call;
};

export const cancellationConversation: StatefulConversation = {
  name: "cancellation",
  purpose: "requests that are cancelled while they run",
  transport: "any",
  needsLists: true,
  restarts: true,
  groups: [[cancelRace], [cancelInFlight]],
};
