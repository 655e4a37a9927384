import type { Header } from "../../base/header.ts";
import type { Json } from "../../base/json.ts";
import type { ReceivedMessage } from "../../capture/capture.ts";
import type { HttpRequest } from "../../wire/http/http-call.ts";
import type { LimitName, Limits } from "../../wire/limits.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import { isRequest } from "../filing/filing.ts";

/** Anything a probe may want to send. Nothing here is repaired on the way out. */
export interface Outgoing {
  readonly step: string;
  /** The step's place in the plan: exchanges are kept in this order, whatever the timing. */
  readonly slot?: number;
  /** We misbehave on purpose. */
  readonly deliberate?: boolean;
  /** Sent as its plain serialisation. */
  readonly message?: Json;
  /** Sent instead of `message`, byte for byte; on stdio without a newline of ours. */
  readonly bytes?: Uint8Array;
  /** What to wait for: the response to the ids in `message`, or nothing. */
  readonly expect: "response" | "nothing";
  /** Another limit than the exchange's: for streams that are meant to stay open, and for tools that take their time. */
  readonly deadline?: LimitName;
  /** Looks at every message of this exchange as it arrives; "close" ends it from our side. */
  readonly onMessage?: (message: ReceivedMessage) => "close" | undefined;
  readonly http?: HttpShape;
}

/** How an outgoing message is put into HTTP; ignored on stdio. */
export interface HttpShape extends Pick<HttpRequest, "cutBodyAt" | "rewriteHead"> {
  readonly method?: string;
  /** All headers except Host and Content-Length, in order, duplicates kept. */
  readonly headers?: readonly Header[];
  /** Another address than the conversation's endpoint. */
  readonly url?: URL;
  /** The server named the address: it is fetched under the policy for what nobody typed. */
  readonly namedByServer?: true;
  /** "none" leaves out the headers the user configured. */
  readonly credentials?: "none";
}

/** An exchange under way. */
export interface Sending {
  readonly draft: ExchangeDraft;
  readonly done: Promise<ExchangeDraft>;
  /** Over HTTP: when the response head is there, or the exchange over without one. */
  readonly headed?: Promise<void>;
  /** Ends it from our side: over HTTP by closing the stream. */
  close(): void;
  /** Over HTTP: the same, and it is trouble unless an event stream was open, for the end of which nobody waits. */
  cut?(): void;
}

/** The start of the process that a conversation is held with. */
export interface StartUp {
  readonly openedMs: number;
  /** When it said something for the first time. */
  heardMs: number | undefined;
  /** Resolves then, or when it will say nothing more. */
  readonly over: Promise<void>;
}

/** One connection or session with the server: the unit that runs in parallel. */
export interface Conversation {
  readonly id: string;
  send(outgoing: Outgoing): Sending;
  /** Ends the conversation; whatever is still open is closed and recorded. */
  close(): Promise<void>;
  /** True once nothing more can be said in it. */
  readonly dead: boolean;
  /** The ids of its requests are greater than this: a process may have heard of others before. */
  readonly firstId?: number;
  /** Where something had to be started for it. */
  readonly startUp?: StartUp;
  /** Called with every request the server sends; what it returns is sent back as the answer. */
  answerServer?: (request: Json) => Json | undefined;
}

/**
 * Answers what the server asks of its client, as far as the talk has an answer, and up to the limit: a server that asks
 * for ever is left without one.
 */
export const answerServerRequests = (
  conversation: Pick<Conversation, "answerServer">,
  limits: Limits,
  send: (answer: Outgoing) => unknown,
): ((message: Json | undefined) => void) => {
  let answered = 0;
  return (message) => {
    if (message === undefined || !isRequest(message) || answered >= limits.serverRequests) return;
    const reply = conversation.answerServer?.(message);
    if (reply === undefined) return;
    answered += 1;
    send({ step: "answer", message: reply, expect: "nothing" });
  };
};
