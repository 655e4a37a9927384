import {
  BOTH,
  DUAL_HTTP,
  DUAL_STDIO,
  EVERYWHERE,
  type InnocentClient,
  MODERN,
  OLD_STDIO,
} from "../../clients/mutant-client.ts";

export const INNOCENTS: readonly InnocentClient[] = [
  {
    name: "own-capability",
    near: ["C-LIFE-012", "C-EXT-003"],
    contexts: EVERYWHERE,
    vice: { capabilities: { experimental: { "com.example/x": {} }, somethingNew: {} } },
  },

  { name: "declines-what-is-newer", near: ["C-LIFE-004"], contexts: OLD_STDIO, scenario: "newer-version", vice: {} },
  {
    name: "follows-what-is-older",
    near: ["C-LIFE-008", "C-LIFE-010"],
    contexts: BOTH,
    scenario: "older-version",
    vice: {},
  },
  {
    name: "knows-the-future",
    near: ["C-LIFE-013"],
    contexts: BOTH,
    scenario: "surprises",
    vice: { capabilities: { somethingNew: {} } },
  },
  {
    name: "a-small-server-will-do",
    near: ["C-LIFE-014"],
    contexts: BOTH,
    scenario: "minimal-handshake",
    vice: { capabilities: {} },
  },
  {
    name: "tries-three-times",
    near: ["C-LIFE-015"],
    contexts: BOTH,
    scenario: "broken-handshake",
    vice: { attempts: 3 },
  },
  {
    name: "tries-a-contradiction-once-more",
    near: ["C-LIFE-019", "C-LIFE-017"],
    contexts: MODERN,
    scenario: "version-always-refused",
    vice: {},
  },
  {
    name: "takes-the-second-of-the-list",
    near: ["C-LIFE-020"],
    contexts: MODERN,
    scenario: "listed-versions",
    vice: {},
  },
  {
    name: "both-eras-over-http",
    near: ["C-LIFE-022", "C-LIFE-023", "C-LIFE-024", "C-LIFE-025", "C-LIFE-032", "C-LIFE-038"],
    contexts: DUAL_HTTP,
    scenario: ["headers-refused", "neutral-stateful", "legacy-406", "no-discovery"],
    vice: {},
  },
  {
    name: "both-eras-on-stdio",
    near: ["C-LIFE-026", "C-LIFE-027", "C-LIFE-028", "C-LIFE-029", "C-LIFE-030", "C-LIFE-031", "C-LIFE-032"],
    contexts: DUAL_STDIO,
    scenario: ["neutral", "version-refused", "legacy-invalid-params", "legacy-silence", "legacy-exit"],
    vice: {},
  },
  { name: "one-era-is-enough", near: ["C-LIFE-035"], contexts: MODERN, scenario: "neutral-stateful", vice: {} },
];
