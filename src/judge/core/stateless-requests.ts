import { isJsonObject, type Json, type JsonObject, member } from "../../base/json.ts";
import { headerValue } from "../../capture/header-value.ts";
import { HEADER_KEY } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { eraOf, isRevision } from "../../protocol/revision.ts";
import type { ExchangeRecord, View } from "./fact.ts";

export const metaOf = (message: Json | undefined): JsonObject | undefined => {
  const meta = member(member(message, "params"), "_meta");
  return isJsonObject(meta) ? meta : undefined;
};

export const requestHeader = ({ exchange }: ExchangeRecord, name: string): string | undefined =>
  headerValue(exchange.http?.request_headers, name);

/**
 * Whether an exchange belongs to the era of the view. A server of both eras answers a request that does not show the
 * stateless era as the stateful one wants it, and that is right.
 */
export const isOfEra = (record: ExchangeRecord, view: View): boolean => {
  if (view.era === "stateful" || record.request === undefined) return true;
  const meta = metaOf(record.request);
  if (meta && Object.hasOwn(meta, META_KEY.protocolVersion)) return true;
  const header = requestHeader(record, HEADER_KEY.protocolVersion);
  return isRevision(header) && eraOf(header) === "stateless";
};
