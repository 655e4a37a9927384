import { outcomeOf } from "../../facts/common/answer.ts";
import { placeOf, type Seat } from "../../facts/view.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import { blockedBy } from "./blocked.ts";
import type { Criterion } from "./criterion.ts";

/** C10: what does not exist is refused in words a machine understands. */
export const unknownMethod: Criterion = ({ view, gap }) => {
  const fix = "answer a method you do not know with a JSON-RPC error: code -32601 and a message";
  const [seat] = view.seats.filter(isUnknownMethod);
  if (!seat) {
    const { reason, detail, places } = gap(["unknown-method"], "a request with an unknown method");
    return { pass: false, unobserved: reason, detail, asked: [], read: places, fix };
  }
  const error = member(seat.exchange.response, "error");
  const code = member(error, "code");
  const structured = isStructured(error);
  const common = {
    measured: { code: typeof code === "number" ? code : null, structured },
    asked: [seat],
    read: structured
      ? [placeOf(seat, "/response/error/code"), placeOf(seat, "/response/error/message")]
      : [placeOf(seat, "/response"), placeOf(seat, "/http/status")],
    fix,
  };
  if (structured) return { ...common, pass: true, detail: `an unknown method is refused with error ${String(code)}` };
  const blocked = blockedBy(seat);
  if (blocked) return { ...common, pass: false, unobserved: blocked.reason, detail: blocked.detail };
  return { ...common, pass: false, detail: describe(seat, error) };
};

/** A method of our own invention, asked for as a request. */
const isUnknownMethod = ({ method, request }: Seat): boolean =>
  method?.startsWith("mcptest/") === true && request !== undefined && "id" in request;

const isStructured = (error: Json | undefined): boolean =>
  isJsonObject(error) && Number.isInteger(member(error, "code")) && typeof member(error, "message") === "string";

const describe = ({ exchange }: Seat, error: Json | undefined): string => {
  if (error !== undefined) return "the error has no integer code with a message";
  const outcome = outcomeOf(exchange);
  if (outcome === "silence") return "an unknown method is never answered";
  if (outcome === "result") return "an unknown method is answered with a result";
  const status = exchange.http?.status;
  return `an unknown method gets no JSON-RPC error (${outcome}${status === undefined ? "" : `, HTTP ${status}`})`;
};
