import { answersTo } from "../../../judge/core/answers.ts";
import { internalFailures } from "../../../judge/core/internal-failures.ts";
import { asksForLogs, isLevel, levelAsked, levelSet } from "./levels.ts";

const isSetting = ({ method }: { readonly method: string | undefined }): boolean => method === "logging/setLevel";

export const setLevel = answersTo({
  name: "set_level",
  doc: "The answers to logging/setLevel with one of the eight levels, where logging is advertised.",
  questions: ["set-level:*", "usual-level", "high-level"],
  where: (record, view) => view.era === "stateful" && isSetting(record) && isLevel(levelSet(record)),
  label: (record) => String(levelSet(record)),
});

export const levelInMeta = answersTo({
  name: "level_in_meta",
  doc: "The answers to requests that ask for log messages of one of the eight levels in their _meta.",
  questions: ["log-level:*"],
  where: (record) => asksForLogs(record),
  label: levelAsked,
});

export const levelFailures = internalFailures({
  name: "level_failures",
  doc: "Errors for one of the eight levels, set or named in _meta, that tell of a failure within the server.",
  questions: ["set-level:*", "usual-level", "high-level", "log-level:*"],
  where: (record, view) =>
    view.era === "stateful" ? isSetting(record) && isLevel(levelSet(record)) : asksForLogs(record),
  missing: "one of the eight levels asked for",
});

export const unknownLevel = answersTo({
  name: "unknown_level",
  doc: "The answers to a log level that does not exist: in logging/setLevel, or in the _meta of a request.",
  questions: ["bad-level", "bad-level:number", "unknown-log-level"],
  where: (record, view) =>
    view.era === "stateless"
      ? levelAsked(record) === "unknown"
      : isSetting(record) && levelSet(record) !== undefined && !isLevel(levelSet(record)),
});

export const removedSetLevel = answersTo({
  name: "removed_set_level",
  doc: "The answers to logging/setLevel in a revision that no longer has it.",
  questions: ["removed-logging/setLevel"],
  where: (record, view) => view.era === "stateless" && isSetting(record),
});
