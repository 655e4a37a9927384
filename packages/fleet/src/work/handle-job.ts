import type { FleetState } from "../model/state.ts";
import { claimTask, type Task } from "../queue/claim.ts";
import { type Finished, finishTask, jobAfter, queueOf, releaseTask } from "../queue/finish.ts";
import type { FleetQueue, HostJob } from "../queue/open-queue.ts";
import type { Politeness } from "../queue/politeness.ts";
import { COMMAND_HOST } from "../store/add-targets.ts";
import { type CheckTools, checkTarget, givenUp } from "./check-target.ts";
import { watchMemory } from "./memory-watch.ts";
import { patiently } from "./patience.ts";
import type { Slot, Slots } from "./slots.ts";

export interface JobContext extends CheckTools {
  readonly queue: FleetQueue;
  readonly politeness: Politeness;
  /** The id of this worker. */
  readonly worker: string;
  readonly slots: Slots;
  /** The targets that are being asked. */
  readonly inHand: Set<number>;
  /** Ends what is under way. */
  readonly stopped: AbortSignal;
  /** Bytes that a started command may take. */
  readonly maxMemory: number;
  onResult?: ((task: Task, state: FleetState, stored: boolean) => void) | undefined;
}

export type Handled = "stored" | "known" | "released" | "nothing";

/** A target that was begun so often and never finished ends whoever asks it. */
const MOST_ATTEMPTS = 3;

/** Takes a target of the job's host, checks it, and stores what was found. */
export const handleJob = async (context: JobContext, job: HostJob): Promise<Handled> => {
  const { store, queue, worker, politeness, patience, slots, inHand } = context;
  const claim = await patiently(patience, () => claimTask(store, worker, job.host, politeness));
  if (claim.kind !== "task") {
    await putBack(context, job, claim.kind === "later" ? claim.seconds : undefined);
    return "nothing";
  }
  const { task } = claim;
  inHand.add(task.targetKey);
  const place = slots.enter();
  try {
    const finished = await check(context, task, place);
    if (finished === undefined) {
      await patiently(patience, () => releaseTask(store, queue, worker, job, task));
      return "released";
    }
    const isStored = await patiently(patience, () => finishTask(store, queue, job, task, finished, politeness));
    context.onResult?.(task, finished.result.state, isStored);
    return isStored ? "stored" : "known";
  } finally {
    inHand.delete(task.targetKey);
    place.leave();
  }
};

/** The host may not be asked yet, or has nothing to ask. */
const putBack = ({ store, queue, patience }: JobContext, job: HostJob, after: number | undefined): Promise<void> =>
  patiently(patience, () =>
    store.database.transaction(async (inside) => {
      await queue.remove(queueOf(job.host), [job.id], inside);
      if (after !== undefined) await queue.put(queueOf(job.host), jobAfter(job, after), inside);
    }),
  );

const check = async (context: JobContext, task: Task, place: Slot): Promise<Finished | undefined> => {
  if (task.attempts > MOST_ATTEMPTS)
    return givenUp(new Date(), 0, null, "hanging", `${MOST_ATTEMPTS} workers ended while they asked it`);
  if (task.host !== COMMAND_HOST) return checkTarget(context, task, context.stopped, place);
  const began = Date.now();
  const memory = watchMemory(context.maxMemory);
  try {
    const finished = await checkTarget(context, task, AbortSignal.any([context.stopped, memory.signal]), place);
    if (!memory.signal.aborted) return finished;
    const megabytes = Math.round(context.maxMemory / 1_048_576);
    return givenUp(new Date(began), Date.now() - began, null, "dead", `it took more than ${megabytes} MB of memory`);
  } finally {
    memory.end();
  }
};
