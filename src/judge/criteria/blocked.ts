import { outcomeOf } from "../../facts/common/answer.ts";
import type { Seat } from "../../facts/view.ts";
import type { InconclusiveReason } from "../../model/verdict.ts";

/** Why an exchange says nothing about the server behind it. Silence is not here: an agent that waits sees it, too. */
export const blockedBy = ({
  exchange,
}: Seat): { readonly reason: InconclusiveReason; readonly detail: string } | undefined => {
  const status = exchange.http?.status;
  if (status === 401) return { reason: "auth-required", detail: "the server answered 401: it wants credentials first" };
  if (status === 403)
    return { reason: "auth-required", detail: "the server answered 403: it refuses this caller, or this way to it" };
  if (status === 429) return { reason: "not-probed", detail: "the server asked to slow down (429)" };
  switch (outcomeOf(exchange)) {
    case "unreachable":
      return { reason: "unreachable", detail: exchange.trouble?.detail ?? "nothing accepted the connection" };
    case "stopped":
      return {
        reason: exchange.trouble?.kind === "limit-exceeded" ? "limit-exceeded" : "capture-truncated",
        detail: exchange.trouble?.detail ?? "the run was stopped",
      };
    default:
      return undefined;
  }
};
