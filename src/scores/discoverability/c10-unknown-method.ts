import { type Json, member } from "../../base/json.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import { type ExchangeRecord, placeOf } from "../../judge/core/fact.ts";
import { isErrorObject } from "../../judge/is-error-object.ts";
import { ERROR_CODE } from "../../protocol/error-codes.ts";
import { notMet } from "./blocked.ts";
import { type Criterion, responsePlaces, unobserved } from "./criterion.ts";

/** C10: a method that does not exist is refused with an error that a machine understands. */
export const c10UnknownMethod: Criterion = ({ view, gap }) => {
  const fix = `answer a method you do not know with a JSON-RPC error: code ${ERROR_CODE.methodNotFound} and a message`;
  const [record] = view.records.filter(isUnknownMethod);
  if (!record) return unobserved(gap(["unknown-method"], "a request with an unknown method"), fix);
  const error = member(record.exchange.response, "error");
  const code = member(error, "code");
  const structured = isErrorObject(error);
  const common = {
    measured: { code: typeof code === "number" ? code : null, structured },
    asked: [record],
    read: structured
      ? [placeOf(record, "/response/error/code"), placeOf(record, "/response/error/message")]
      : responsePlaces(record),
    fix,
  };
  if (structured) return { ...common, pass: true, detail: `an unknown method is refused with error ${String(code)}` };
  return { ...common, ...notMet(record, describe(record, error)) };
};

/** A request for a method that we made up. */
const isUnknownMethod = ({ method, request }: ExchangeRecord): boolean =>
  method?.startsWith("mcptest/") === true && request !== undefined && "id" in request;

const describe = ({ exchange }: ExchangeRecord, error: Json | undefined): string => {
  if (error !== undefined) return "the error has no integer code with a message";
  const outcome = outcomeOf(exchange);
  if (outcome === "silence") return "an unknown method is never answered";
  if (outcome === "result") return "an unknown method is answered with a result";
  const status = exchange.http?.status;
  return `an unknown method gets no JSON-RPC error (${outcome}${status === undefined ? "" : `, HTTP ${status}`})`;
};
