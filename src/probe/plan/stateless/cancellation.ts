import { member } from "../../../model/json.ts";
import type { Sending } from "../../conversation/conversation.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { slowestFirst } from "../common/slow-tools.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import type { ConversationPlan, Step, StepIO } from "../step.ts";

const RACES = 20;

const harmless: Step = {
  name: "cancel-nothing",
  asks: "notifications/cancelled for an unknown id, for an answered request, and without params; server/discover after each",
  serves: ["CANCEL-005", "CANCEL-006", "CANCEL-007", "CANCEL-016", "PROTO-019"],
  deliberate: true,
  run: async (io) => {
    const answered = await io.control("before");
    await io.tell("notifications/cancelled", { requestId: 987654 }, { as: "unknown" });
    await io.control("unknown-control");
    await io.tell("notifications/cancelled", { requestId: member(answered.request, "id") ?? 1 }, { as: "answered" });
    await io.control("answered-control");
    await io.tell("notifications/cancelled", undefined, { as: "no-params" });
    await io.control();
  },
};

/** Whoever wins the race, the server must survive it. */
const race: Step = {
  name: "cancel-race",
  asks: `${RACES} requests, each cancelled at once; then server/discover`,
  serves: ["CANCEL-008", "CANCEL-003"],
  deliberate: true,
  skip: (known) =>
    known.transport === "stdio"
      ? undefined
      : { reason: "not-offered", detail: "over HTTP closing is the cancellation" },
  run: async (io) => {
    const sendings = Array.from({ length: RACES }, (_, index) => {
      const sending = io.start("server/discover", undefined, { as: String(index + 1) });
      void io.tell(
        "notifications/cancelled",
        { requestId: member(sending.draft.request, "id") ?? 0 },
        { as: `${index + 1}-cancel` },
      );
      return sending;
    });
    await io.control();
    await io.quiet();
    for (const sending of sendings) sending.close();
    await Promise.all(sendings.map((sending) => sending.done));
  },
};

/** A call that is let go at its first sign of life, or after the quiet window. */
const inFlight: Step<StatelessTalk> = {
  name: "cancel-call",
  asks: "tools/call of a callable tool, cancelled while it runs; then server/discover",
  serves: ["CANCEL-001", "CANCEL-002", "CANCEL-003", "HTTP-049"],
  deliberate: true,
  skip: unlessCallable,
  run: async (io) => {
    const [choice] = slowestFirst(calledTools(io.known));
    if (!choice) return;
    // On stdio the request stays open after its cancellation, so that what is still said about it is heard.
    const isStdio = io.known.transport === "stdio";
    let onSign: () => void = () => {};
    const sign = new Promise<void>((resolve) => {
      onSign = resolve;
    });
    const sending = io.start(
      "tools/call",
      { name: choice.name, arguments: choice.arguments },
      {
        inputSchema: member(choice.tool, "inputSchema") ?? {},
        meta: { progressToken: "mcptest-cancel" },
        onMessage: () => {
          onSign();
          return isStdio ? undefined : "close";
        },
      },
    );
    await io.within(Promise.race([sending.done, sign]));
    if (isStdio) await cancelAndListen(io, sending);
    else if (sending.draft.response === undefined) io.talk.cancel(sending);
    await sending.done;
    if (!isStdio) await io.control();
  },
};

const cancelAndListen = async (io: StepIO<StatelessTalk>, sending: Sending): Promise<void> => {
  if (sending.draft.responseMs === undefined && sending.draft.endMs === undefined)
    await io.tell(
      "notifications/cancelled",
      { requestId: member(sending.draft.request, "id") ?? 0 },
      { as: "notification" },
    );
  await io.control();
  await io.within(sending.done);
  sending.close();
};

export const cancellationConversation: ConversationPlan<StatelessTalk> = {
  name: "cancellation",
  purpose: "cancellations of nothing, of everything at once, and of a running call",
  transport: "any",
  needsLists: true,
  groups: [[harmless], [race], [inFlight]],
};
