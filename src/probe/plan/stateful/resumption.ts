import type { ReceivedMessage } from "../../../model/capture.ts";
import { member } from "../../../model/json.ts";
import type { Sending } from "../../conversation/conversation.ts";
import type { ExchangeDraft } from "../../exchange-draft.ts";
import { unlessCallable } from "../common/tool-steps.ts";
import type { ToolChoice } from "../choose-tools.ts";
import { slowTools } from "./cancellation.ts";
import { knock, streamHeaders } from "./http-shape.ts";

import { ordinaryMethod } from "./skips.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "./stateful-step.ts";

const SERVES = ["HTTP-032", "HTTP-033", "HTTP-034", "HTTP-035"];

const lastEventId = (draft: ExchangeDraft): string | undefined => {
  const id = draft.http?.stream?.last_event_id ?? draft.responseSse?.id;
  return id === undefined || id === "" ? undefined : id;
};

const resumeHeaders = (io: StatefulIO, id: string) => [...streamHeaders(io.talk), ["Last-Event-ID", id] as const];

/** Two answers on two streams: what a resumption of the first replays must not come from the second. */
const resumeAnswered: StatefulStep = {
  name: "resume-answered",
  asks: "two requests; if their streams carried event ids, GET with the last id of the first",
  serves: SERVES,
  run: async (io) => {
    const [first] = await Promise.all([
      io.ask(ordinaryMethod(io.known), undefined, { as: "first" }),
      io.ask("ping", undefined, { as: "second" }),
    ]);
    const id = lastEventId(first);
    if (id !== undefined) await knock(io, resumeHeaders(io, id), { as: "get" });
  },
};

/** Quiet windows that a call gets before it is cut, and the rest of it to arrive in after that. */
const PATIENCE = 10;

/** A lost connection is no cancellation: the call goes on, and a server that numbers its events delivers the rest. */
const resumeCall: StatefulStep = {
  name: "resume-call",
  asks: "a tool call whose stream is cut after its first event or a while, then GET with the last event id",
  serves: [...SERVES, "HTTP-017", "HTTP-018", "HTTP-023", "HTTP-024", "HTTP-025", "CANCEL-001"],
  skip: unlessCallable,
  run: async (io) => {
    const [choice] = slowTools(io, 1);
    if (!choice) return;
    const call = cutCall(io, choice);
    await io.within(call.done, PATIENCE);
    call.close();
    const draft = await call.done;
    const id = lastEventId(draft);
    if (id === undefined || draft.responseMs !== undefined) return;
    await resume(io, id, member(draft.request, "id"));
  },
};

const cutCall = (io: StatefulIO, { name, tool, arguments: made }: ToolChoice): Sending =>
  io.start(
    "tools/call",
    { name, arguments: made },
    {
      inputSchema: member(tool, "inputSchema") ?? {},
      meta: { progressToken: "mcptest-resume" },
      onMessage: ({ message, sse }) =>
        sse?.id !== undefined && member(message, "method") !== undefined ? "close" : undefined,
    },
  );

const resume = async (io: StatefulIO, lastId: string, awaited: unknown): Promise<void> => {
  let onResponse: () => void = () => {};
  const answered = new Promise<void>((resolve) => {
    onResponse = resolve;
  });
  const stream = io.send({
    as: "get",
    expect: "nothing",
    onMessage: ({ message }: ReceivedMessage) => {
      const isAnswer = member(message, "method") === undefined && member(message, "id") === awaited;
      if (isAnswer) onResponse();
      return isAnswer ? "close" : undefined;
    },
    http: { method: "GET", headers: resumeHeaders(io, lastId) },
  });
  await io.within(Promise.race([answered, stream.done]), PATIENCE);
  stream.close();
  await stream.done;
};

export const resumptionConversation: StatefulConversation = {
  name: "resumption",
  purpose: "does a stream that was cut go on where it ended?",
  transport: "http",
  needsLists: true,
  groups: [[resumeAnswered, resumeCall]],
};
