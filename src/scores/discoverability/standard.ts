import { ENTRY_BOUND_MS } from "../../wire/limits.ts";
import { CRITERION_IDS, type CriterionId, type StandardVersion } from "./discoverability.ts";

/** Every number that a criterion compares with. */
export interface StandardRules {
  /** Whether a schema that says nothing at all (`{}`) counts as typed. */
  readonly bareSchema: boolean;
  readonly minDescription: number;
  /** Of the lower median. */
  readonly minMedian: number;
  readonly minDistinct: number;
  readonly minAnnotated: number;
  /** The answer must take less than this. */
  readonly latencyMs: number;
  /** Real content is longer than this, not counting white space and JSON punctuation. */
  readonly substance: number;
  /** The list must be smaller than this. */
  readonly listBytes: number;
}

const RULES: StandardRules = {
  bareSchema: false,
  minDescription: 12,
  minMedian: 20,
  minDistinct: 0.6,
  minAnnotated: 0.5,
  latencyMs: ENTRY_BOUND_MS,
  substance: 24,
  listBytes: 40_000,
};

export const STANDARD_RULES = {
  "0.1": { ...RULES, bareSchema: true },
  "0.2": RULES,
  "0.3": { ...RULES, bareSchema: true },
  "0.4": { ...RULES, bareSchema: true },
} as const satisfies Record<StandardVersion, StandardRules>;

/** The standard's own rule; the protocol also allows a dot. */
export const TOOL_NAME = /^[A-Za-z0-9_-]{1,128}$/;

export const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

export interface CriterionText {
  readonly title: string;
  /** What is checked, in our own words. */
  readonly checks: string;
  /** What the criterion rests on, as the standard names it. */
  readonly bound_to: string;
}

export const CRITERION_TEXTS = {
  C1: {
    title: "Protocol handshake conformance",
    checks:
      "initialize is answered by a JSON-RPC 2.0 result with protocolVersion and capabilities; in the stateless era server/discover, with supportedVersions and capabilities, takes its place",
    bound_to: "the protocol: lifecycle",
  },
  C2: {
    title: "Tool listability",
    checks: "tools/list is answered with an array of tools on every page; the session is kept, cursors are followed",
    bound_to: "the protocol: tools",
  },
  C3: {
    title: "Tool object validity",
    checks: "every tool has a name of 1 to 128 letters, digits, _ or -, a description, and an inputSchema with a type",
    bound_to: "the protocol: Tool",
  },
  C4: {
    title: "Description sufficiency",
    checks: "descriptions are long enough to choose by, and differ from each other",
    bound_to: "the registry's schema; information theory",
  },
  C5: {
    title: "Safety annotation presence",
    checks: "enough tools carry at least one safety hint that is a boolean",
    bound_to: "the protocol: ToolAnnotations",
  },
  C6: {
    title: "Liveness and latency",
    checks:
      "the way in (initialize or server/discover) is answered in time, over HTTP with a 2xx status; on stdio from the start of the process",
    bound_to: "measurement",
  },
  C7: {
    title: "Returns real content",
    checks:
      "a call of a safe tool brings content that is more than a few characters, no echo, no placeholder; a price is never counted as delivery",
    bound_to: "measurement; information theory",
  },
  C8: {
    title: "Machine-discoverable identity",
    checks: "the server gives its name and its version",
    bound_to: "the registry's server.json",
  },
  C9: {
    title: "Token efficiency",
    checks: "the decoded results of tools/list, all pages together, stay within a budget of bytes",
    bound_to: "measurement",
  },
  C10: {
    title: "Honest error behavior",
    checks: "a method that does not exist is answered with a JSON-RPC error object",
    bound_to: "JSON-RPC 2.0",
  },
} as const satisfies Record<CriterionId, CriterionText>;

/** Version 0.4 also accepts server/discover, and says so in the title. */
export const criterionText = (id: CriterionId, version: StandardVersion): CriterionText =>
  id === "C1" && version === "0.4"
    ? { ...CRITERION_TEXTS.C1, title: "Protocol entry conformance" }
    : CRITERION_TEXTS[id];

export const criterionTexts = (version: StandardVersion): readonly (CriterionText & { readonly id: CriterionId })[] =>
  CRITERION_IDS.map((id) => ({ id, ...criterionText(id, version) }));
