import { type Json, member } from "../../../base/json.ts";
import type { ReceivedMessage } from "../../../capture/capture.ts";
import type { Sending } from "../../../probe/conversation/conversation.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import { streamHeaders } from "../../../probe/plan/http-shape.ts";
import { ordinaryMethod } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { slowTools, toolCall, unlessCallable } from "../../../probe/plan/tool-call.ts";
import { HEADER } from "../../../protocol/headers.ts";
import { deferred } from "../../../wire/deferred.ts";

const lastEventId = (draft: ExchangeDraft): string | undefined => {
  const id = draft.http?.stream?.last_event_id ?? draft.response_sse?.id;
  return id === undefined || id === "" ? undefined : id;
};

const resumeHeaders = (io: StatefulIO, id: string) => [...streamHeaders(io.talk), [HEADER.lastEventId, id] as const];

/** Two answers on two streams: what a resumption of the first replays must not come from the second. */
const resumeAnswered: StatefulStep = {
  question: "resume-answered",
  run: async (io) => {
    // One after the other: what a mixed replay shows must not depend on which answer was faster.
    const first = await io.ask(ordinaryMethod(io.known), undefined, { as: "first" });
    const id = lastEventId(first);
    if (id === undefined) return;
    await io.ask("ping", undefined, { as: "second" });
    const stream = io.send({ as: "get", expect: "nothing", http: { method: "GET", headers: resumeHeaders(io, id) } });
    await (stream.headed ?? Promise.resolve());
    // A server that has gone on to another request has had the time to replay.
    await io.control();
    await io.within(stream.done);
    stream.close();
    await stream.done;
  },
};

/** Quiet windows that a call gets before it is cut. */
const PATIENCE = 10;

/** Quiet windows for the rest of it to arrive in after that, at least; over at once where it does. */
const PATIENCE_FOR_REST = 4;

/** A server may end a resumed connection and have the client come back for more: so often, and after so many quiet windows. */
const MOST_RESUMPTIONS = 12;
const LONGEST_RETRY = 4;

/** A lost connection is no cancellation: the call goes on, and a server that numbers its events delivers the rest. */
const resumeCall: StatefulStep = {
  question: "resume-call",
  skip: unlessCallable,
  run: async (io) => {
    const [choice] = slowTools(io, 1);
    if (!choice) return;
    const call = cutCall(io, choice);
    // By the clock on the wall, from when the server has begun: a tool that waits does so by that clock, too.
    if (await io.within(call.headed ?? call.done, PATIENCE)) await io.briefly(call.done, PATIENCE);
    call.close();
    const draft = await call.done;
    const id = lastEventId(draft);
    if (id === undefined || draft.responseMs !== undefined) return;
    await resume(io, id, member(draft.request, "id"));
  },
};

const cutCall = (io: StatefulIO, choice: ToolChoice): Sending => {
  const onMessage = ({ message, sse }: ReceivedMessage): "close" | undefined =>
    sse?.id !== undefined && member(message, "method") !== undefined ? "close" : undefined;
  return io.start(...toolCall(choice, { meta: { progressToken: "mcptest-resume" }, onMessage }));
};

/** Comes back as long as the server ends the connection without the response, which it may do to be polled. */
const resume = async (io: StatefulIO, firstId: string, awaited: unknown): Promise<void> => {
  let lastId = firstId;
  for (let number = 1; number <= MOST_RESUMPTIONS; number += 1) {
    const draft = await resumeOnce(io, number, lastId, awaited);
    const isAnswered = draft.meanwhile.some(({ message }) => isResponseTo(awaited, message));
    if (isAnswered || draft.http?.status !== 200 || draft.http.stream?.ended_by !== "server") return;
    lastId = lastEventId(draft) ?? lastId;
    await io.pause(draft.http.stream.retry_ms, LONGEST_RETRY);
  }
};

const isResponseTo = (id: unknown, message: Json | undefined): boolean =>
  member(message, "method") === undefined && member(message, "id") === id;

const resumeOnce = async (io: StatefulIO, number: number, lastId: string, awaited: unknown): Promise<ExchangeDraft> => {
  const { promise: answered, resolve: onResponse } = deferred();
  const stream = io.send({
    as: number === 1 ? "get" : `get-${number}`,
    expect: "nothing",
    onMessage: ({ message }: ReceivedMessage) => {
      if (!isResponseTo(awaited, message)) return undefined;
      onResponse();
      return "close";
    },
    http: { method: "GET", headers: resumeHeaders(io, lastId) },
  });
  if (await io.within(stream.headed ?? stream.done, PATIENCE_FOR_REST)) {
    const over = Promise.race([answered, stream.done]);
    await io.briefly(over, PATIENCE_FOR_REST);
    await io.whileOthersAsk(over);
  }
  stream.close();
  return await stream.done;
};

export const resumptionConversation: StatefulConversation = {
  name: "resumption",
  purpose: "does a stream that was cut go on where it ended?",
  transport: "http",
  needsLists: true,
  callsTools: true,
  groups: [[resumeAnswered], [resumeCall]],
};
