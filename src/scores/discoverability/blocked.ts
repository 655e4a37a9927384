import { defined } from "../../base/defined.ts";
import { refusesName } from "../../capture/refused-name.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import type { ExchangeRecord } from "../../judge/core/fact.ts";
import type { InconclusiveReason } from "../../judge/core/verdict.ts";
import type { Judgement } from "./criterion.ts";

/** The judgement on an exchange that did not show what it should: as not observed where it says nothing about the server. */
export const notMet = (record: ExchangeRecord, detail: string): Pick<Judgement, "pass" | "unobserved" | "detail"> => {
  const blocked = blockedBy(record);
  return { pass: false, detail: blocked?.detail ?? detail, ...defined({ unobserved: blocked?.reason }) };
};

/** Why an exchange says nothing about the server. Silence is not a reason: an agent that waits would see it too. */
export const blockedBy = ({
  exchange,
}: ExchangeRecord): { readonly reason: InconclusiveReason; readonly detail: string } | undefined => {
  const status = exchange.http?.status;
  if (status === 401) return { reason: "auth-required", detail: "the server answered 401: it wants credentials first" };
  if (refusesName(exchange))
    return { reason: "prerequisite-missing", detail: "the server refuses the name in its address (Host)" };
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
