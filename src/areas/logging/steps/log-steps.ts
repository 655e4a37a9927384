import type { Step } from "../../../probe/plan/step.ts";
import { LOG_LEVELS } from "../../../protocol/log-levels.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

export const logLevels: Step = {
  question: "log-level",
  run: (io) =>
    Promise.all(
      LOG_LEVELS.map((level) =>
        io.ask("server/discover", undefined, { as: level, meta: { [META_KEY.logLevel]: level } }),
      ),
    ),
};

export const unknownLogLevel: Step = {
  question: "unknown-log-level",
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { meta: { [META_KEY.logLevel]: "verbose" } }),
};
