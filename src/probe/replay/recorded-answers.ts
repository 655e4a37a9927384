import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";

/** Answers what a server asks of its client as the recorded client did: by method, in order, then the last one again. */
export const recordedAnswers = (capture: Capture, conversation: string): ((request: Json) => Json | undefined) => {
  const exchanges = capture.exchanges.filter((one) => (one.conversation ?? "main") === conversation);
  const unsolicited = (capture.unsolicited ?? []).filter((one) => one.conversation === conversation);
  const asked = [...exchanges.flatMap(({ meanwhile }) => meanwhile ?? []), ...unsolicited].map(
    ({ message }) => message,
  );
  const methods = new Map(
    asked
      .filter((message) => isJsonObject(message) && member(message, "id") !== undefined)
      .map((message) => [JSON.stringify(member(message, "id")), stringMember(message, "method")]),
  );
  const answers = new Map<string, Json[]>();
  for (const { request } of exchanges) {
    if (!isJsonObject(request) || member(request, "method") !== undefined) continue;
    const method = methods.get(JSON.stringify(member(request, "id") ?? null));
    if (method !== undefined) answers.set(method, [...(answers.get(method) ?? []), request]);
  }
  return (request) => {
    const id = member(request, "id");
    if (id === undefined) return undefined;
    const method = stringMember(request, "method") ?? "";
    const known = answers.get(method) ?? [];
    const [answer] = known;
    if (known.length > 1) known.shift();
    if (isJsonObject(answer)) return { ...answer, id };
    if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
    return { jsonrpc: "2.0", id, error: { code: ERROR_CODE.methodNotFound, message: "not answered in the recording" } };
  };
};
