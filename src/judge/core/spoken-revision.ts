import { type Json, member, stringMember } from "../../base/json.ts";
import type { Capture, Exchange } from "../../capture/capture.ts";
import { isStatelessRequest, versionNamedBy } from "../../capture/sessions.ts";
import {
  type Era,
  eraOf,
  isRevision,
  LATEST_STATEFUL,
  LATEST_STATELESS,
  type Revision,
} from "../../protocol/revision.ts";

export { isStatelessRequest, versionNamedBy } from "../../capture/sessions.ts";

/** The era of a request; undefined for anything else, which says nothing about it. */
export const eraOfRequest = ({ request }: Pick<Exchange, "request">): Era | undefined => {
  const method = stringMember(request, "method");
  if (method === undefined) return undefined;
  return isStatelessRequest(method, versionNamedBy(request)) ? "stateless" : "stateful";
};

/** Behind a wall nothing is said in any revision. */
export const isProtected = ({ outcome }: Capture): boolean => outcome === "auth-required";

/**
 * The revision a capture is about when nobody names another: the one probed in full, else the one spoken in it.
 * Undefined where the server never said: nothing answered, a wall, no handshake. What the client asks for proves nothing.
 */
export const revisionOf = (capture: Capture): Revision | undefined => {
  const { revisions, conversations = [], era, exchanges } = capture;
  if (isRevision(revisions?.probed)) return revisions.probed;
  if (isProtected(capture) || era?.verdict === "none") return undefined;
  for (const { revision } of conversations) if (isRevision(revision)) return revision;
  for (const exchange of exchanges) {
    const spoken = spokenIn(exchange);
    if (isRevision(spoken)) return spoken;
  }
  return newestOf(eraSpoken(capture), exchanges);
};

/** The version that a result was given in. */
const spokenIn = ({ request, response }: Exchange): Json | undefined => {
  const result = member(response, "result");
  if (result === undefined) return undefined;
  return member(request, "method") === "initialize" ? member(result, "protocolVersion") : versionNamedBy(request);
};

/** The finding of a probe, else the era of the first request that succeeded, else of the first at all. */
const eraSpoken = ({ era, exchanges }: Capture): Era | undefined => {
  if (era) return era.verdict === "stateful" ? "stateful" : "stateless";
  const succeeded = exchanges.filter(({ response }) => member(response, "result") !== undefined);
  for (const exchange of [...succeeded, ...exchanges]) {
    const found = eraOfRequest(exchange);
    if (found) return found;
  }
  return undefined;
};

/** Where no version was agreed on, what the client asked for, if it is of that era, else the newest of the era. */
const newestOf = (era: Era | undefined, exchanges: readonly Exchange[]): Revision | undefined => {
  if (era !== "stateful") return era && LATEST_STATELESS;
  const asked = exchanges
    .filter(({ request }) => member(request, "method") === "initialize")
    .map(({ request }) => member(member(request, "params"), "protocolVersion"))
    .find((version): version is Revision => isRevision(version) && eraOf(version) === "stateful");
  return asked ?? LATEST_STATEFUL;
};

/** Whether the server answered initialize, discovery, or any request that is complete in itself. */
export const isHandshakeComplete = ({ era, server_capabilities, exchanges }: Capture): boolean => {
  if (era) return era.verdict !== "none";
  return server_capabilities !== null || exchanges.some(isOpening);
};

const isOpening = (exchange: Exchange): boolean =>
  member(exchange.response, "result") !== undefined &&
  (member(exchange.request, "method") === "initialize" || eraOfRequest(exchange) === "stateless");
