import { type Json, member, valueAt } from "../../base/json.ts";
import type { ExchangeRecord } from "./fact.ts";

export const paramsOf = ({ request }: ExchangeRecord): Json | undefined => member(request, "params");

export const resultOf = ({ exchange }: ExchangeRecord): Json | undefined => member(exchange.response, "result");

/** The code of the error in a message. */
export const errorCodeOf = (message: Json | undefined): Json | undefined => valueAt(message, "error", "code");
