import type { NotProbedReason, Outcome } from "../../model/capture.ts";
import type { InconclusiveReason, Place } from "../../model/verdict.ts";
import type { Reading } from "../fact.ts";
import type { View } from "../view.ts";

/** Which steps of the plan ask a question: exact names, or a pattern for names with a number or a suffix. */
export type StepName = string | RegExp;

export const isStep = (step: string | undefined, names: readonly StepName[]): boolean =>
  step !== undefined && names.some((name) => (typeof name === "string" ? name === step : name.test(step)));

/** Why a question has no answer in this capture: what the plan wrote down, else what became of the whole run. */
export const unseen = (view: View, steps: readonly StepName[], what: string): Reading => {
  const ids = new Set(view.conversations.map(({ id }) => id));
  const skipped = (view.capture.not_probed ?? [])
    .map((entry, index) => ({ entry, place: { exchange: null, pointer: `/not_probed/${index}` } }))
    .filter(
      ({ entry }) =>
        isStep(entry.step, steps) && (ids.has(entry.conversation) || !isConversation(view, entry.conversation)),
    );
  const first = skipped.find(({ entry }) => entry.reason !== "not-offered") ?? skipped[0];
  if (first?.entry.reason === "not-offered")
    return { seen: false, applies: false, reason: "not-offered", detail: first.entry.detail, places: [first.place] };
  if (first)
    return {
      seen: false,
      applies: true,
      reason: REASONS[first.entry.reason],
      detail: first.entry.detail,
      places: [first.place],
    };
  const ending = view.capture.outcome === undefined ? undefined : ENDINGS[view.capture.outcome];
  if (ending) return { seen: false, applies: true, ...ending, places: [{ exchange: null, pointer: "/outcome" }] };
  if (view.capture.closed === false)
    return {
      seen: false,
      applies: true,
      reason: "capture-truncated",
      detail: `the recording ends before ${what}`,
      places: [],
    };
  return { seen: false, applies: true, reason: "not-probed", detail: `the capture does not hold ${what}`, places: [] };
};

const isConversation = (view: View, id: string): boolean =>
  (view.capture.conversations ?? []).some((conversation) => conversation.id === id);

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

/** Nothing was asked and the server showed why that is not its business. */
export const inapplicable = (detail: string, places: readonly Place[]): Reading => ({
  seen: false,
  applies: false,
  reason: "precondition-absent",
  detail,
  places,
});
