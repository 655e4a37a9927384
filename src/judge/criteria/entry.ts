import type { Seat } from "../../facts/view.ts";
import type { Capture } from "../../model/capture.ts";
import { isJsonObject, type Json, member } from "../../model/json.ts";
import { eraOf, isRevision } from "../../model/revision.ts";

export type EntryMethod = "initialize" | "server/discover";

/** How a client gets in: the exchange that opens the conversation. */
export interface Entry {
  /** Undefined when nobody asked. */
  readonly seat: Seat | undefined;
  readonly method: EntryMethod;
  /** It was answered with versions and capabilities. */
  readonly answered: boolean;
}

/**
 * The stateless era has no handshake: discover says versions and capabilities instead. Only an answer that says both is
 * positively modern; anything else falls back to initialize. Of several attempts the first that worked counts, else the
 * last.
 */
export const findEntry = (seats: readonly Seat[], capture: Capture): Entry => {
  const asked = (method: EntryMethod): readonly Seat[] =>
    seats.filter((seat) => seat.method === method && seat.exchange.deliberate !== true);
  const initializes = asked("initialize");
  const discovers = asked("server/discover");
  const discover = wantsStateful(capture) ? undefined : discovers.find(isDiscovered);
  if (discover) return { seat: discover, method: "server/discover", answered: true };
  const initialize = initializes.find(isInitialized);
  if (initialize) return { seat: initialize, method: "initialize", answered: true };
  const modern = capture.era?.verdict === "stateless" || initializes.length === 0;
  const method = modern && discovers.length > 0 ? "server/discover" : "initialize";
  return { seat: asked(method).at(-1), method, answered: false };
};

/** The user may ask for a stateful revision of a server that speaks both. */
const wantsStateful = ({ revisions }: Capture): boolean =>
  isRevision(revisions?.probed) && eraOf(revisions.probed) === "stateful";

const resultOf = ({ exchange: { response } }: Seat): Json | undefined =>
  member(response, "jsonrpc") === "2.0" ? member(response, "result") : undefined;

const isInitialized = (seat: Seat): boolean => {
  const version = member(resultOf(seat), "protocolVersion");
  return typeof version === "string" && version !== "" && isJsonObject(member(resultOf(seat), "capabilities"));
};

const isDiscovered = (seat: Seat): boolean => {
  const versions = member(resultOf(seat), "supportedVersions");
  return (
    Array.isArray(versions) &&
    versions.some((version) => typeof version === "string") &&
    isJsonObject(member(resultOf(seat), "capabilities"))
  );
};
