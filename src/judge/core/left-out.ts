import { groupBy } from "../../base/group-by.ts";
import type { NotProbed, NotProbedReason, Outcome, Place } from "../../capture/capture.ts";
import type { Unseen, View } from "./fact.ts";
import type { InconclusiveReason } from "./verdict.ts";

/** Why a question has no answer in this capture: what the plan wrote down, else what became of the whole run. */
export const leftOut = (view: View, questions: readonly string[], what: string): Unseen => {
  const byStep = view.once(skippedByStep);
  let first: Skipped | undefined;
  for (const question of questions)
    for (const one of byStep.get(question) ?? NONE) if (!first || saysMore(one, first)) first = one;
  if (first?.entry.reason === "not-offered")
    return { seen: false, applies: false, reason: "not-offered", detail: first.entry.detail, places: [first.place] };
  if (first) return inconclusive(REASONS[first.entry.reason], first.entry.detail, [first.place]);
  const ending = view.capture.outcome === undefined ? undefined : ENDINGS[view.capture.outcome];
  if (ending) return inconclusive(ending.reason, ending.detail, [{ exchange: null, pointer: "/outcome" }]);
  if (view.capture.closed === false) return inconclusive("capture-truncated", `the recording ends before ${what}`, []);
  return inconclusive("not-probed", `the capture does not show ${what}`, []);
};

const NONE: readonly Skipped[] = [];

/** What the server does not offer explains a gap only where nothing else does; of two alike the earlier one counts. */
const saysMore = (one: Skipped, other: Skipped): boolean => {
  const isOffered = one.entry.reason !== "not-offered";
  return isOffered === (other.entry.reason !== "not-offered") ? one.index < other.index : isOffered;
};

interface Skipped {
  readonly entry: NotProbed;
  readonly index: number;
  readonly place: Place;
}

/** What was left out in this view, or in no conversation at all. Hundreds of facts look for their questions here. */
const skippedByStep = (view: View): ReadonlyMap<string, readonly Skipped[]> => {
  const ours = new Set(view.conversations.map(({ id }) => id));
  const all = new Set((view.capture.conversations ?? []).map(({ id }) => id));
  const skipped = (view.capture.not_probed ?? [])
    .map((entry, index) => ({ entry, index, place: { exchange: null, pointer: `/not_probed/${index}` } }))
    .filter(({ entry }) => ours.has(entry.conversation) || !all.has(entry.conversation));
  return groupBy(skipped, ({ entry }) => entry.step);
};

/** `not-offered` is not here: the rule does not apply then. */
const REASONS = {
  "unsafe-to-probe": "unsafe-to-probe",
  "prerequisite-missing": "prerequisite-missing",
  "auth-required": "auth-required",
  unreachable: "unreachable",
  "timed-out": "timed-out",
  "rate-limited": "not-probed",
  aborted: "capture-truncated",
  "not-offered": "not-probed",
} as const satisfies Record<NotProbedReason, InconclusiveReason>;

const ENDINGS = {
  complete: undefined,
  aborted: { reason: "capture-truncated", detail: "the run was interrupted" },
  unreachable: { reason: "unreachable", detail: "the server never answered" },
  "auth-required": { reason: "auth-required", detail: "the server wants credentials first" },
  "run-timed-out": { reason: "timed-out", detail: "the run was out of time" },
} as const satisfies Record<Outcome, { reason: InconclusiveReason; detail: string } | undefined>;

/** Nothing can be said about what was asked. */
export const inconclusive = (reason: InconclusiveReason, detail: string, places: readonly Place[]): Unseen => ({
  seen: false,
  applies: true,
  reason,
  detail,
  places,
});

/** Where a capture says which transport the session was on. */
export const TRANSPORT: readonly Place[] = [{ exchange: null, pointer: "/transport" }];

/** Nothing was asked, and the server showed that it did not have to be. */
export const inapplicable = (detail: string, places: readonly Place[]): Unseen => ({
  seen: false,
  applies: false,
  reason: "precondition-absent",
  detail,
  places,
});
