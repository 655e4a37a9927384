import { BOTH, HTTP, type InnocentClient, MODERN_STDIO, STDIO } from "../../clients/mutant-client.ts";

const FEATURES = { scenario: "client-features", contexts: BOTH } as const;

export const INNOCENTS: readonly InnocentClient[] = [
  {
    ...FEATURES,
    name: "declines",
    near: ["C-ELICIT-002"],
    vice: { answers: { "elicitation/create": () => ({ action: "decline" }) } },
  },
  {
    name: "cancels-with-nothing-in-it",
    near: ["C-ELICIT-005"],
    contexts: STDIO,
    scenario: "refused-requests",
    vice: { answers: { "elicitation/create": () => ({ action: "cancel", content: {} }) } },
  },
  {
    name: "optional-fields-left-out",
    near: ["C-ELICIT-003", "C-ELICIT-004", "C-ELICIT-009"],
    contexts: STDIO,
    scenario: "elicitation-forms",
    vice: {
      answers: {
        "elicitation/create": () => ({
          action: "accept",
          content: { name: "Zoë", mail: "zoe@example.com", age: 18, colour: "blue" },
        }),
      },
    },
  },
  {
    name: "defaults-that-were-changed",
    near: ["C-ELICIT-010"],
    contexts: STDIO,
    scenario: "elicitation-defaults",
    vice: {
      answers: {
        "elicitation/create": () => ({
          action: "accept",
          content: { name: "Ada", age: 31, score: 95.5, status: "pending", verified: false },
        }),
      },
    },
  },
  {
    name: "opens-the-page-and-says-so",
    near: ["C-ELICIT-012", "C-ELICIT-013", "C-ELICIT-014", "C-ELICIT-021"],
    contexts: HTTP,
    scenario: "elicitation-urls",
    vice: {},
  },
  {
    name: "pages-alone",
    near: ["C-ELICIT-007"],
    contexts: STDIO,
    scenario: "elicitation-modes",
    vice: { capabilities: { elicitation: { url: {} } } },
  },
  {
    name: "repeats-a-login-thrice",
    near: ["C-ELICIT-023"],
    spared: ["C-ELICIT-019"],
    contexts: STDIO,
    scenario: "url-login",
    vice: { insistsOnLogin: 3 },
  },
  {
    name: "cancels-every-round",
    near: ["C-ELICIT-005", "C-ELICIT-006", "C-ELICIT-022"],
    contexts: MODERN_STDIO,
    scenario: "elicitation-rounds",
    vice: { answers: { "elicitation/create": () => ({ action: "cancel" }) } },
  },
];
