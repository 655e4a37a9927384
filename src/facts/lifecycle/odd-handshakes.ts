import { answersTo } from "../common/answers.ts";

export const oddVersion = answersTo({
  name: "odd_version",
  doc: "The answers to an initialize request for a revision that never existed (1999-01-01, 2999-12-31).",
  steps: ["odd-version"],
});

export const beforeInitialize = answersTo({
  name: "before_initialize",
  doc: "The answers to tools/list sent before initialize.",
  steps: ["before-initialize-list"],
});

export const unknownCapability = answersTo({
  name: "unknown_capability",
  doc: "The answers to a request by a client that declares capabilities no revision defines.",
  steps: ["strange-initialize", "unknown-capability"],
});

export const recoveries = answersTo({
  name: "recoveries",
  doc: "The answers to the first good request after a version mismatch, an early request, or a vanished client.",
  steps: ["ping-after", "odd-version-again", "before-initialize-handshake", "abrupt-close-again"],
});
