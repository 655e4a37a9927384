import { isJsonObject, type Json, type JsonObject, member } from "../../model/json.ts";
import { eraOf, isRevision } from "../../model/revision.ts";
import type { Seat, View } from "../view.ts";
import { headerValue } from "./header-value.ts";

/** The keys of `_meta` that make a request complete in the stateless era. */
export const META_KEYS = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

export const metaOf = (message: Json | undefined): JsonObject | undefined => {
  const meta = member(member(message, "params"), "_meta");
  return isJsonObject(meta) ? meta : undefined;
};

export const requestHeader = ({ exchange }: Seat, name: string): string | undefined =>
  headerValue(exchange.http?.request_headers, name);

/**
 * Whether an exchange belongs to the era of the view. A server of both eras answers a request that does not show the
 * stateless era as the stateful one wants it, and that is right.
 */
export const isOfEra = (seat: Seat, view: View): boolean => {
  if (view.era === "stateful" || seat.request === undefined) return true;
  const meta = metaOf(seat.request);
  if (meta && Object.hasOwn(meta, META_KEYS.protocolVersion)) return true;
  const header = requestHeader(seat, "mcp-protocol-version");
  return isRevision(header) && eraOf(header) === "stateless";
};
