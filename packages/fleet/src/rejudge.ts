import type { Grade } from "mcptest/internal";
import { JudgeError } from "./judge/judge-error.ts";
import type { JudgePool } from "./judge/judge-pool.ts";
import { withUnmetNeeds } from "./judge/unmet-needs.ts";
import { pack } from "./pack.ts";
import type { FleetStore } from "./store/open-fleet-store.ts";
import { type RejudgedResult, type StoredResult, storedResults, storeRejudged } from "./store/rejudged.ts";

export interface Rejudged {
  readonly target: string;
  readonly run: number;
  readonly url: string | null;
  readonly grade: { readonly before: Grade | null; readonly after: Grade | null };
  readonly state: { readonly before: string; readonly after: string };
  /** Rules that fail now and did not, and the other way round. */
  readonly fails: readonly string[];
  readonly passes: readonly string[];
}

/** A run whose result stays what it was, because its capture says nothing any more. */
export interface NotJudged {
  readonly target: string;
  readonly run: number;
  readonly url: string | null;
  readonly why: string;
}

export interface RejudgeOptions {
  /** Every run whose capture is kept, not only the newest of each target. */
  readonly all: boolean;
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean;
  readonly judges: JudgePool;
  readonly signal: AbortSignal;
  onChange(changed: Rejudged): void;
  onNotJudged(failed: NotJudged): void;
  onProgress?(done: number): void;
}

/** How many are in memory, and in one transaction. */
const BATCH = 40;

/** Judges stored captures by today's rules and stores what they say now. Contacts nobody. */
export const rejudge = async (store: FleetStore, options: RejudgeOptions): Promise<{ judged: number }> => {
  let judged = 0;
  const read = (after: Parameters<typeof storedResults>[2]) => storedResults(store, options.all, after, BATCH);
  // While one batch is judged, the one before it is written and the next one is read: no thread waits for the database.
  let writing: Promise<void> = Promise.resolve();
  for (let page = await read({ targetKey: 0, run: 0 }); page.length > 0 && !options.signal.aborted; ) {
    const last = page.at(-1);
    const reading = last === undefined ? [] : read(last);
    const found = await Promise.all(
      page.map(async (stored) => {
        const outcome = await judgeAgain(stored, options);
        if (outcome !== undefined) judged++;
        options.onProgress?.(judged);
        return outcome;
      }),
    );
    await writing;
    const results = found.flatMap((one) => (one === undefined ? [] : [one]));
    writing = options.dryRun ? Promise.resolve() : storeRejudged(store, results);
    // It is awaited one batch later, and must not count as unhandled until then.
    writing.catch(() => {});
    page = await reading;
  }
  await writing;
  return { judged };
};

/** Undefined where it could not be judged, and where the work was interrupted before it came to this one. */
const judgeAgain = async (
  stored: StoredResult,
  { judges, signal, onChange, onNotJudged }: RejudgeOptions,
): Promise<RejudgedResult | undefined> => {
  if (signal.aborted) return undefined;
  const leave = (why: string): undefined => {
    onNotJudged({ target: stored.target, run: stored.run, url: stored.url, why });
  };
  if (stored.packed === undefined) return leave("its capture is gone");
  const judged = await judges.judge(stored.packed).catch((error: unknown) => {
    if (error instanceof JudgeError) return leave(error.message);
    throw error;
  });
  if (!judged) return undefined;
  const { result, lock } = withUnmetNeeds(judged, stored.address);
  const before = new Set(stored.failing);
  const now = new Set(result.summary.findings.map(({ id }) => id));
  const fails = [...now].filter((id) => !before.has(id));
  const passes = [...before].filter((id) => !now.has(id));
  if (stored.grade !== result.grade || stored.state !== result.state || fails.length > 0 || passes.length > 0)
    onChange({
      ...{ target: stored.target, run: stored.run, url: stored.url, fails, passes },
      grade: { before: stored.grade, after: result.grade },
      state: { before: stored.state, after: result.state },
    });
  const isNew = result.surface !== null && result.surface !== stored.surface;
  return {
    ...{ targetKey: stored.targetKey, run: stored.run, result, stateBefore: stored.state },
    surface: isNew && lock !== null && result.surface !== null ? { id: result.surface, data: await pack(lock) } : null,
  };
};
