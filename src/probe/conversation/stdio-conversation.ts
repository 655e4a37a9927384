import { defined } from "../../base/defined.ts";
import { member } from "../../base/json.ts";
import type { Trouble } from "../../wire/trouble.ts";
import { lineNotes } from "../filing/line-notes.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests } from "./answer-server.ts";
import type { Conversation, Outgoing, Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { PendingRequests } from "./pending-requests.ts";
import type { StdioProcess } from "./stdio-process.ts";
import { keepLinesWhole } from "./whole-lines.ts";

const CLOSED: Trouble = { kind: "closed", detail: "the conversation was closed" };

/** A conversation on the pipes of a process. Requests may be pipelined; answers are matched by id. */
export interface StdioConversation extends Conversation {
  /** Ends the conversation but not the process; undefined if nothing more can be said to that one. */
  leave(): Promise<StdioProcess | undefined>;
}

/** Holds a conversation with a process that is new, or that earlier conversations have left. */
export const openStdioConversation = (
  context: RunContext,
  process: StdioProcess,
  id: string,
  purpose: string,
): StdioConversation => {
  const { limits } = context;
  const { startUp, startedFor, firstStart } = process;
  const log = new ConversationLog(context, id, purpose, "stdio");
  if (startedFor !== undefined) log.update({ shares_process_with: startedFor });
  let over: Trouble | undefined;
  const pending = new PendingRequests(context, startUp);

  const end = (trouble: Trouble): void => {
    if (over) return;
    over = trouble;
    pending.failAll(trouble);
  };

  const hear = (bytes: Uint8Array, complete: boolean): void => {
    if (log.flooded) return;
    const received = log.receive(bytes);
    if (!received) {
      log.update({ trouble: log.floodTrouble });
      end(log.floodTrouble);
      return;
    }
    const framing = lineNotes(bytes, complete);
    const noted = framing.length === 0 ? received : { ...received, notes: [...(received.notes ?? []), ...framing] };
    // Half a line is not a message, even if its bytes happen to parse.
    if (!complete || !pending.file(noted)) log.addUnsolicited(noted);
    if (complete) answer(noted.message);
  };

  const { firstId } = process.take({
    id,
    hear,
    knows: (message) => pending.knows(message),
    end: (trouble) => {
      if (trouble) log.update({ trouble });
      end(trouble ?? CLOSED);
    },
    hasOpenCall: () =>
      context.recorder
        .draftsOf(id)
        .some(({ request, responseMs }) => responseMs === undefined && member(request, "method") === "tools/call"),
    gone: (record) => log.update(defined({ process: record, closed_ms: context.now() })),
  });

  const conversation: StdioConversation = {
    id,
    startUp,
    firstId,
    send: (outgoing) => transmit(outgoing, "step"),
    close: async () => {
      context.signal.removeEventListener("abort", onAbort);
      await process.shutdown();
      end(CLOSED);
    },
    leave: async () => {
      if (over || process.isOver || process.isBusy) {
        await conversation.close();
        return undefined;
      }
      context.signal.removeEventListener("abort", onAbort);
      pending.letGo(CLOSED);
      over = CLOSED;
      log.update({ closed_ms: context.now() });
      return process;
    },
    get dead() {
      return over !== undefined;
    },
  };

  const onAbort = (): void => end({ kind: "aborted", detail: "the run ended before the answer" });
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (process.refusal) end(process.refusal);
  if (!process.isStarted) onAbort();

  const lines = keepLinesWhole((bytes) => process.write(bytes));

  const answer = answerServerRequests(
    () => conversation,
    limits,
    (outgoing) => transmit(outgoing, "answer"),
  );

  const transmit = (outgoing: Outgoing, kind: "step" | "answer"): Sending => {
    const draft = log.startDraft(outgoing, kind);
    const { finish, done, awaitAnswer, limitTo } = pending.track(draft, outgoing.onMessage);
    if (over) {
      // It never reached the process, so the exit says nothing about it; unless what its own step wrote before ended it.
      const before = context.recorder.draftsIn(id, draft.slot).filter((one) => one !== draft);
      const isShown = before.length === 0 || before.some(({ trouble }) => trouble?.kind === "unexpected-exit");
      if (over.kind === "unexpected-exit" && isShown) draft.interrupted = true;
      finish(over);
      return { draft, done, close: () => {} };
    }
    const waiting = outgoing.expect === "response" && awaitAnswer();
    const bytes = outgoing.bytes ?? new TextEncoder().encode(`${JSON.stringify(outgoing.message)}\n`);
    // A child is given its start time once.
    const limit = startUp.heardMs !== undefined ? "exchangeMs" : "startMs";
    void lines[kind](bytes).then((trouble) => {
      if (trouble) finish(over ?? trouble);
      else if (!waiting) finish();
    });
    if (waiting && firstStart && startUp.heardMs === undefined) {
      // The launcher may have to fetch the server first: how long that may take is not a matter of this request.
      void firstStart.over.then((trouble) => (trouble ? finish(trouble) : limitTo(outgoing.deadline ?? "exchangeMs")));
    } else if (waiting && limit === "startMs" && outgoing.deadline === undefined)
      limitTo(limit, (ms) => context.pace.stretchStart(ms, process.processorShare));
    else if (waiting) limitTo(outgoing.deadline ?? limit);
    return { draft, done, close: () => finish() };
  };

  return conversation;
};
