import type { Capture, Exchange } from "../capture/capture.ts";

/** So many connections must be refused in the end: one may be refused for a reason of its own. */
const ENOUGH = 3;

/**
 * A web server that was there and went away: after its last answer nothing accepts a connection any more. Returned is what had a
 * connection when it went, streams that only listen aside; undefined where the server stayed.
 */
export const unansweredWhenGone = ({ transport, exchanges }: Capture): readonly Exchange[] | undefined => {
  if (transport === undefined || transport === "stdio") return undefined;
  const last = Math.max(...exchanges.filter(isAnswered).map(endOf));
  const after = exchanges.filter((one) => !isAnswered(one) && one.timing !== undefined && endOf(one) > last);
  const refused = after.filter(({ trouble, timing }) => trouble?.kind === "refused" && (timing?.start_ms ?? 0) > last);
  if (!Number.isFinite(last) || refused.length < ENOUGH) return undefined;
  return after.filter(
    ({ trouble, http }) => (trouble?.kind === "reset" || trouble?.kind === "closed") && http?.method !== "GET",
  );
};

/** A stream that broke off had a status, too. */
const isAnswered = ({ response, http, trouble }: Exchange): boolean =>
  response !== undefined || (http?.status !== undefined && trouble === undefined);

const endOf = ({ timing }: Exchange): number => timing?.end_ms ?? 0;
