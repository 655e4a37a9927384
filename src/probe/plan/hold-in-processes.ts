import type { StdioProcess } from "../conversation/stdio-process.ts";
import { Health } from "../health.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { HeldConversation, NO_HANDSHAKE, type Opener } from "./held-conversation.ts";
import type { Known } from "./known.ts";
import { skipConversation } from "./run-conversation.ts";
import type { ConversationPlan } from "./step.ts";

interface Rest<T extends Talk> extends Opener<T> {
  readonly prefix: string;
  readonly plans: readonly ConversationPlan<T>[];
  readonly listsRead: Promise<void>;
  readonly mainOver: Promise<void>;
  /** What else is asked in a process before its last conversation. */
  readonly lend?: Lend;
  /** Whether a process shakes hands a second time, in the era that does. */
  readonly again?: Promise<boolean>;
  known(): Known;
}

/** Asks in a process, if there is one that can go on and may be shared, and yields what can go on then. */
export type Lend = (idle: StdioProcess | undefined, mayShare: boolean) => Promise<StdioProcess | undefined>;

/**
 * Conversations on stdio beside the main one: those of one process follow each other, the processes run side by side.
 * Starting a process costs more than most conversations, so one that can go on is used again.
 */
export const holdInProcesses = async <T extends Talk>(context: RunContext, rest: Rest<T>): Promise<void> => {
  const alone = rest.plans.filter(({ process }) => process === undefined).map((plan) => [plan]);
  const shared = (["second", "third"] as const).map((name) => rest.plans.filter(({ process }) => process === name));
  await inParallel(
    [...shared, ...alone].map((plans) => () => context.work.during(() => holdInTurn(context, rest, plans))),
    context.concurrency,
  );
};

const holdInTurn = async <T extends Talk>(
  context: RunContext,
  rest: Rest<T>,
  plans: readonly ConversationPlan<T>[],
): Promise<void> => {
  let process: StdioProcess | undefined;
  for (const plan of plans) {
    if (plan.needsLists) await rest.listsRead;
    if (plan.afterOthers) await context.work.idleUntil(rest.mainOver);
    if (plan.last && rest.lend) process = await rest.lend(process, (await rest.again) !== false);
    process = await holdInProcess(context, rest, plan, process);
  }
  await process?.shutdown();
};

/** Holds one conversation, if it can be in the process that the one before it has left; yields what it leaves itself. */
export const holdInProcess = async <T extends Talk>(
  context: RunContext,
  { prefix, known, again, ...opener }: Omit<Rest<T>, "plans" | "listsRead" | "mainOver" | "lend">,
  plan: ConversationPlan<T>,
  idle: StdioProcess | undefined,
): Promise<StdioProcess | undefined> => {
  const id = `${prefix}${plan.name}`;
  const skip = context.health.stopReason ?? plan.skip?.(known());
  if (skip) {
    skipConversation(context, plan, id, skip);
    return idle;
  }
  const used = await usableFor(plan, idle, again);
  if (used && plan.isAsFresh) {
    // Whatever becomes of it, it says nothing about the health of a fresh one.
    const apart = { ...context, health: new Health(context.signal) };
    const held = await holdOne(apart, opener, plan, known, id, used);
    const isAsFresh = plan.isAsFresh(context.recorder.draftsOf(id)) && !context.recorder.heardUnasked(id);
    if (held && isAsFresh) return held.leave();
    context.recorder.setAside(id);
    await held?.close();
    return (await holdOne(context, opener, plan, known, `${id}.2`, undefined))?.leave();
  }
  return (await holdOne(context, opener, plan, known, id, used))?.leave();
};

/** The idle process, if this conversation can be held in it; otherwise it is ended. */
const usableFor = async <T extends Talk>(
  { bare, isAsFresh }: ConversationPlan<T>,
  idle: StdioProcess | undefined,
  again: Promise<boolean> | undefined,
): Promise<StdioProcess | undefined> => {
  if (!idle) return undefined;
  if (!idle.isOver && (!bare || isAsFresh) && (await again) !== false) return idle;
  await idle.shutdown();
  return undefined;
};

const holdOne = async <T extends Talk>(
  context: RunContext,
  opener: Opener<T>,
  plan: ConversationPlan<T>,
  known: () => Known,
  id: string,
  used: StdioProcess | undefined,
): Promise<HeldConversation<T> | undefined> => {
  const talk = await opener.open(plan, id, used);
  if (!talk) {
    skipConversation(context, plan, id, NO_HANDSHAKE);
    return undefined;
  }
  const held = new HeldConversation(context, opener, plan, known, talk.conversation.id, talk);
  for (const group of plan.groups) await held.ask(group);
  return held;
};
