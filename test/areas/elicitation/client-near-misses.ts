import { answering } from "../../clients/edits.ts";
import { BOTH, HTTP, MODERN_STDIO, type NearMissClient, nearMiss, STDIO } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const NEAR_MISSES: readonly NearMissClient[] = [
  nearMiss("declines", ["C-ELICIT-002"], FEATURES).does({
    answers: { "elicitation/create": () => ({ action: "decline" }) },
  }),
  nearMiss("cancels-with-nothing-in-it", ["C-ELICIT-005"], STDIO, "refused-requests").does({
    answers: { "elicitation/create": () => ({ action: "cancel", content: {} }) },
  }),
  nearMiss(
    "optional-fields-left-out",
    ["C-ELICIT-003", "C-ELICIT-004", "C-ELICIT-009"],
    STDIO,
    "elicitation-forms",
  ).does({
    answers: {
      "elicitation/create": () => ({
        action: "accept",
        content: { name: "Zoë", mail: "zoe@example.com", age: 18, colour: "blue" },
      }),
    },
  }),
  nearMiss("defaults-that-were-changed", ["C-ELICIT-010"], STDIO, "elicitation-defaults").does({
    answers: {
      "elicitation/create": () => ({
        action: "accept",
        content: { name: "Ada", age: 31, score: 95.5, status: "pending", verified: false },
      }),
    },
  }),
  nearMiss(
    "opens-the-page-and-says-so",
    ["C-ELICIT-012", "C-ELICIT-013", "C-ELICIT-014", "C-ELICIT-021"],
    HTTP,
    "elicitation-urls",
  ).does({}),
  nearMiss("pages-alone", ["C-ELICIT-007"], STDIO, "elicitation-modes").does({
    capabilities: { elicitation: { url: {} } },
  }),
  nearMiss("repeats-a-login-thrice", { near: ["C-ELICIT-023"], spared: ["C-ELICIT-019"] }, STDIO, "url-login").does({
    insistsOnLogin: 3,
  }),
  nearMiss(
    "cancels-every-round",
    ["C-ELICIT-005", "C-ELICIT-006", "C-ELICIT-022"],
    MODERN_STDIO,
    "elicitation-rounds",
  ).does({ answers: { "elicitation/create": () => ({ action: "cancel" }) } }),
  nearMiss("declares-the-least", ["C-ELICIT-001", "C-ROOTS-001", "C-SAMPLE-001"], BOTH, "client-features").does({
    capabilities: { roots: {}, sampling: {}, elicitation: {} },
  }),
  // As a client without the feature may: it has no one to ask.
  nearMiss(
    "declines-without-declaring",
    { near: [], spared: ["C-ELICIT-001", "C-ELICIT-008"] },
    BOTH,
    "client-features",
  ).does(answering("elicitation/create", () => ({ action: "decline" }), { roots: {}, sampling: {} })),
  nearMiss("chooses-the-second", ["C-ELICIT-011"], BOTH, "elicitation-choices").does({}),
];
