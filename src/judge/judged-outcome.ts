import { stringMember } from "../base/json.ts";
import type { Capture } from "../capture/capture.ts";
import { isOutOfFiles } from "../wire/open-files.ts";
import { isHandshakeComplete } from "./core/spoken-revision.ts";
import type { Verdict } from "./core/verdict.ts";
import { unansweredWhenGone } from "./gone-server.ts";
import type { JudgedOutcome } from "./judged.ts";

/** What became of a run. `hidden`: a limit keeps something from being judged that must be. */
export const judgedOutcome = (capture: Capture, hidden = false): JudgedOutcome | null => {
  const { outcome, closed } = capture;
  if (outcome !== undefined && outcome !== "complete") return outcome;
  // A recording without an end was cut off, nobody knows by what.
  if (closed === false) return "aborted";
  if (capture.authorization) return hidden ? "limit-exceeded" : isNobody(capture) ? "no-metadata" : "complete";
  if (!isHandshakeComplete(capture)) return isStoppedByLimit(capture) ? "limit-exceeded" : "no-handshake";
  if (hidden || isGivenUp(capture) || lacksFiles(capture)) return "limit-exceeded";
  return hasFallen(capture) || unansweredWhenGone(capture) ? "stopped-serving" : (outcome ?? null);
};

/** The system's own limit of open files kept us from asking; nobody knows what the answers would have been. */
const lacksFiles = ({ exchanges, conversations = [] }: Capture): boolean =>
  [...exchanges, ...conversations].some(({ trouble }) => isOutOfFiles(trouble?.code));

/**
 * Nothing was found at an address that somebody typed, or only what says that it is somebody else's, which no client may use. A server
 * that names an authorization server without any metadata is held to that.
 */
const isNobody = ({ authorization, exchanges }: Capture): boolean => {
  const issuers = exchanges.flatMap(({ step, http, response }) =>
    step?.startsWith("authorization-server-") === true && http?.status === 200
      ? (stringMember(response, "issuer") ?? issuerIn(http.body?.data ?? "") ?? [])
      : [],
  );
  return issuers.length === 0
    ? authorization?.server === undefined
    : !issuers.some((issuer) => issuer === authorization?.issuer);
};

/** A document that is not declared as JSON is kept as a body. */
const issuerIn = (body: string): string | undefined => /"issuer"\s{0,20}:\s{0,20}"([^"\\]{1,2000})"/.exec(body)?.[1];

const OPENINGS: readonly (string | undefined)[] = ["initialize", "server/discover"];

const isStoppedByLimit = ({ exchanges }: Capture): boolean =>
  exchanges.some(
    ({ request, trouble }) => trouble?.kind === "limit-exceeded" && OPENINGS.includes(stringMember(request, "method")),
  );

/** The rest of the plan was left out because of a request that was never answered; the reason names it. */
const isGivenUp = ({ exchanges, not_probed = [] }: Capture): boolean => {
  const named = new Set(
    not_probed.flatMap(({ reason, detail }) => (reason === "timed-out" ? (detail.split(": ")[0] ?? []) : [])),
  );
  return (
    named.size > 0 && exchanges.some(({ id, trouble }) => trouble !== undefined && id !== undefined && named.has(id))
  );
};

/** The probe marks what a web server refused after it had fallen; see src/probe/crashed-server.ts. */
const hasFallen = ({ exchanges }: Capture): boolean =>
  exchanges.some(({ interrupted, http }) => interrupted === true && (http?.status ?? 0) >= 500);

/** A requirement that might be broken where a limit kept us from looking. */
export const isHiddenByLimit = (verdict: Verdict): boolean =>
  verdict.state === "inconclusive" &&
  verdict.reason === "limit-exceeded" &&
  verdict.level === "MUST" &&
  !verdict.advisory;
