import { unlessAbsent, unlessOffered } from "../known.ts";
import type { StatefulStep } from "./stateful-step.ts";

/** From the fewest messages to the most: what follows in the conversation is logged in full. */
const LEVELS = ["emergency", "alert", "critical", "error", "warning", "notice", "info", "debug"] as const;

const offered = unlessOffered("logging");

export const setLevels: StatefulStep = {
  name: "set-level",
  asks: "logging/setLevel with each of the eight levels, debug last",
  serves: ["LOG-002", "LOG-003", "LOG-005", "LOG-007", "LOG-009", "PROTO-013"],
  skip: offered,
  run: async (io) => {
    for (const level of LEVELS) await io.ask("logging/setLevel", { level }, { as: level });
  },
};

export const badLevels: StatefulStep = {
  name: "bad-level",
  asks: "logging/setLevel with a level that does not exist, with a number, and with nothing",
  serves: ["LOG-004", "PROTO-014", "PROTO-022"],
  deliberate: true,
  skip: offered,
  run: (io) =>
    Promise.all([
      io.ask("logging/setLevel", { level: "mcptest" }),
      io.ask("logging/setLevel", { level: 3 }, { as: "number" }),
      io.ask("logging/setLevel", {}, { as: "empty" }),
    ]),
};

/** Some servers keep one level for everybody, so it does not stay where we put it. */
export const usualLevel: StatefulStep = {
  name: "usual-level",
  asks: "logging/setLevel back to info",
  serves: ["LOG-002"],
  skip: offered,
  run: (io) => io.ask("logging/setLevel", { level: "info" }),
};

/** The other half of LOG-007: the same activity with a level that lets little through. */
export const highLevel: StatefulStep = {
  name: "high-level",
  asks: "logging/setLevel with error, before tools are called",
  serves: ["LOG-002", "LOG-007"],
  skip: offered,
  run: (io) => io.ask("logging/setLevel", { level: "error" }),
};

export const absentLevel: StatefulStep = {
  name: "set-level-absent",
  asks: "logging/setLevel although logging is not advertised",
  serves: ["LOG-013", "PROTO-035"],
  deliberate: true,
  skip: unlessAbsent("logging"),
  run: (io) => io.ask("logging/setLevel", { level: "info" }),
};
