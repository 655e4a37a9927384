import { headerValues } from "../wire/http/http-call.ts";
import type { Sending } from "./conversation/conversation.ts";
import type { ExchangeDraft } from "./exchange-draft.ts";
import type { RunContext } from "./run-context.ts";
import type { Talk } from "./talk/talk.ts";

/** Without Retry-After: long enough to matter, short enough to be worth it. */
const DEFAULT_WAIT_MS = 1_000;

/**
 * Sends, and if the answer is 429 (or 503 with Retry-After) waits as asked and sends once more. A wait that does not
 * fit into the run, or a second refusal, ends the plan: the rest is recorded as not probed.
 */
export const sendPolitely = async (context: RunContext, send: () => Sending): Promise<ExchangeDraft> => {
  const { pause } = context.throttle;
  if (pause) await pause;
  const draft = await send().done;
  const wish = waitWish(draft, context.wallClock());
  if (wish === undefined) return draft;
  const left = context.limits.runMs - context.now();
  const begun = wish < left ? context.throttle.begin(wish, context.signal) : undefined;
  if (!begun) {
    context.health.fail(
      "rate-limited",
      `${draft.id}: the server answered ${draft.http?.status ?? 429} and asks to wait ${wish} ms`,
    );
    return draft;
  }
  await begun;
  return context.signal.aborted ? draft : send().done;
};

/** A server that ends every session at once would keep us beginning anew. */
const MAX_RENEWALS = 3;

/**
 * The end of a session is no answer to the question, so the same is asked again in a new session. That one may end before
 * its turn comes, too.
 */
export const askAgainInNewSession = async (
  context: RunContext,
  talk: Talk,
  first: ExchangeDraft,
  send: () => Sending,
): Promise<ExchangeDraft> => {
  let draft = first;
  for (let times = 0; times < MAX_RENEWALS && (await talk.renewSession(draft)); times += 1) {
    draft.interrupted = true;
    draft = await sendPolitely(context, send);
  }
  return draft;
};

/** How long the server wants us to wait, in ms. */
const waitWish = (draft: ExchangeDraft, wallClock: number): number | undefined => {
  const status = draft.http?.status;
  if (status !== 429 && status !== 503) return undefined;
  const [value] = headerValues(draft.http?.response_headers ?? [], "retry-after");
  if (value === undefined) return status === 429 ? DEFAULT_WAIT_MS : undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? DEFAULT_WAIT_MS : Math.max(0, date - wallClock);
};
