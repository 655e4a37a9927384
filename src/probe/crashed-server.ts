import { member } from "../base/json.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";

/** So many ordinary requests, answered before, must fail in a row: fewer may have a reason of their own. */
const ENOUGH = 5;

/**
 * A web server can crash as a process does, and then answers everything with a bare 5xx. Such a refusal is no answer to
 * the question, and neither is the end of a stream that was open at that moment. The crash itself is reported once, by the
 * fact `faults`.
 */
export const markAfterCrash = (drafts: readonly ExchangeDraft[]): void => {
  if (!hasCrashed(drafts)) return;
  // A bare 405 or 202 may come from something in front of the server that crashed; a message does not.
  const lastResult = lastMs(drafts.filter(hasResult));
  for (const draft of drafts)
    if (isBareFailure(draft) || (isCutOff(draft) && (draft.endMs ?? 0) >= lastResult)) draft.interrupted = true;
};

const hasCrashed = (drafts: readonly ExchangeDraft[]): boolean => {
  const answered = drafts.filter(hasStatus);
  const lastServed = lastServedMs(drafts);
  const served = new Set(answered.filter(hasResult).map(methodOf));
  const refused = answered.filter(
    (draft) => draft.startMs > lastServed && !draft.deliberate && served.has(methodOf(draft)),
  );
  return refused.filter(isBareFailure).length >= ENOUGH;
};

/** When the last request was sent that was served. */
const lastServedMs = (drafts: readonly ExchangeDraft[]): number =>
  lastMs(drafts.filter((draft) => hasStatus(draft) && !isBareFailure(draft) && !isCutOff(draft)));

const lastMs = (drafts: readonly ExchangeDraft[]): number => Math.max(...drafts.map(({ startMs }) => startMs));

const hasStatus = ({ http }: ExchangeDraft): boolean => http?.status !== undefined;

/** A stream that ended before the response. */
const isCutOff = ({ response, trouble }: ExchangeDraft): boolean =>
  response === undefined && trouble?.kind === "closed";

const isBareFailure = ({ http, response }: ExchangeDraft): boolean =>
  response === undefined && http?.status !== undefined && http.status >= 500;

const hasResult = ({ response }: ExchangeDraft): boolean => member(response, "result") !== undefined;

const methodOf = ({ request }: ExchangeDraft) => member(request, "method");
