// What an exchange shows of what was said, apart from what HTTP adds for itself.

import { defined } from "../base/defined.ts";
import { isJsonObject, type Json } from "../base/json.ts";
import type { Exchange } from "./capture.ts";

export type MessageKind = "response" | "notification" | "request" | "other";

export const kindOf = (message: Json): MessageKind => {
  if (!isJsonObject(message)) return "other";
  if (Object.hasOwn(message, "method")) return Object.hasOwn(message, "id") ? "request" : "notification";
  return Object.hasOwn(message, "result") || Object.hasOwn(message, "error") ? "response" : "other";
};

/** The exchange without parts that prove nothing: a question that was cut short, or the mere body of an HTTP response. */
export const asSaid = (exchange: Exchange): Exchange => {
  if (exchange.interrupted) return withoutQuestion(exchange);
  return hasMereBody(exchange) ? withoutResponse(exchange) : exchange;
};

/** A question that something else cut short proves nothing; messages that arrived meanwhile are kept. */
const withoutQuestion = ({ id, conversation, seq, meanwhile, timing }: Exchange): Exchange =>
  defined({ id, conversation, seq, meanwhile, timing });

/** A 2xx to what wants no answer should have no body; one that is not a message is a fault of HTTP and of nothing else. */
const hasMereBody = ({ request, response, http }: Exchange): boolean => {
  const status = http?.status ?? 0;
  if (response === undefined || http?.method !== "POST" || status < 200 || status > 299) return false;
  const posted = Array.isArray(request) ? request : [request];
  return posted.length > 0 && posted.every(wantsNoAnswer) && !Array.isArray(response) && kindOf(response) === "other";
};

const wantsNoAnswer = (message: Json | undefined): boolean =>
  message !== undefined && ["notification", "response"].includes(kindOf(message));

const withoutResponse = ({ response: _, ...exchange }: Exchange): Exchange => exchange;
