import { eraOf } from "../../protocol/revision.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import { openStepIO } from "./run-step.ts";
import type { Skip } from "./skip.ts";
import type { ConversationPlan, Step } from "./step.ts";

/** Requests of one conversation under way at once. On stdio they are pipelined freely: it is one pipe. */
const WIDTH = { http: 2, stdio: Number.POSITIVE_INFINITY } as const;

/** Asks the steps of a group side by side; streams that only wait do not count in how many requests are under way. */
export const askSideBySide = async <T extends Talk>(
  context: RunContext,
  group: readonly Step<T>[],
  ask: (step: Step<T>, index: number) => Promise<void>,
): Promise<void> => {
  const tasks = group.map((step, index) => ({ waits: step.waits === true, run: () => ask(step, index) }));
  const waiting = tasks.filter(({ waits }) => waits).map(({ run }) => run());
  const asking = tasks.filter(({ waits }) => !waits).map(({ run }) => run);
  await Promise.all([...waiting, inParallel(asking, WIDTH[context.target.kind])]);
};

/** Asks the steps of one conversation, group after group, the steps of a group side by side. */
export const runSteps = async <T extends Talk>(
  context: RunContext,
  plan: ConversationPlan<T>,
  conversation: string,
  talk: T,
  known: () => Known,
): Promise<void> => {
  let slot = 0;
  for (const group of plan.groups) {
    const first = slot + 1;
    slot += group.length;
    await askSideBySide(context, group, (step, index) =>
      runStep(context, step, conversation, talk, known(), first + index),
    );
  }
};

interface StepChoices {
  /** The process is not the one the conversation began with. */
  readonly renewed?: boolean;
  /** Its requests wait for each other: which of them ended a process is to be found out. */
  readonly oneByOne?: boolean;
}

/** Asks one step, or writes down why not. */
export const runStep = async <T extends Talk>(
  context: RunContext,
  step: Step<T>,
  conversation: string,
  talk: T,
  known: Known,
  slot: number,
  { renewed = false, oneByOne = false }: StepChoices = {},
): Promise<void> => {
  const skip =
    context.health.stopReason ??
    deadEnd(talk) ??
    step.skip?.(known) ??
    (renewed && step.continues ? OTHER_PROCESS : undefined) ??
    step.skipIn?.(talk);
  if (skip) {
    context.recorder.addNotProbed({ conversation, step: step.question, ...skip }, slot);
    return;
  }
  const control = eraOf(known.revision) === "stateful" ? "ping" : "server/discover";
  await step.run(openStepIO(context, talk, known, step, slot, control, oneByOne));
};

const OTHER_PROCESS: Skip = {
  reason: "prerequisite-missing",
  detail: "the process that was asked before had ended",
};

const deadEnd = (talk: Talk): Skip | undefined => {
  const detail = talk.conversation.dead ? "the conversation had already ended" : talk.obstacle;
  return detail === undefined ? undefined : { reason: "prerequisite-missing", detail };
};

/** Writes down every step of a conversation that is not held at all. */
export const skipConversation = <T extends Talk>(
  context: RunContext,
  plan: ConversationPlan<T>,
  conversation: string,
  skip: Skip,
): void => {
  for (const [index, step] of plan.groups.flat().entries()) {
    context.recorder.addNotProbed({ conversation, step: step.question, ...skip }, index + 1);
  }
};
