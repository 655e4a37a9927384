import type { TransportName } from "../../model/capture.ts";
import { type Json, type JsonObject, isJsonObject } from "../../model/json.ts";
import type { Revision } from "../../model/revision.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import { ListedItems } from "./lists.ts";
import { runSteps, skipConversation } from "./run-conversation.ts";
import type { ConversationPlan, Skip } from "./step.ts";
import { chooseTools } from "./tool-policy.ts";

/** The plan of one revision: the main conversation goes on from the handshake, the others have their own. */
export interface RevisionPlan<T extends Talk> {
  readonly main: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  readonly listed: ListedItems;
}

export interface PlanRun<T extends Talk> {
  readonly revision: Revision;
  readonly transport: TransportName;
  readonly dual: boolean;
  readonly listedVersions: readonly string[];
  readonly capabilities: Json | undefined;
  readonly plan: RevisionPlan<T>;
  /** The talk that has shaken hands. */
  readonly main: T;
  /** What conversation ids start with, when more than one revision is probed. */
  readonly prefix: string;
  /** Opens a conversation and, unless the plan says bare, shakes hands; undefined when that failed. */
  open(plan: ConversationPlan<T>, id: string): Promise<T | undefined>;
  close(talk: T): Promise<void>;
}

/** Runs the whole plan of one revision: independent conversations side by side, within the polite limit. */
export const runPlan = async <T extends Talk>(context: RunContext, run: PlanRun<T>): Promise<void> => {
  const capabilities: JsonObject = isJsonObject(run.capabilities) ? run.capabilities : {};
  const { listed } = run.plan;
  const known = (): Known => ({
    revision: run.revision,
    transport: run.transport,
    dual: run.dual,
    listedVersions: run.listedVersions,
    capabilities,
    tools: listed.of("tools"),
    resources: listed.of("resources"),
    templates: listed.of("templates"),
    prompts: listed.of("prompts"),
    choices: chooseTools(listed.of("tools"), context.tools),
  });

  const fitting = run.plan.others.filter((plan) => fits(plan, context));
  context.recorder.reserve(fitting.map((plan) => `${run.prefix}${plan.name}`));
  const [lists = [], ...rest] = run.plan.main.groups;
  // The first group of the main conversation reads the lists; whoever builds on them waits for it.
  const listsRead = runSteps(context, { ...run.plan.main, groups: [lists] }, run.main.conversation.id, run.main, known);

  const hold = async (plan: ConversationPlan<T>): Promise<void> => {
    const id = `${run.prefix}${plan.name}`;
    const skip = context.health.sickness ?? plan.skip?.(known());
    if (skip) return skipConversation(context, plan, id, skip);
    const talk = await run.open(plan, id);
    if (!talk) return skipConversation(context, plan, id, NO_HANDSHAKE);
    await runSteps(context, plan, id, talk, known);
    await run.close(talk);
  };

  const main = async (): Promise<void> => {
    await listsRead;
    await runSteps(
      context,
      { ...run.plan.main, groups: [[], ...rest] },
      run.main.conversation.id,
      run.main,
      known,
      lists.length,
    );
    await run.close(run.main);
  };
  const eager = fitting.filter((plan) => !plan.needsLists);
  const patient = fitting.filter((plan) => plan.needsLists);
  const others = async (): Promise<void> => {
    await inParallel(
      [...eager, ...patient].map((plan) => async () => {
        if (plan.needsLists) await listsRead;
        await hold(plan);
      }),
      context.concurrency,
    );
  };
  await Promise.all([main(), others()]);
};

const NO_HANDSHAKE: Skip = { reason: "prerequisite-missing", detail: "the conversation could not be opened" };

const fits = <T extends Talk>(plan: ConversationPlan<T>, context: RunContext): boolean =>
  plan.transport === "any" || plan.transport === context.target.kind;
