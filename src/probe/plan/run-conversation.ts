import { eraOf } from "../../model/revision.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import { openStepIO } from "./run-step.ts";
import type { ConversationPlan, Skip, Step } from "./step.ts";

/** Requests of one conversation under way at once. On stdio they are pipelined freely: it is one pipe. */
const WIDTH = { http: 2, stdio: Number.POSITIVE_INFINITY } as const;

/** Asks the steps of one conversation, group after group, the steps of a group side by side. */
export const runSteps = async <T extends Talk>(
  context: RunContext,
  plan: ConversationPlan<T>,
  conversation: string,
  talk: T,
  known: () => Known,
  slotsBefore = 0,
): Promise<void> => {
  let slot = slotsBefore;
  for (const group of plan.groups) {
    const first = slot + 1;
    slot += group.length;
    await inParallel(
      group.map((step, index) => () => runStep(context, step, conversation, talk, known(), first + index)),
      WIDTH[context.target.kind],
    );
  }
};

const runStep = async <T extends Talk>(
  context: RunContext,
  step: Step<T>,
  conversation: string,
  talk: T,
  known: Known,
  slot: number,
): Promise<void> => {
  const skip = context.health.sickness ?? deadEnd(talk) ?? step.skip?.(known) ?? step.skipIn?.(talk);
  if (skip) {
    context.recorder.addNotProbed({ conversation, step: step.name, ...skip }, slot);
    return;
  }
  const control = eraOf(known.revision) === "stateful" ? "ping" : "server/discover";
  await step.run(openStepIO(context, talk, known, step, slot, control));
};

const deadEnd = (talk: Talk): Skip | undefined =>
  talk.conversation.dead ? { reason: "prerequisite-missing", detail: "the conversation had already ended" } : undefined;

/** Writes down every step of a conversation that is not held at all. */
export const skipConversation = <T extends Talk>(
  context: RunContext,
  plan: ConversationPlan<T>,
  conversation: string,
  skip: Skip,
): void => {
  for (const [index, step] of plan.groups.flat().entries()) {
    context.recorder.addNotProbed({ conversation, step: step.name, ...skip }, index + 1);
  }
};
