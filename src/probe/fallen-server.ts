import { member } from "../model/json.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";

/** So many ordinary requests, answered before, must fail in a row: fewer may have a reason of their own. */
const ENOUGH = 5;

/**
 * A web server can fall as a process does, and then answers everything with a bare 5xx. What it refused so is no answer to
 * the question; that it fell is told once (the fact `faults`).
 */
export const markFallen = (drafts: readonly ExchangeDraft[]): void => {
  if (isFallen(drafts)) for (const draft of drafts) if (isBareFailure(draft)) draft.interrupted = true;
};

export const isFallen = (drafts: readonly ExchangeDraft[]): boolean => {
  const answered = drafts.filter(({ http }) => http?.status !== undefined);
  const lastServed = Math.max(...answered.filter((draft) => !isBareFailure(draft)).map(({ startMs }) => startMs));
  const served = new Set(answered.filter(hasResult).map(methodOf));
  const refused = answered.filter(
    (draft) => draft.startMs > lastServed && !draft.deliberate && served.has(methodOf(draft)),
  );
  return refused.length >= ENOUGH;
};

const isBareFailure = ({ http, response }: ExchangeDraft): boolean =>
  response === undefined && http?.status !== undefined && http.status >= 500;

const hasResult = ({ response }: ExchangeDraft): boolean => member(response, "result") !== undefined;

const methodOf = ({ request }: ExchangeDraft) => member(request, "method");
