import { member } from "../../../base/json.ts";
import type { Sending } from "../../../probe/conversation/conversation.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import { slowestFirst } from "../../../probe/plan/slow-tools.ts";
import type { ConversationPlan, Step, StepIO } from "../../../probe/plan/step.ts";
import { calledTools, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { deferred } from "../../../wire/deferred.ts";

const RACES = 20;

const cancel = (io: StepIO, { draft }: Sending, as: string): Promise<unknown> =>
  io.tell("notifications/cancelled", { requestId: member(draft.request, "id") ?? 0 }, { as });

const harmless: Step = {
  question: "cancel-nothing",
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
  question: "cancel-race",
  deliberate: true,
  skip: (known) => skipUnless(known.transport === "stdio", "over HTTP closing is the cancellation"),
  run: async (io) => {
    const sendings = Array.from({ length: RACES }, (_, index) => {
      const sending = io.start("server/discover", undefined, { as: String(index + 1) });
      void cancel(io, sending, `${index + 1}-cancel`);
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
  question: "cancel-call",
  deliberate: true,
  skip: unlessCallable,
  run: async (io) => {
    const [choice] = slowestFirst(calledTools(io.known));
    if (!choice) return;
    // On stdio the request stays open after its cancellation, so that what is still said about it is heard.
    const isStdio = io.known.transport === "stdio";
    const { promise: sign, resolve: onSign } = deferred();
    const onMessage = (): "close" | undefined => {
      onSign();
      // Said at once: what arrived together with this sign has not been read yet.
      if (isStdio) letGo();
      return isStdio ? undefined : "close";
    };
    const sending = io.start(...toolCall(choice, { meta: { progressToken: "mcptest-cancel" }, onMessage }));
    let cancelling: Promise<unknown> | undefined;
    const letGo = (): void => {
      if (isOpen(sending)) cancelling ??= cancel(io, sending, "notification");
    };
    if (isStdio) await io.control("started");
    await io.briefly(Promise.race([sending.done, sign]));
    if (isStdio) {
      letGo();
      await cancelling;
      await listenOn(io, sending);
    } else if (sending.draft.response === undefined) io.talk.cancel(sending);
    await sending.done;
    if (!isStdio) await io.control();
  },
};

const isOpen = ({ draft }: Sending): boolean => draft.responseMs === undefined && draft.endMs === undefined;

const listenOn = async (io: StepIO<StatelessTalk>, sending: Sending): Promise<void> => {
  await io.control();
  await io.within(sending.done);
  sending.close();
};

export const cancellationConversation: ConversationPlan<StatelessTalk> = {
  name: "cancellation",
  purpose: "cancellations of nothing, of everything at once, and of a running call",
  transport: "any",
  process: "third",
  needsLists: true,
  callsTools: true,
  groups: [[harmless], [race], [inFlight]],
};
