import type { Json } from "../../base/json.ts";
import type { Limits } from "../../wire/limits.ts";
import { isRequest } from "../filing/message-kind.ts";
import type { Conversation, Outgoing } from "./conversation.ts";

/**
 * Answers what the server asks of its client, as far as the talk has an answer, and up to the limit: a server that asks
 * for ever is left without one.
 */
export const answerServerRequests = (
  conversation: () => Conversation,
  limits: Limits,
  send: (answer: Outgoing) => unknown,
): ((message: Json | undefined) => void) => {
  let answered = 0;
  return (message) => {
    if (message === undefined || !isRequest(message) || answered >= limits.serverRequests) return;
    const reply = conversation().answerServer?.(message);
    if (reply === undefined) return;
    answered += 1;
    send({ step: "answer", message: reply, expect: "nothing" });
  };
};
