import { unlessAbsent, unlessOffered } from "../../../probe/plan/known.ts";
import type { StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { wrongRequests } from "../../../probe/plan/wrong-requests.ts";

/** From the fewest messages to the most: what follows in the conversation is logged in full. */
const LEVELS = ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"] as const;

const METHOD = "logging/setLevel";

const offered = unlessOffered("logging");

export const setLevels: StatefulStep = {
  question: "set-level",
  skip: offered,
  run: async (io) => {
    for (const level of LEVELS) await io.ask(METHOD, { level }, { as: level });
  },
};

export const badLevels = wrongRequests(
  "bad-level",
  offered,
  METHOD,
  [{ level: "mcptest" }],
  [{ level: 3 }, { as: "number" }],
  [{}, { as: "empty" }],
);

/** Some servers keep one level for everybody, so it does not stay where we put it. */
export const usualLevel: StatefulStep = {
  question: "usual-level",
  skip: offered,
  run: (io) => io.ask(METHOD, { level: "info" }),
};

/** The same activity as in the main conversation, with a level that lets little through. */
export const highLevel: StatefulStep = {
  question: "high-level",
  skip: offered,
  run: (io) => io.ask(METHOD, { level: "error" }),
};

export const absentLevel = wrongRequests("set-level-absent", unlessAbsent("logging"), METHOD, [{ level: "info" }]);
