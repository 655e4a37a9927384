import type { JsonObject } from "../../base/json.ts";
import type { QuestionName } from "../../protocol/question.ts";
import type { Outgoing, Sending } from "../conversation/conversation.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RequestOptions, Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import type { Skip } from "./skip.ts";

/** How a question is asked. Captures and evidence refer to it by the name of the question. */
export interface Step<T extends Talk = Talk> {
  readonly question: QuestionName;
  /** We misbehave on purpose. */
  readonly deliberate?: true;
  /** It opens streams and waits for silence on them: no request that others would have to make room for. */
  readonly waits?: true;
  /** It goes on from what an earlier step did in the same process, so a fresh one cannot be asked. */
  readonly continues?: true;
  /** Why this step has nothing to ask of this server; undefined when it has. */
  readonly skip?: (known: Known) => Skip | undefined;
  /** Why the conversation, as it went so far, gives no occasion for it. */
  readonly skipIn?: (talk: T) => Skip | undefined;
  run(io: StepIO<T>): Promise<unknown>;
}

/** What a step works with. Ids and step names are made here, so that two runs send the same bytes. */
export interface StepIO<T extends Talk = Talk> {
  readonly talk: T;
  readonly known: Known;
  /** Nothing may be wrong on purpose in this run, not even a part of a step. */
  readonly isPolite: boolean;
  /** Sends a request and waits for its end. */
  ask(method: string, params?: JsonObject, options?: AskOptions): Promise<ExchangeDraft>;
  /** Sends a request and does not wait. */
  start(method: string, params?: JsonObject, options?: AskOptions): Sending;
  /** Sends a notification and waits until it is gone (HTTP: answered). */
  tell(method: string, params?: JsonObject, options?: AskOptions): Promise<ExchangeDraft>;
  /** Sends anything at all. */
  send(outgoing: Omit<Outgoing, "step" | "deliberate"> & { readonly as?: string }): Sending;
  /** Sends something that may well get no answer, then a harmless request; silence is over soon after that one's answer. */
  askOrSilence(outgoing: Omit<Outgoing, "step" | "deliberate"> & { readonly as?: string }): Promise<ExchangeDraft>;
  /** Sends something that may open a stream nobody needs: waits for the head and the quiet window, then closes. */
  peek(outgoing: Omit<Outgoing, "step" | "deliberate"> & { readonly as?: string }): Promise<ExchangeDraft>;
  /** A harmless request that shows the server is still there. */
  control(as?: string): Promise<ExchangeDraft>;
  /** Waits for the quiet window, in which nothing should arrive; or for several, where something should. */
  quiet(windows?: number): Promise<void>;
  /** Waits as long as the server asked for, or for the quiet window, but no longer than so many of them. */
  pause(ms: number | undefined, mostWindows: number): Promise<void>;
  /** Whether it happens within the quiet window, or within several. */
  within(event: Promise<unknown>, windows?: number): Promise<boolean>;
  /**
   * Waits for the end of a tool call that was started, while others have something to ask and a little longer; then it is
   * given up.
   */
  outlast(call: Sending): Promise<ExchangeDraft>;
  /**
   * Does one thing after the other. Where no two answers can be mixed up, one that takes long goes on during the next, so
   * that slow tools cost the time of the slowest and not of all.
   */
  inTurn<R>(works: readonly (() => Promise<R>)[], apart?: boolean): Promise<R[]>;
  /** Whether it happens while others have something to ask. */
  whileOthersAsk(event: Promise<unknown>): Promise<boolean>;
  /** Waits for it, or for a moment of our own choice by the clock on the wall, which proves nothing. */
  briefly(event: Promise<unknown>, windows?: number): Promise<void>;
  nextId(): number;
}

export interface AskOptions extends RequestOptions {
  /** The name of the message, as the row of the question declares it; without one, the question's own. */
  readonly as?: string;
  /** A call of a tool that asked the client for something: the run does not wait for it either, whatever its limit is. */
  readonly hasAsked?: true;
}

/** One conversation of the plan: its own connection, session or process. */
export interface ConversationPlan<T extends Talk = Talk> {
  readonly name: string;
  readonly purpose: string;
  readonly transport: "any" | "http" | "stdio";
  /** Waits for the lists of the main conversation. */
  readonly needsLists?: true;
  /** Over HTTP begun after all others that build on the lists, and after the main conversation has read what it reads here again. */
  readonly late?: true;
  /** Most of its time it waits for silence: over HTTP it is begun first, and others need not make room for it. */
  readonly waits?: true;
  /** It calls tools, which take as long as they like: over HTTP it is begun before those that do not. */
  readonly callsTools?: true;
  /** Held when the main conversation is over. */
  readonly afterMain?: true;
  /** Held when all others are over: what they saw decides whether there is occasion for it. */
  readonly afterOthers?: true;
  /** Held before all others, to see whether the server takes a second client at all; says whether it did. */
  readonly isServed?: (talk: T) => boolean;
  /** It has two clients connected at once. */
  readonly twoClients?: true;
  /** A group is asked side by side; groups follow each other. */
  readonly groups: readonly (readonly Step<T>[])[];
  /** What the client declares at initialize (stateful). */
  readonly capabilities?: JsonObject;
  /** No handshake: the first step says what the first message is. */
  readonly bare?: true;
  /**
   * On stdio conversations of one process follow each other in it, in the order of the plan. Without a name, or when the
   * one before left no process that can go on, it has its own.
   */
  readonly process?: "second" | "third";
  /** Nothing is asked in its process after it. */
  readonly last?: true;
  /**
   * For a bare conversation: whether a process that had been used before answered like any fresh one. Otherwise that
   * may be because it was used, and a fresh one is asked. Without this it always gets a fresh one.
   */
  readonly isAsFresh?: (said: readonly ExchangeDraft[]) => boolean;
  /** Should the server end it, the groups that are left are asked in a fresh one. */
  readonly restarts?: true;
  /** Whether this server gives occasion for it at all. */
  readonly skip?: (known: Known) => Skip | undefined;
}
