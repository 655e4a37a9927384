import { answersTo } from "../common/answers.ts";
import { asksForLogs, isLevel, levelAsked, levelSet } from "./levels.ts";

const isSetting = ({ method }: { readonly method: string | undefined }): boolean => method === "logging/setLevel";

export const setLevel = answersTo({
  name: "set_level",
  doc: "The answers to logging/setLevel with one of the eight levels, where logging is advertised.",
  steps: [
    /^set-level-(?:debug|info|notice|warning|error|critical|alert|emergency)$/,
    "usual-level",
    "high-level",
    "set-level",
  ],
  where: (seat, view) => view.era === "stateful" && isSetting(seat) && isLevel(levelSet(seat)),
  label: (seat) => String(levelSet(seat)),
});

export const levelInMeta = answersTo({
  name: "level_in_meta",
  doc: "The answers to requests that ask for log messages of one of the eight levels in their _meta.",
  steps: [/^log-level-/, "log-level"],
  where: (seat) => asksForLogs(seat),
  label: levelAsked,
});

export const unknownLevel = answersTo({
  name: "unknown_level",
  doc: "The answers to a log level that does not exist: in logging/setLevel, or in the _meta of a request.",
  steps: ["bad-level", "bad-level-number", "unknown-log-level"],
  where: (seat, view) =>
    view.era === "stateless"
      ? levelAsked(seat) === "unknown"
      : isSetting(seat) && levelSet(seat) !== undefined && !isLevel(levelSet(seat)),
});

export const setLevelUnadvertised = answersTo({
  name: "set_level_unadvertised",
  doc: "The answers to logging/setLevel where logging is not advertised.",
  steps: ["set-level-absent"],
});

export const removedSetLevel = answersTo({
  name: "removed_set_level",
  doc: "The answers to logging/setLevel in a revision that no longer has it.",
  steps: ["removed-logging/setLevel"],
  where: (seat, view) => view.era === "stateless" && isSetting(seat),
});
