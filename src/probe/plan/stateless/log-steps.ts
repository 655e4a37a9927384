import { META } from "../../dialect/stateless.ts";
import type { Step } from "../step.ts";

const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"] as const;

export const logLevels: Step = {
  name: "log-level",
  asks: "server/discover with each of the eight log levels in _meta",
  serves: ["LOG-003", "LOG-007", "LOG-009"],
  run: (io) =>
    Promise.all(
      LEVELS.map((level) => io.ask("server/discover", undefined, { as: level, meta: { [META.logLevel]: level } })),
    ),
};

export const unknownLogLevel: Step = {
  name: "unknown-log-level",
  asks: "server/discover with a log level that does not exist",
  serves: ["LOG-004"],
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { meta: { [META.logLevel]: "verbose" } }),
};
