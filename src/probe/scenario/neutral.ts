import type { Scenario } from "./scenario.ts";

/** The first session of a run: it shows who the client is, and decides what else it is put through. */
export const NEUTRAL: readonly Scenario[] = [
  { name: "neutral", face: "dual", official: "tools_call" },
  {
    name: "neutral-stateful",
    face: "stateful",
    official: "initialize",
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 }, progress: true },
      { op: "report", step: "sum" },
      { op: "list", what: "resources" },
      { op: "read", uri: "test://note" },
      { op: "list", what: "prompts" },
      { op: "get", name: "greet", arguments: { name: "Ada" } },
      { op: "close" },
    ],
  },
  {
    name: "neutral-stateless",
    face: "stateless",
    official: "request-metadata",
    plan: [
      { op: "connect" },
      { op: "list", what: "tools" },
      { op: "call", name: "add", arguments: { a: 2, b: 3 }, progress: true },
      { op: "report", step: "sum" },
      { op: "list", what: "resources" },
      { op: "read", uri: "test://note" },
      { op: "list", what: "prompts" },
      { op: "get", name: "greet", arguments: { name: "Ada" } },
      { op: "close" },
    ],
  },
];
