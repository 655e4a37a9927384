import { availableParallelism, hostname } from "node:os";
import {
  baseEnvironment,
  type CallOf,
  type Console,
  EXIT,
  type ExitCode,
  type FlagsFor,
  type fleetRun,
  type fleetWork,
  type Interrupt,
  parseDuration,
  type StoreFlags,
  splitCommand,
  UsageError,
  VERSION,
  watchInterrupts,
} from "mcptest/internal";
import { openFleetProgress } from "../cli/fleet-progress.ts";
import { many, manyOf, readHours, readWhole } from "../cli/numbers.ts";
import { leftAloneLines, whyNothing } from "../cli/run-words.ts";
import { databaseServer, type StoreUse, withStore } from "../cli/store-flags.ts";
import { compileLate, keepHeapSmall } from "../engine-flags.ts";
import { openJudgePool } from "../judge/judge-pool.ts";
import type { FleetState } from "../model/state.ts";
import { openQueue } from "../queue/open-queue.ts";
import { DEFAULT_POLITENESS } from "../queue/politeness.ts";
import { queueDue } from "../queue/queue-due.ts";
import { sweep } from "../queue/sweep.ts";
import { countAskable } from "../store/count-askable.ts";
import type { FleetStore } from "../store/open-fleet-store.ts";
import { applyOptOuts } from "../store/opt-out.ts";
import { countFleet } from "../store/read-results.ts";
import { DEFAULT_RETENTION, pruneCaptures } from "../store/retention.ts";
import { type WorkerOptions, work } from "../work/worker.ts";

type FleetWorkFlags = Omit<FlagsFor<typeof fleetWork>, "untilDone">;

/** `mcptest fleet run`: queues what is due, and works until everything that is queued is done. */
export const runFleetRun = async ({ flags, console }: CallOf<typeof fleetRun>): Promise<ExitCode> => {
  if (flags.all && flags.due) throw new UsageError("--all and --due say the opposite; keep one");
  const max = readWhole(flags.max, "--max", 1, 10_000_000);
  const retention = {
    perTarget: readWhole(flags.keepCaptures, "--keep-captures", 1, 100_000) ?? DEFAULT_RETENTION.perTarget,
    days: readWhole(flags.keepDays, "--keep-days", 1, 36_500) ?? DEFAULT_RETENTION.days,
  };
  const query = { all: flags.all, glob: flags.target, max, allowCommands: flags.allowCommands };
  const settings = readSettings(flags);
  const ask = async (store: FleetStore, interrupt: Interrupt): Promise<ExitCode> => {
    const queue = await openQueue(store);
    await applyOptOuts(store);
    const { open } = await sweep(store, queue, settings.politeness, store.database.kind === "embedded");
    const enqueue = () => queueDue(store, queue, query, flags.quick ? { quick: true } : {}, settings.politeness);
    const { targets, run } = await enqueue();
    if (open > 0 && !flags.quiet) console.err(`mcptest: going on with ${manyOf(open, "target")} of an earlier run\n`);
    if (open + targets === 0 && !flags.schedule) {
      console.out(`${whyNothing(await countAskable(store, flags.target), flags)}\n`);
      return EXIT.ok;
    }
    if (run !== undefined && !flags.quiet) console.err(`mcptest: run ${run}: ${manyOf(targets, "target")} queued\n`);
    const prune = () => pruneCaptures(store, retention).catch(() => 0);
    const stopScheduling = flags.schedule ? keepScheduling(enqueue, prune) : () => {};
    try {
      const code = await workOn(
        store,
        { ...settings, queue, untilDone: !flags.schedule },
        interrupt,
        open + targets,
        flags,
        console,
      );
      if (!interrupt.signal.aborted) await prune();
      return code;
    } finally {
      stopScheduling();
    }
  };
  // A scheduler, as a worker, may be started before the first server is added.
  return interruptible(flags, ask, { makes: flags.schedule === true });
};

const SCHEDULE_MS = 60_000;
const PRUNE_MS = 3_600_000;

/** One scheduler among many: who comes second finds nothing left to queue. Returns how to stop it. */
const keepScheduling = (enqueue: () => Promise<unknown>, prune: () => Promise<unknown>): (() => void) => {
  const timers = [
    setInterval(() => void enqueue().catch(() => {}), SCHEDULE_MS),
    setInterval(() => void prune(), PRUNE_MS),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};

/** `mcptest fleet work`: one more worker, on any machine that reaches the database. */
export const runFleetWork = ({ flags, console }: CallOf<typeof fleetWork>): Promise<ExitCode> => {
  const settings = readSettings(flags);
  const ask = async (store: FleetStore, interrupt: Interrupt): Promise<ExitCode> => {
    const queue = await openQueue(store);
    const { waiting, working } = await countFleet(store);
    return workOn(
      store,
      { ...settings, queue, untilDone: flags.untilDone === true },
      interrupt,
      waiting + working,
      flags,
      console,
    );
  };
  return interruptible(flags, ask, { makes: databaseServer(flags) !== undefined });
};

/** From the start, so that an interrupt while the database is opened or targets are queued ends in order too. */
const interruptible = async (
  flags: StoreFlags,
  body: (store: FleetStore, interrupt: Interrupt) => Promise<ExitCode>,
  use: StoreUse,
): Promise<ExitCode> => {
  const interrupt = watchInterrupts();
  try {
    return await withStore(flags, (store) => body(store, interrupt), use);
  } finally {
    interrupt.release();
  }
};

type Settings = Omit<WorkerOptions, "store" | "queue" | "judges" | "signal" | "untilDone" | "onResult">;

const workOn = async (
  store: FleetStore,
  options: Omit<WorkerOptions, "store" | "judges" | "signal" | "onResult">,
  interrupt: Interrupt,
  total: number,
  flags: FleetWorkFlags,
  console: Console,
): Promise<ExitCode> => {
  if (contactOf(flags) === undefined && !flags.quiet)
    console.err("mcptest: servers are not told whom to write to; give an address with --contact\n");
  keepHeapSmall();
  compileLate();
  const progress = openFleetProgress(console, flags.quiet === true, total, options.untilDone);
  const judges = openJudgePool(Math.max(1, availableParallelism() - 1), "worker");
  const counts: Partial<Record<FleetState, number>> = {};
  try {
    const { done, released, leftAlone } = await work({
      ...options,
      patience: {
        ...options.patience,
        onGone: (message) => progress.say(message.replace(/; is it running\?$/, "; waiting for it")),
        onBack: () => progress.say("the database is back; going on"),
      },
      store,
      judges,
      signal: interrupt.signal,
      onResult: (_task, state, stored) => {
        if (!stored) return;
        counts[state] = (counts[state] ?? 0) + 1;
        progress.count(state);
      },
    });
    progress.clear();
    const words = Object.entries(counts).map(([state, count]) => `${many(count)} ${state}`);
    console.out(`${many(done)} asked${words.length > 0 ? `: ${words.join(", ")}` : ""}\n`);
    for (const line of leftAloneLines(leftAlone)) console.err(`mcptest: ${line}\n`);
    if (released > 0)
      console.err(
        `mcptest: ${manyOf(released, "target")} given back; the next run goes on with ${released === 1 ? "it" : "them"}\n`,
      );
    return interrupt.code ?? EXIT.ok;
  } finally {
    progress.clear();
    await judges.close();
  }
};

const contactOf = ({ contact }: FleetWorkFlags): string | undefined => contact ?? process.env["MCPTEST_CONTACT"];

const readSettings = (flags: FleetWorkFlags): Omit<Settings, "queue"> => {
  const contact = contactOf(flags);
  if (contact !== undefined && !/^[\x21-\x7e]{3,200}$/.test(contact))
    throw new UsageError("--contact is one address without spaces: a mail address, or a page about your fleet");
  const hours = readHours(flags.every, "--every");
  return {
    politeness: {
      perHost: readWhole(flags.perHost, "--per-host", 1, 100) ?? DEFAULT_POLITENESS.perHost,
      gapSeconds: flags.gap === undefined ? DEFAULT_POLITENESS.gapSeconds : parseDuration(flags.gap, "--gap") / 1_000,
    },
    atOnce: readWhole(flags.atOnce, "--at-once", 1, 500) ?? DEFAULT_AT_ONCE,
    allowCommands: flags.allowCommands === true,
    maxMemory: (readWhole(flags.maxMemory, "--max-memory", 16, 1_000_000) ?? DEFAULT_MEGABYTES) * 1_048_576,
    name: `${hostname()} ${process.pid}`,
    graceMs: flags.grace === undefined ? DEFAULT_GRACE_MS : parseDuration(flags.grace, "--grace"),
    everySeconds: hours === undefined ? undefined : Math.round(hours * 3_600),
    patience: {
      ms: flags.databaseWait === undefined ? DEFAULT_WAIT_MS : parseDuration(flags.databaseWait, "--database-wait"),
      onGone: () => {},
      onBack: () => {},
    },
    probe: {
      userAgent: `mcptest/${VERSION}${contact === undefined ? "" : ` (+${contact})`}`,
      allowPrivate: flags.allowPrivate === true,
      runWith: flags.runWith === undefined ? [] : splitCommand(flags.runWith, "--run-with"),
      limits: {
        runMs: flags.runTimeout === undefined ? DEFAULT_RUN_MS : parseDuration(flags.runTimeout, "--run-timeout"),
        ...(flags.timeout === undefined ? {} : { exchangeMs: parseDuration(flags.timeout, "--timeout") }),
      },
      env: process.env,
      baseEnv: baseEnvironment(process.env),
    },
  };
};

const DEFAULT_AT_ONCE = 16;
const DEFAULT_MEGABYTES = 1_024;
const DEFAULT_GRACE_MS = 10_000;
const DEFAULT_WAIT_MS = 120_000;
/** Less than a check by hand gets: what takes longer keeps others waiting. */
const DEFAULT_RUN_MS = 90_000;
