import { defined } from "../../json/defined.ts";
import type { StdioTarget } from "../../model/target.ts";
import type { Trouble } from "../../model/trouble.ts";
import { deferred } from "../../wire/deferred.ts";
import { type StdioChild, startChild } from "../../wire/stdio/stdio-child.ts";
import { lineNotes } from "../filing/line-notes.ts";
import type { RunContext } from "../run-context.ts";
import { answerServerRequests } from "./answer-server.ts";
import type { Conversation, Outgoing, Sending, StartUp } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { PendingRequests } from "./pending-requests.ts";

/** One child process, one conversation. Requests may be pipelined; answers are matched by id. */
export const openStdioConversation = (
  context: RunContext,
  target: StdioTarget,
  id: string,
  purpose: string,
): Conversation => {
  const { limits } = context;
  const log = new ConversationLog(context, id, purpose, "stdio");
  let over: Trouble | undefined;
  const { promise: startOver, resolve: endStart } = deferred();
  const startUp: StartUp = { openedMs: context.now(), heardMs: undefined, over: startOver };
  const pending = new PendingRequests(context, startUp);

  const hear = (): void => {
    if (startUp.heardMs !== undefined) return;
    startUp.heardMs = context.now();
    context.pace.observeStart(startUp.heardMs - startUp.openedMs);
    endStart();
  };

  const end = (trouble: Trouble): void => {
    if (over) return;
    over = trouble;
    endStart();
    pending.failAll(trouble);
  };

  const onMessage = (bytes: Uint8Array, complete: boolean): void => {
    if (log.flooded) return;
    const received = log.receive(bytes);
    if (!received) {
      log.update({ trouble: log.floodTrouble });
      end(log.floodTrouble);
      return;
    }
    hear();
    const framing = lineNotes(bytes, complete);
    const noted = framing.length === 0 ? received : { ...received, notes: [...(received.notes ?? []), ...framing] };
    // Half a line is not a message, even if its bytes happen to parse.
    if (!complete || !pending.file(noted)) log.addUnsolicited(noted);
    if (complete) answer(noted.message);
  };

  const { command, args, cwd } = target;
  const settings = defined({
    command,
    args,
    cwd,
    env: { ...context.baseEnv, ...target.env },
    limits,
    exits: context.pace.exits,
  });
  const events = {
    onLine: (bytes: Uint8Array) => onMessage(bytes, true),
    onPartialLine: (bytes: Uint8Array) => onMessage(bytes, false),
    onEnd: (trouble: Trouble | undefined) => {
      if (trouble) log.update({ trouble });
      end(trouble ?? { kind: "closed", detail: "the conversation was closed" });
    },
  };
  // A run that has ended starts no more processes; nobody would tell them to stop.
  const child: StdioChild | undefined = context.signal.aborted ? undefined : startChild(settings, events);

  const conversation: Conversation = {
    id,
    startUp,
    send: (outgoing) => transmit(outgoing, "step"),
    close: async () => {
      context.signal.removeEventListener("abort", onAbort);
      // A run that was broken off has no time to be patient: whoever ended it may end us next.
      const process = await child?.shutdown(context.signal.aborted);
      end({ kind: "closed", detail: "the conversation was closed" });
      log.update(defined({ process, closed_ms: context.now() }));
    },
    get dead() {
      return over !== undefined;
    },
  };

  const onAbort = (): void => end({ kind: "aborted", detail: "the run ended before the answer" });
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (!child) onAbort();

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
    // A child is given its start time once: a package runner may have to fetch the server first.
    const limit = startUp.heardMs !== undefined ? "exchangeMs" : "startMs";
    void child?.write(bytes).then((trouble) => {
      if (trouble) finish(over ?? trouble);
      else if (!waiting) finish();
    });
    if (waiting) limitTo(outgoing.deadline ?? limit);
    return { draft, done, close: () => finish() };
  };

  return conversation;
};
