import { isJsonObject, type Json, stringMember } from "../../base/json.ts";
import type { Exchange } from "../../capture/capture.ts";
import { plainWords } from "./plain-words.ts";

/** What was answered, as far as it is the SDK's doing: status, code and wording, but nothing of the server's own. */
export const answerShape = (exchange: Exchange): string => {
  const { http, response, request, trouble } = exchange;
  const status = http?.status === undefined ? "" : `HTTP ${http.status} `;
  if (response !== undefined) return `${status}${messageShape(response, request)}`;
  if (trouble) return `${status}${trouble.kind}`;
  const body = http?.body?.encoding === "utf8" ? http.body.data : undefined;
  if (body !== undefined && body !== "") return `${status}text ${JSON.stringify(plainWords(body, request))}`;
  return `${status}nothing`;
};

const messageShape = (message: Json, asked: Json | undefined): string => {
  if (Array.isArray(message)) return `[${message.map((item) => messageShape(item, asked)).join(", ")}]`;
  if (!isJsonObject(message)) return typeof message;
  const { error, result } = message;
  if (isJsonObject(error)) return errorShape(error, message.id, asked);
  if (isJsonObject(result) && result.isError === true) return `isError ${firstText(result, asked)}`;
  if (result !== undefined) return "result";
  return "no response";
};

const errorShape = (
  { code, message, data }: { readonly [name: string]: Json },
  id: Json | undefined,
  asked: Json | undefined,
): string => {
  const wording = typeof message === "string" ? plainWords(message, asked) : `(${typeof message})`;
  const more =
    data === undefined ? "" : typeof data === "string" ? ` data ${plainWords(data, asked)}` : ` data (${typeof data})`;
  const odd = id === undefined ? " without id" : id === null ? " id null" : "";
  return `error ${String(code)} ${JSON.stringify(wording)}${more}${odd}`;
};

const firstText = (result: { readonly [name: string]: Json }, asked: Json | undefined): string => {
  const content = Array.isArray(result.content) ? result.content[0] : undefined;
  const text = isJsonObject(content) ? stringMember(content, "text") : undefined;
  return text === undefined ? "" : JSON.stringify(plainWords(text, asked));
};
