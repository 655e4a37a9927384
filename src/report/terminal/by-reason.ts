import { firstOf, show } from "./terminal.ts";

/** What was left open, by reason: a server behind a login leaves hundreds of questions open for one reason. */
export const byReason = <Entry extends { readonly reason: string; readonly detail: string }>(
  entries: readonly Entry[],
  most: number,
): { readonly reason: string; readonly count: number; readonly details: string }[] =>
  [...new Set(entries.map(({ reason }) => reason))].map((reason) => {
    const own = entries.filter((entry) => entry.reason === reason);
    const details = [...new Set(own.map(({ detail }) => show(detail, 120)))];
    return { reason, count: own.length, details: firstOf(details, most, () => "…").join("; ") };
  });
