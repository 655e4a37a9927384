import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import { deferred } from "../../wire/deferred.ts";
import { closingFor } from "../closing-conversations.ts";
import { inParallel } from "../in-parallel.ts";
import { OtherWork } from "../other-work.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { chooseTools, type ToolChoice, type ToolChooser } from "./choose-tools.ts";
import { HeldConversation, NO_HANDSHAKE, type Opener } from "./held-conversation.ts";
import { holdInProcess, holdInProcesses, type Lend } from "./hold-in-processes.ts";
import type { Known, ServerFindings } from "./known.ts";
import type { ListedItems } from "./lists.ts";
import { holdOneByOne } from "./one-by-one.ts";
import { skipConversation } from "./run-conversation.ts";
import type { ConversationPlan } from "./step.ts";

/** The plan of one revision: the main conversation goes on from the handshake, the others have their own. */
export interface RevisionPlan<T extends Talk> {
  readonly main: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  readonly listed: ListedItems;
  /** Which tools it calls, as far as the user allows; by default all. */
  readonly choose?: ToolChooser;
}

/** How one revision of a server is probed. */
export interface RevisionProbe extends ServerFindings {
  /** What conversation ids start with, when more than one revision is probed. */
  readonly prefix: string;
  /** What else is asked in a process of the plan, on stdio. */
  readonly lend?: Lend;
  /** Whether a process shakes hands a second time; absent where there is none to shake hands with. */
  readonly again?: Promise<boolean>;
}

export interface PlanRun<T extends Talk> extends RevisionProbe, Opener<T> {
  readonly revision: Revision;
  readonly capabilities: Json | undefined;
  readonly plan: RevisionPlan<T>;
  /** The talk that has shaken hands. */
  readonly main: T;
}

/** Runs the whole plan of one revision: independent conversations side by side, within the polite limit. */
export const runPlan = async <T extends Talk>(shared: RunContext, run: PlanRun<T>): Promise<void> => {
  const context: RunContext = { ...shared, work: new OtherWork(), slowTools: new Set() };
  const { work } = context;
  const capabilities: JsonObject = isJsonObject(run.capabilities) ? run.capabilities : {};
  const { listed } = run.plan;
  // Making arguments is the dearest part of knowing; it is done again only when the list has grown.
  let made: { readonly tools: number; readonly choices: readonly ToolChoice[] } = { tools: 0, choices: [] };
  const choices = (): readonly ToolChoice[] => {
    const tools = listed.all.tools;
    if (made.tools !== tools.length)
      made = { tools: tools.length, choices: (run.plan.choose ?? chooseTools)(tools, context.tools) };
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
    slow: context.slowTools,
  });

  context.recorder.updateConversation(run.main.conversation.id, { purpose: run.plan.main.purpose });
  const all = run.plan.others.filter((plan) => fits(plan, context));
  context.recorder.reserve(all.map((plan) => `${run.prefix}${plan.name}`));
  const second = all.find((plan) => plan.isServed);
  const fitting = all.filter((plan) => !plan.afterMain && !plan.afterOthers && plan !== second);
  const [lists = [], ...rest] = run.plan.main.groups;
  const held = new HeldConversation(context, run, run.plan.main, known, run.main.conversation.id, run.main);
  // The first group of the main conversation reads the lists; whoever builds on them waits for it.
  const listsRead = held.ask(lists);

  const closing = closingFor(context);
  /** False if the server does not take this client. */
  const hold = async (
    plan: ConversationPlan<T>,
    id = `${run.prefix}${plan.name}`,
    open = run.open,
  ): Promise<boolean> => {
    const skip = context.health.stopReason ?? plan.skip?.(known());
    const talk = skip ? undefined : await open(plan, id);
    if (!talk) {
      skipConversation(context, plan, id, skip ?? NO_HANDSHAKE);
      return skip !== undefined;
    }
    const other = new HeldConversation(context, run, plan, known, talk.conversation.id, talk);
    for (const group of plan.groups) await other.ask(group);
    const served = plan.isServed?.(talk) ?? true;
    await closing.begin(() => other.close());
    return served;
  };

  // Who compares with what the main conversation was given comes after it.
  const { promise: itemsRead, resolve: onItemsRead } = deferred();
  const main = async (): Promise<void> => {
    try {
      await listsRead;
      const reads = rest.findLastIndex((group) =>
        group.some(({ question }) => question === "read" || question === "get"),
      );
      for (const [index, group] of rest.entries()) {
        if (index > reads) onItemsRead();
        await held.ask(group);
      }
    } finally {
      onItemsRead();
    }
    await held.close();
  };
  const afterwards = all.filter((plan) => plan.afterMain);
  const last = all.filter((plan) => plan.afterOthers);
  const others = async (): Promise<void> => {
    // Who allows one conversation at a time means it; otherwise a stream on which nothing is said takes nobody's place.
    const isBeside = ({ waits }: ConversationPlan<T>): boolean => waits === true && context.concurrency > 1;
    const beside = fitting.filter(isBeside).map(async (plan) => {
      if (plan.needsLists) await listsRead;
      await work.during(() => hold(plan));
    });
    const limited = fitting.filter((plan) => !isBeside(plan));
    const eager = limited.filter((plan) => !plan.needsLists);
    const afterLists = limited.filter((plan) => plan.needsLists);
    const rank = ({ callsTools, late }: ConversationPlan<T>): number => (late ? 2 : callsTools ? 0 : 1);
    const patient = [...afterLists].sort((left, right) => rank(left) - rank(right));
    let areListsRead = false;
    const note = (): void => {
      areListsRead = true;
    };
    void listsRead.then(note, note);
    // Those that build on the lists call tools and wait for things: begun as soon as they can be, the others fill the
    // pauses.
    const next = (): ConversationPlan<T> | undefined =>
      (areListsRead ? patient.shift() : undefined) ?? eager.shift() ?? patient.shift();
    const tasks = limited.map(() => async () => {
      const plan = next();
      if (plan?.needsLists) await listsRead;
      if (plan?.late) await itemsRead;
      if (plan) await work.during(() => hold(plan));
    });
    await Promise.all([inParallel(tasks, context.concurrency), ...beside]);
  };
  if (second && !(await work.during(() => hold(second)))) {
    await work.during(main);
    await work.during(() => holdOneByOne(context, run, { second, others: [...fitting, ...afterwards, ...last], hold }));
    await closing.end();
    return;
  }
  context.clients.found("several");
  if (context.target.kind === "stdio") {
    const mainOver = work.during(main);
    const plans = all.filter((plan) => !plan.afterMain);
    const rest = { ...run, plans, listsRead, mainOver, known };
    await Promise.all([holdInProcesses(context, rest), mainOver]);
    // A new connection is meant, so no used process will do.
    for (const plan of afterwards)
      await work.during(async () => (await holdInProcess(context, rest, plan, undefined))?.shutdown());
    return;
  }
  const mainAndAfter = async (): Promise<void> => {
    await main();
    for (const plan of afterwards) await hold(plan);
  };
  await Promise.all([work.during(mainAndAfter), others()]);
  for (const plan of last) await work.during(() => hold(plan));
  await closing.end();
};

const fits = <T extends Talk>(plan: ConversationPlan<T>, context: RunContext): boolean =>
  plan.transport === "any" || plan.transport === context.target.kind;
