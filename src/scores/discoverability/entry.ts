import { isJsonObject, type Json, member } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import { eraOf, isRevision } from "../../protocol/revision.ts";

export type EntryMethod = "initialize" | "server/discover";

/** The exchange that opens the conversation. */
export interface OpeningExchange {
  /** Undefined when neither was asked. */
  readonly record: ExchangeRecord | undefined;
  readonly method: EntryMethod;
  /** It was answered with versions and capabilities. */
  readonly answered: boolean;
}

/**
 * The stateless era has no handshake; server/discover states versions and capabilities instead. Only an answer with both
 * proves the stateless era; otherwise initialize counts. Of several attempts, the first that worked counts, else the
 * last.
 */
export const findEntry = (records: readonly ExchangeRecord[], capture: Capture): OpeningExchange => {
  const asked = (method: EntryMethod): readonly ExchangeRecord[] =>
    records.filter((record) => record.method === method && record.exchange.deliberate !== true);
  const initializes = asked("initialize");
  const discovers = asked("server/discover");
  const discover = wantsStateful(capture) ? undefined : discovers.find(isDiscovered);
  if (discover) return { record: discover, method: "server/discover", answered: true };
  const initialize = initializes.find(isInitialized);
  if (initialize) return { record: initialize, method: "initialize", answered: true };
  const modern = capture.era?.verdict === "stateless" || initializes.length === 0;
  const method = modern && discovers.length > 0 ? "server/discover" : "initialize";
  return { record: asked(method).at(-1), method, answered: false };
};

/** The user may ask for a stateful revision of a server that speaks both. */
const wantsStateful = ({ revisions }: Capture): boolean =>
  isRevision(revisions?.probed) && eraOf(revisions.probed) === "stateful";

const resultOf = ({ exchange: { response } }: ExchangeRecord): Json | undefined =>
  member(response, "jsonrpc") === "2.0" ? member(response, "result") : undefined;

const isInitialized = (record: ExchangeRecord): boolean => {
  const version = member(resultOf(record), "protocolVersion");
  return typeof version === "string" && version !== "" && isJsonObject(member(resultOf(record), "capabilities"));
};

const isDiscovered = (record: ExchangeRecord): boolean => {
  const versions = member(resultOf(record), "supportedVersions");
  return (
    Array.isArray(versions) &&
    versions.some((version) => typeof version === "string") &&
    isJsonObject(member(resultOf(record), "capabilities"))
  );
};
