import { clientFact } from "../../judge/core/client/fact.ts";
import { reportFact, stepReports } from "../../judge/core/client/plans.ts";

const cacheFact = (name: string, about: string, step: string, told?: string) =>
  reportFact(name, about, "caching", [step], { repeated: "an answer from the cache" }, told);

export const cachedOthers = cacheFact("cached_others", "a second resource after a first one", "other-resource");
export const cachedPages = cacheFact(
  "cached_pages",
  "a list that was asked for again after a notice",
  "after-notice",
  "notifications/tools/list_changed",
);
export const cachedRounds = cacheFact("cached_rounds", "a resource that needed input before", "after-input");
export const cachedStale = reportFact(
  "cached_stale",
  "a list that is stale at once",
  "short-lived-lists",
  ["zero-again"],
  { repeated: "a list from the cache" },
);
export const cachedWithoutHint = reportFact(
  "cached_without_hint",
  "a list with a negative ttlMs",
  "short-lived-lists",
  // Without any, heuristics of the client's own are allowed.
  ["negative-again"],
  { repeated: "a list from the cache" },
);
export const cachedExpired = reportFact(
  "cached_expired",
  "a list after its time",
  "short-lived-lists",
  ["expired-again"],
  { repeated: "a list from the cache" },
);

/** Requests for a list while the client had nothing to do. */
export const idleLists = clientFact("idle_lists", {
  doc: "How often a client asked for a list between two steps of its plan although nothing needed it.",
  type: "integer",
  scenarios: ["short-lived-lists"],
  derived: true,
  missing: "a program follows the plan of the scenario short-lived-lists",
  among: (view) => stepReports(view, "idle").filter(({ sent }) => sent.session.scenario === "short-lived-lists"),
  pick: ({ exchange, pointer, sent }, view) => {
    const { session, sentAt } = sent;
    const from = stepReports(view, "before-idle").findLast((one) => one.sent.session === session)?.sent;
    if (!from) return undefined;
    const lists = session.exchanges.filter(
      (one) => (one.method?.endsWith("/list") ?? false) && one.sentAt > from.sentAt && one.sentAt < sentAt,
    );
    return { exchange, pointer, value: lists.length };
  },
});
