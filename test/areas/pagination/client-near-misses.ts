import { BOTH, EVERYWHERE, type InnocentClient, MODERN } from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "two-pages",
    near: ["C-PAGE-001", "C-PAGE-003"],
    contexts: EVERYWHERE,
    scenario: "pages",
    vice: { capabilities: {} },
  },
  {
    name: "empty-cursors-too",
    near: ["C-PAGE-004"],
    contexts: MODERN,
    scenario: "empty-cursor",
    vice: { capabilities: {} },
  },
  {
    name: "every-page",
    near: ["C-PAGE-005", "C-PAGE-006"],
    contexts: EVERYWHERE,
    scenario: "uneven-pages",
    vice: { capabilities: {} },
  },
  {
    name: "a-long-page",
    near: ["C-PAGE-007"],
    contexts: EVERYWHERE,
    scenario: "long-list",
    vice: { capabilities: {} },
  },
  {
    name: "cursors-of-its-own-session",
    near: ["C-PAGE-008"],
    contexts: BOTH,
    scenario: "two-sessions",
    vice: { capabilities: {} },
  },
  {
    name: "five-pages-are-enough",
    near: ["C-PAGE-009"],
    contexts: EVERYWHERE,
    scenario: "endless-pages",
    vice: { wantsPage: (sizes) => sizes.length < 5 },
  },
];
