import { nearestNames } from "../../base/nearest-names.ts";
import { DEFAULT_LIMITS, isLimitName, LIMIT_TABLE, type LimitName, type Limits } from "../../wire/limits.ts";
import { quoted, UsageError } from "../usage-error.ts";
import { parseDuration } from "./parse-duration.ts";

export interface LimitShorthands {
  /** `--timeout`: the deadline of one exchange, which no wait inside it may exceed. */
  readonly timeout?: string | undefined;
  /** `--run-timeout`: the deadline of the whole run. */
  readonly runTimeout?: string | undefined;
}

const LIMIT_NAMES = Object.keys(LIMIT_TABLE).filter(isLimitName);

/** Waits that happen inside one exchange and so follow its deadline, up or down. */
const WITHIN_EXCHANGE = ["headMs", "idleMs", "startMs"] as const satisfies readonly LimitName[];

/** Waits with a reason of their own to be short. */
const SHORTER_THAN_EXCHANGE = ["connectMs", "toolMs", "discoverMs"] as const satisfies readonly LimitName[];

/** Whether an option names this limit. */
export const namesLimit = (options: readonly string[], wanted: LimitName): boolean =>
  options.some((option) => parseLimit(option)[0] === wanted);

/** The limits in force: the defaults, changed by each `--limit name=value`, then by the shorthands. */
export const parseLimits = (options: readonly string[], shorthands: LimitShorthands): Limits => {
  const limits: Record<LimitName, number> = { ...DEFAULT_LIMITS };
  const named = new Set<LimitName>();
  for (const option of options) {
    const [name, value] = parseLimit(option);
    limits[name] = value;
    named.add(name);
  }
  // Whoever names how long a start may take means an installation, too.
  if (named.has("startMs") && !named.has("launchMs")) limits.launchMs = limits.startMs;
  if (shorthands.timeout !== undefined) {
    refuseBoth(named, "exchangeMs", "--timeout");
    limits.exchangeMs = parseDuration(shorthands.timeout, "--timeout");
    for (const name of WITHIN_EXCHANGE) if (!named.has(name)) limits[name] = limits.exchangeMs;
    for (const name of SHORTER_THAN_EXCHANGE) limits[name] = Math.min(limits[name], limits.exchangeMs);
    // A short answer time is no reason to break off an installation, which leaves broken caches behind.
    limits.launchMs = Math.max(limits.launchMs, limits.startMs);
    // Two slow exchanges in a row must still fit into the run, unless the run was limited too.
    if (!named.has("runMs")) limits.runMs = Math.max(limits.runMs, 2 * limits.exchangeMs);
  }
  if (shorthands.runTimeout !== undefined) {
    refuseBoth(named, "runMs", "--run-timeout");
    limits.runMs = parseDuration(shorthands.runTimeout, "--run-timeout");
  }
  return limits;
};

/** One line per limit: name, value as it can be typed, and what it stops. */
export const renderLimitsTable = (limits: Limits = DEFAULT_LIMITS): string[] => {
  const rows = LIMIT_NAMES.map((name) => [kebab(name), showValue(name, limits[name]), LIMIT_TABLE[name].why] as const);
  const width = (column: 0 | 1) => Math.max(...rows.map((row) => row[column].length));
  const [names, values] = [width(0), width(1)];
  return rows.map(([name, value, why]) => `${name.padEnd(names)}  ${value.padStart(values)}  ${why}`);
};

const parseLimit = (option: string): [LimitName, number] => {
  const equals = option.indexOf("=");
  if (equals < 1) {
    throw new UsageError(`--limit ${quoted(option)} has no value; write --limit name=value such as body-bytes=1mb`);
  }
  const typed = option.slice(0, equals).trim();
  const name = LIMIT_NAMES.find((known) => known === typed || kebab(known) === typed.toLowerCase());
  if (name === undefined) {
    const near = nearestNames(kebab(typed), LIMIT_NAMES.map(kebab));
    const next = near.length > 0 ? `did you mean ${near.join(" or ")}` : "--help-limits lists them";
    throw new UsageError(`--limit: there is no limit ${quoted(typed)}; ${next}`);
  }
  return [name, parseValue(name, option.slice(equals + 1).trim())];
};

const parseValue = (name: LimitName, text: string): number => {
  const where = `--limit ${kebab(name)}`;
  const { unit } = LIMIT_TABLE[name];
  // The name says ms, so a bare number is that and not seconds.
  if (unit === "ms") return parseDuration(text, where, "ms");
  const value = unit === "bytes" ? parseBytes(text) : parseNumber(text, unit === "ratio");
  if (value === undefined) throw new UsageError(`${where} ${quoted(text)} is not ${EXPECTED[unit]}`);
  const largest = name === "jsonDepth" ? DEEPEST_JSON : LARGEST[unit];
  if (value < 1) throw new UsageError(`${where} ${quoted(text)} is too small; the smallest value is 1`);
  if (value > largest) {
    throw new UsageError(`${where} ${quoted(text)} is too large; the largest value is ${showValue(name, largest)}`);
  }
  return value;
};

const EXPECTED = {
  bytes: "a size; write 65536, 64kb, 64kib or 8mib",
  count: "a count; write a whole number such as 100",
  ratio: "a ratio; write a number such as 100",
} as const;

/** Past these a limit protects nothing: a JavaScript string ends at about half a gigabyte. */
const LARGEST = { bytes: 1024 ** 3, count: 1e8, ratio: 1e6 } as const;

/** What is read is later walked by recursion, so this one cannot be raised at will. */
const DEEPEST_JSON = 1_000;

/** `kb` counts in thousands, `kib` in 1024s. */
const parseBytes = (text: string): number | undefined => {
  const [, figure, prefix = "", binary] = /^(\d+(?:\.\d+)?)\s*(?:(?:([kmg])(i)?)?b)?$/i.exec(text) ?? [];
  if (figure === undefined) return undefined;
  const power = ["", "k", "m", "g"].indexOf(prefix.toLowerCase());
  return Math.round(Number(figure) * (binary === undefined ? 1000 : 1024) ** power);
};

const parseNumber = (text: string, decimals: boolean): number | undefined =>
  (decimals ? /^\d+(?:\.\d+)?$/ : /^\d+$/).test(text) ? Number(text) : undefined;

const showValue = (name: LimitName, value: number): string => {
  switch (LIMIT_TABLE[name].unit) {
    case "ms":
      if (value % 60_000 === 0) return `${value / 60_000}m`;
      return value % 1_000 === 0 ? `${value / 1_000}s` : `${value}ms`;
    case "bytes":
      if (value % 1024 ** 2 === 0) return `${value / 1024 ** 2}mib`;
      return value % 1024 === 0 ? `${value / 1024}kib` : `${value}b`;
    case "count":
    case "ratio":
      return String(value);
  }
};

const refuseBoth = (named: ReadonlySet<LimitName>, name: LimitName, shorthand: string): void => {
  if (named.has(name)) throw new UsageError(`${shorthand} and --limit ${kebab(name)} set the same limit; keep one`);
};

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
