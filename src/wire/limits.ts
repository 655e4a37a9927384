/**
 * Every wait and every size is bounded here and nowhere else. Reaching a bound is an event in the capture
 * (trouble `timed-out` or `limit-exceeded`, naming the limit), never an exception that loses the session.
 */
export interface LimitRow {
  readonly value: number;
  readonly unit: "ms" | "bytes" | "count" | "ratio";
  /** What the bound protects against. */
  readonly why: string;
}

export const LIMIT_TABLE = {
  connectMs: { value: 10_000, unit: "ms", why: "a name or address that never connects" },
  headMs: { value: 15_000, unit: "ms", why: "a server that accepts and never sends a response head" },
  idleMs: { value: 15_000, unit: "ms", why: "a body that stops arriving; an event stream may pause longer" },
  exchangeMs: { value: 30_000, unit: "ms", why: "a slow drip: this deadline is not moved by progress" },
  runMs: { value: 120_000, unit: "ms", why: "a server that uses up every other limit in turn" },
  toolMs: { value: 10_000, unit: "ms", why: "a tool that takes its time; it is cancelled and the run goes on" },
  discoverMs: { value: 5_000, unit: "ms", why: "silence to server/discover after initialize was answered" },
  quietMs: { value: 150, unit: "ms", why: "waiting for something that should not arrive" },
  headerBytes: { value: 16_384, unit: "bytes", why: "a header flood; Node's own default" },
  headerCount: { value: 100, unit: "count", why: "thousands of small header fields" },
  bodyBytes: { value: 8_388_608, unit: "bytes", why: "an endless body, counted as received" },
  decodedBytes: { value: 16_777_216, unit: "bytes", why: "a compression bomb, counted after decoding" },
  expansionRatio: { value: 100, unit: "ratio", why: "a compression bomb, seen early (after 64 KiB decoded)" },
  sseLineBytes: { value: 4_194_304, unit: "bytes", why: "one SSE line that never ends" },
  sseEventBytes: { value: 8_388_608, unit: "bytes", why: "endless data lines without a blank line" },
  sseEvents: { value: 2_000, unit: "count", why: "an event stream that never stops talking" },
  lineBytes: { value: 8_388_608, unit: "bytes", why: "a stdout line without end" },
  stdoutBytes: { value: 67_108_864, unit: "bytes", why: "gigabytes of short lines" },
  stderrBytes: { value: 65_536, unit: "bytes", why: "kept from the start and again from the end of stderr" },
  messages: { value: 5_000, unit: "count", why: "a flood of messages nobody asked for, per conversation" },
  captureBytes: { value: 67_108_864, unit: "bytes", why: "many large messages, each within bounds, in one run" },
  captureValues: {
    value: 2_000_000,
    unit: "count",
    why: "the same with tiny values, which cost more than their bytes",
  },
  rawBytes: { value: 65_536, unit: "bytes", why: "raw bytes kept of one message that is not clean JSON" },
  jsonDepth: { value: 128, unit: "count", why: "nesting that would exhaust the stack later" },
  jsonValues: { value: 500_000, unit: "count", why: "millions of tiny values in one message" },
  startMs: { value: 30_000, unit: "ms", why: "a child that never says anything after start" },
  launchMs: {
    value: 180_000,
    unit: "ms",
    why: "a launcher such as npx that installs for ever; the first start only, start-ms sets it too",
  },
  stdinCloseMs: { value: 2_000, unit: "ms", why: "a child that ignores end of input" },
  termMs: { value: 2_000, unit: "ms", why: "a child that ignores SIGTERM; SIGKILL follows" },
  pages: { value: 50, unit: "count", why: "a list whose cursor never ends" },
  items: { value: 5_000, unit: "count", why: "a list that never ends" },
  serverRequests: { value: 100, unit: "count", why: "requests from the server we answer per conversation" },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof LIMIT_TABLE;

export type Limits = { readonly [name in LimitName]: number };

/** The default value of each row. */
export const limitValues = <Name extends string>(table: Record<Name, LimitRow>): { readonly [name in Name]: number } =>
  Object.fromEntries(Object.entries<LimitRow>(table).map(([name, row]) => [name, row.value])) as Record<Name, number>;

export const DEFAULT_LIMITS: Limits = limitValues(LIMIT_TABLE);

/** The limits in force where some are given; whoever limits the start of a process means the first one, too. */
export const limitsWith = (given: Partial<Limits> = {}): Limits => ({
  ...DEFAULT_LIMITS,
  ...(given.startMs === undefined ? {} : { launchMs: given.startMs }),
  ...given,
});

/** Quiet windows for which a stream may outlast its response before it counts as left open; the text names no time. */
export const STREAM_END_WINDOWS = 14;

export const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMIT_TABLE, name);

/** C6 in every version: the server must answer its first request within this time. */
export const ENTRY_BOUND_MS = 5_000;
