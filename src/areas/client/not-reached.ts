import type { Unseen, View } from "../../judge/core/fact.ts";
import type { ScenarioName } from "../../probe/scenario/names.ts";

/** Why a session does not show what a rule is about. It is never a failure: a client may have had no occasion. */
export const notReached = (view: View, step: string, scenarios: readonly ScenarioName[] = []): Unseen => {
  const { conversations = [], not_probed = [], outcome, closed } = view.capture;
  const held = new Set(conversations.flatMap(({ scenario }) => scenario ?? []));
  if (outcome === "unreachable") return gap("unreachable", "no client connected");
  const [first] = scenarios;
  // The client was spared what it would not have come to.
  const spared = not_probed.find(({ step: name }) => scenarios.some((one) => one === name));
  if (spared && !scenarios.some((name) => held.has(name)))
    return gap("not-reached", `the session never came to it: ${spared.detail} (scenario ${spared.step})`);
  // Whoever ran scenarios chose them; in a recorded session there are none.
  if (first !== undefined && held.size > 0 && !scenarios.some((name) => held.has(name)))
    return gap("not-probed", `the scenario ${first} was not run; add --scenario ${first}`);
  if (closed === false) return gap("capture-truncated", `the recording ends before ${step}`);
  return gap("not-reached", `the session never came to it: ${step}`);
};

const gap = (reason: Extract<Unseen, { applies: true }>["reason"], detail: string): Unseen => ({
  seen: false,
  applies: true,
  reason,
  detail,
  places: [],
});
