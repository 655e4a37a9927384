import type { StdioTarget } from "../../model/target.ts";
import type { Trouble } from "../../model/trouble.ts";
import { type StdioChild, startChild } from "../../wire/stdio/stdio-child.ts";
import type { RunContext } from "../run-context.ts";
import type { Conversation, Outgoing, Sending } from "./conversation.ts";
import { ConversationLog } from "./conversation-log.ts";
import { openEnding } from "./ending.ts";
import { lineNotes } from "./line-notes.ts";
import { Pending } from "./pending.ts";
import { answering } from "./server-requests.ts";

/** One child process, one conversation. Requests may be pipelined; answers are matched by id. */
export const openStdioConversation = (
  context: RunContext,
  target: StdioTarget,
  id: string,
  purpose: string,
): Conversation => {
  const { limits } = context;
  const log = new ConversationLog(context, id, purpose, "stdio");
  const pending = new Pending();
  let over: Trouble | undefined;
  let heard = false;

  const end = (trouble: Trouble): void => {
    if (over) return;
    over = trouble;
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
    heard = true;
    const framing = lineNotes(bytes, complete);
    const noted = framing.length === 0 ? received : { ...received, notes: [...(received.notes ?? []), ...framing] };
    // Half a line is not a message, even if its bytes happen to parse.
    if (!complete || !pending.file(noted)) log.addUnsolicited(noted);
    if (complete) answer(noted.message);
  };

  const settings = {
    command: target.command,
    args: target.args,
    env: { ...context.baseEnv, ...target.env },
    limits,
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
  };
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
    send: (outgoing) => transmit(outgoing, "step"),
    close: async () => {
      context.signal.removeEventListener("abort", onAbort);
      const process = await child?.shutdown();
      end({ kind: "closed", detail: "the conversation was closed" });
      log.update({ ...(process ? { process } : {}), closed_ms: context.now() });
    },
    get dead() {
      return over !== undefined;
    },
  };

  const onAbort = (): void => end({ kind: "aborted", detail: "the run ended before the answer" });
  context.signal.addEventListener("abort", onAbort, { once: true });
  if (!child) onAbort();

  const answer = answering(
    () => conversation,
    limits,
    (outgoing) => transmit(outgoing, "answer"),
  );

  const transmit = (outgoing: Outgoing, kind: "step" | "answer"): Sending => {
    const draft = log.startDraft(outgoing, kind);
    const { finish, done, limitTo } = openEnding(context, pending, draft);
    if (over) {
      finish(over);
      return { draft, done, close: () => {} };
    }
    const waiting = outgoing.expect === "response" && pending.add(draft, outgoing.onMessage, finish);
    const bytes = outgoing.bytes ?? new TextEncoder().encode(`${JSON.stringify(outgoing.message)}\n`);
    // A child is given its start time once: a package runner may have to fetch the server first.
    const limit = heard ? "exchangeMs" : "startMs";
    void child?.write(bytes).then((trouble) => {
      if (trouble) finish(over ?? trouble);
      else if (!waiting) finish();
    });
    if (waiting) limitTo(outgoing.deadline ?? limit);
    return { draft, done, close: () => finish() };
  };

  return conversation;
};
