import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";
import { HeldConversation, NO_HANDSHAKE, type Opener } from "./held-conversation.ts";
import type { Known, ServerFindings } from "./known.ts";
import type { ListedItems } from "./lists.ts";
import { skipConversation } from "./run-conversation.ts";
import type { ConversationPlan } from "./step.ts";

/** The plan of one revision: the main conversation goes on from the handshake, the others have their own. */
export interface RevisionPlan<T extends Talk> {
  readonly main: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  readonly listed: ListedItems;
  /** The tools it may call, as far as the user allows; by default all. */
  readonly calls?: (tools: readonly JsonObject[]) => readonly JsonObject[];
}

/** How one revision of a server is probed. */
export interface RevisionProbe extends ServerFindings {
  /** What conversation ids start with, when more than one revision is probed. */
  readonly prefix: string;
}

export interface PlanRun<T extends Talk> extends RevisionProbe, Opener<T> {
  readonly revision: Revision;
  readonly capabilities: Json | undefined;
  readonly plan: RevisionPlan<T>;
  /** The talk that has shaken hands. */
  readonly main: T;
}

/** Runs the whole plan of one revision: independent conversations side by side, within the polite limit. */
export const runPlan = async <T extends Talk>(context: RunContext, run: PlanRun<T>): Promise<void> => {
  const capabilities: JsonObject = isJsonObject(run.capabilities) ? run.capabilities : {};
  const { listed } = run.plan;
  // Making arguments is the dearest part of knowing; it is done again only when the list has grown.
  let made: { readonly tools: number; readonly choices: readonly ToolChoice[] } = { tools: 0, choices: [] };
  const choices = (): readonly ToolChoice[] => {
    const tools = listed.all.tools;
    if (made.tools !== tools.length)
      made = { tools: tools.length, choices: chooseTools(run.plan.calls?.(tools) ?? tools, context.tools) };
    return made.choices;
  };
  const known = (): Known => ({
    revision: run.revision,
    transport: run.transport,
    dual: run.dual,
    listedVersions: run.listedVersions,
    capabilities,
    ...listed.all,
    choices: choices(),
  });

  context.recorder.updateConversation(run.main.conversation.id, { purpose: run.plan.main.purpose });
  const all = run.plan.others.filter((plan) => fits(plan, context));
  context.recorder.reserve(all.map((plan) => `${run.prefix}${plan.name}`));
  const fitting = all.filter((plan) => !plan.afterMain);
  const [lists = [], ...rest] = run.plan.main.groups;
  const held = new HeldConversation(context, run, run.plan.main, known, run.main.conversation.id, run.main);
  // The first group of the main conversation reads the lists; whoever builds on them waits for it.
  const listsRead = held.ask(lists);

  const hold = async (plan: ConversationPlan<T>): Promise<void> => {
    const id = `${run.prefix}${plan.name}`;
    const skip = context.health.stopReason ?? plan.skip?.(known());
    if (skip) return skipConversation(context, plan, id, skip);
    const talk = await run.open(plan, id);
    if (!talk) return skipConversation(context, plan, id, NO_HANDSHAKE);
    const other = new HeldConversation(context, run, plan, known, id, talk);
    for (const group of plan.groups) await other.ask(group);
    await other.close();
  };

  const main = async (): Promise<void> => {
    await listsRead;
    for (const group of rest) await held.ask(group);
    await held.close();
    for (const plan of all) if (plan.afterMain) await hold(plan);
  };
  const others = async (): Promise<void> => {
    const eager = fitting.filter((plan) => !plan.needsLists);
    const patient = fitting.filter((plan) => plan.needsLists);
    let areListsRead = false;
    const note = (): void => {
      areListsRead = true;
    };
    void listsRead.then(note, note);
    // Those that build on the lists call tools and wait for things: begun as soon as they can be, the others fill the
    // pauses.
    const next = (): ConversationPlan<T> | undefined =>
      (areListsRead ? patient.shift() : undefined) ?? eager.shift() ?? patient.shift();
    const tasks = fitting.map(() => async () => {
      const plan = next();
      if (plan?.needsLists) await listsRead;
      if (plan) await hold(plan);
    });
    await inParallel(tasks, context.concurrency);
  };
  await Promise.all([main(), others()]);
};

const fits = <T extends Talk>(plan: ConversationPlan<T>, context: RunContext): boolean =>
  plan.transport === "any" || plan.transport === context.target.kind;
