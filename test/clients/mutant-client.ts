import type { ScenarioName } from "../../src/capture/scenario-names.ts";
import type { ClientContext } from "./judge-test-client.ts";
import type { Vice } from "./small-client/vice.ts";

/** A client with exactly one vice. */
export interface MutantClient {
  readonly name: string;
  /** The rules it fails, all of them. */
  readonly fails: readonly string[];
  readonly vice: Vice;
  /** What it is put through; absent: neutral-stateful or neutral-stateless, by its version. */
  readonly scenario?: ScenarioName | readonly ScenarioName[];
  readonly contexts: readonly ClientContext[];
  /** Only how soon it acts gives it away. A rule that goes by that lets a client off where anything is late, so this one runs alone. */
  readonly timed?: true;
}

/** A correct client that makes an unusual choice: closest to failing the rules it names. */
export interface NearMissClient extends Omit<MutantClient, "fails"> {
  /** Rules that look at what it does, and pass. */
  readonly near: readonly string[];
  /** Rules whose sentence does not reach what it does: a stricter one would fail it. */
  readonly spared?: readonly string[];
}

/** Where a client is tested: contexts alone, or with the scenario it is put through. */
type Setting = readonly ClientContext[] | Pick<MutantClient, "contexts" | "scenario">;

const isContexts = (setting: Setting): setting is readonly ClientContext[] => Array.isArray(setting);

const settled = (
  setting: Setting,
  scenario: MutantClient["scenario"],
): Pick<MutantClient, "contexts" | "scenario"> => ({
  ...(isContexts(setting) ? { contexts: setting } : setting),
  ...(scenario === undefined ? {} : { scenario }),
});

/** A row of a table: who fails what, where, and by which vice. */
export const mutant = (
  name: string,
  fails: readonly string[],
  setting: Setting,
  scenario?: MutantClient["scenario"],
): { readonly does: (vice: Vice, more?: Pick<MutantClient, "timed">) => MutantClient } => ({
  does: (vice, more = {}) => ({ name, fails, ...settled(setting, scenario), vice, ...more }),
});

/** The same of a near-miss; the rules are those it is near to, unless some of them are named as spared. */
export const nearMiss = (
  name: string,
  rules: readonly string[] | Pick<NearMissClient, "near" | "spared">,
  setting: Setting,
  scenario?: MutantClient["scenario"],
): { readonly does: (vice: Vice) => NearMissClient } => ({
  does: (vice) => ({ name, ...("near" in rules ? rules : { near: rules }), ...settled(setting, scenario), vice }),
});

const over = (transport: "http" | "stdio", ...versions: readonly string[]): readonly ClientContext[] =>
  versions.map((version) => ({ transport, version }));

export const HTTP = over("http", "2025-11-25");
export const STDIO = over("stdio", "2025-11-25");
export const MODERN_HTTP = over("http", "2026-07-28");
export const MODERN_STDIO = over("stdio", "2026-07-28");
/** Clients of both eras. */
export const DUAL_HTTP = over("http", "2026-07-28").map((one) => ({ ...one, dual: true as const }));
export const DUAL_STDIO = over("stdio", "2026-07-28").map((one) => ({ ...one, dual: true as const }));
export const BOTH = [...HTTP, ...STDIO];
export const MODERN = [...MODERN_HTTP, ...MODERN_STDIO];
export const EVERYWHERE = [...STDIO, ...MODERN_HTTP];
export const BOTH_ERAS = [...HTTP, ...MODERN_HTTP];
export const OLD_STDIO = over("stdio", "2024-11-05");
export const OLD_HTTP = over("http", "2025-03-26");
/** HTTP+SSE, by a client that asks for its revision. */
export const OLDEST_HTTP = over("http", "2024-11-05");

export const scenarioOf = (
  { scenario }: Pick<MutantClient, "scenario">,
  { version }: ClientContext,
): ScenarioName | readonly ScenarioName[] => scenario ?? (version >= "2026" ? "neutral-stateless" : "neutral-stateful");
