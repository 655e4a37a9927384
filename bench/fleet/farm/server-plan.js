// What kind of server stands at each place of a farm. Everything follows from the seed, the place and the edition.
import { addressOf } from "./addresses.js";
import { pick, pickByShare, randomOf } from "./random.js";

/** How a server behaves as a whole. */
const MIXED = {
  plain: 0.5,
  faulty: 0.25,
  dead: 0.1,
  hanging: 0.05,
  walled: 0.04,
  "rate-limited": 0.02,
  throttled: 0.02,
  "not-mcp": 0.02,
};

/** The newest revision it speaks; it speaks those before it too, down to 2025-03-26. A stateless one may speak only its own. */
const ERAS = { "2025-06-18": 0.35, "2025-11-25": 0.35, dual: 0.15, "2026-07-28": 0.15 };

/** What can be wrong with a server; how often is how the names stand here. */
export const FAULTS = [
  "internal-error-for-unknown-method",
  "internal-error-for-unknown-method",
  "result-for-unknown-tool",
  "any-origin",
  "any-origin",
  "any-cursor",
  "sessions-not-required",
  "broken-tool",
  "other-structure",
  "no-descriptions",
];

export const PROFILES = {
  /** All correct and quick: what a farm costs a worker, and nothing else. */
  quick: { kinds: { plain: 1 }, delays: [0] },
  /** All correct, and each answer takes 100 ms: whoever waits well is fast. */
  slow: { kinds: { plain: 1 }, delays: [100] },
  /** As the network is. */
  mixed: { kinds: MIXED, delays: [0, 0, 0, 2, 5, 20, 50, 100, 250] },
  /** The quick farm with hanging servers in it. */
  "quick-and-hanging": { kinds: { plain: 0.95, hanging: 0.05 }, delays: [0] },
};

/** In another edition some servers have changed, as a week later. */
const SHARE_RELEASED = 0.08;
const SHARE_GONE = 0.02;

export const planOf = (index, { seed = 1, profile = "mixed", edition = 1 }) => {
  const { kinds, delays } = PROFILES[profile];
  const random = randomOf(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const kind = pickByShare(random, kinds);
  const plan = {
    index,
    address: addressOf(index),
    kind,
    era: pickByShare(random, ERAS),
    seed: Math.floor(random() * 1_000_000),
    rich: random() < 0.3,
    delay: pick(random, delays),
    fault: kind === "faulty" ? pick(random, FAULTS) : undefined,
    version: 1,
  };
  const luck = random();
  if (edition === 1 || profile !== "mixed") return plan;
  if (luck < SHARE_GONE) return { ...plan, kind: "dead" };
  return luck < SHARE_GONE + SHARE_RELEASED ? { ...plan, version: 2 } : plan;
};

export const urlOf = ({ address }, port) => `http://${address}:${port}/mcp`;
