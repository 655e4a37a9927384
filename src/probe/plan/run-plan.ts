import type { TransportName } from "../../model/capture.ts";
import { isJsonObject, type Json, type JsonObject } from "../../model/json.ts";
import type { Revision } from "../../model/revision.ts";
import { inParallel } from "../in-parallel.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import type { Known } from "./known.ts";
import type { ListedItems } from "./lists.ts";
import { runSteps, skipConversation } from "./run-conversation.ts";
import type { ConversationPlan, Skip } from "./step.ts";
import { chooseTools, type ToolChoice } from "./choose-tools.ts";

/** The plan of one revision: the main conversation goes on from the handshake, the others have their own. */
export interface RevisionPlan<T extends Talk> {
  readonly main: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  readonly listed: ListedItems;
  /** The tools it may call, as far as the user allows; by default all. */
  readonly calls?: (tools: readonly JsonObject[]) => readonly JsonObject[];
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
  // Making arguments is the dearest part of knowing; it is done again only when the list has grown.
  let made: { readonly tools: number; readonly choices: readonly ToolChoice[] } = { tools: 0, choices: [] };
  const choices = (): readonly ToolChoice[] => {
    const tools = listed.of("tools");
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
    tools: listed.of("tools"),
    resources: listed.of("resources"),
    templates: listed.of("templates"),
    prompts: listed.of("prompts"),
    choices: choices(),
  });

  context.recorder.updateConversation(run.main.conversation.id, { purpose: run.plan.main.purpose });
  const fitting = run.plan.others.filter((plan) => fits(plan, context));
  context.recorder.reserve(fitting.map((plan) => `${run.prefix}${plan.name}`));
  const [lists = [], ...rest] = run.plan.main.groups;
  // The first group of the main conversation reads the lists; whoever builds on them waits for it.
  const listsRead = runSteps(context, { ...run.plan.main, groups: [lists] }, run.main.conversation.id, run.main, known);

  const hold = async (plan: ConversationPlan<T>, attempt = 1, slotsBefore = 0): Promise<void> => {
    const id = `${run.prefix}${plan.name}${attempt === 1 ? "" : `.${attempt}`}`;
    const skip = context.health.sickness ?? plan.skip?.(known());
    if (skip) return skipConversation(context, plan, id, skip);
    const talk = await run.open(plan, id);
    if (!talk) return skipConversation(context, plan, id, NO_HANDSHAKE);
    let asked = 0;
    let slots = slotsBefore;
    const goesOn = (): boolean => asked === 0 || !plan.restarts || !talk.conversation.dead;
    while (asked < plan.groups.length && goesOn()) {
      const groups = plan.groups.slice(asked, asked + 1);
      await runSteps(context, { ...plan, groups }, id, talk, known, slots);
      slots += groups.flat().length;
      asked += 1;
    }
    await run.close(talk);
    // What ended this conversation must not hide the answers to the rest.
    const left = plan.groups.slice(asked);
    if (left.length > 0) await hold({ ...plan, groups: left }, attempt + 1, slots);
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

const NO_HANDSHAKE: Skip = { reason: "prerequisite-missing", detail: "the conversation could not be opened" };

const fits = <T extends Talk>(plan: ConversationPlan<T>, context: RunContext): boolean =>
  plan.transport === "any" || plan.transport === context.target.kind;
