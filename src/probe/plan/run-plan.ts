import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import type { Revision } from "../../protocol/revision.ts";
import { deferred } from "../../wire/deferred.ts";
import { ActiveWork, type ClosingConversations, closingFor, inParallel } from "../concurrency.ts";
import type { StdioProcess } from "../conversation/stdio-process.ts";
import { Health } from "../health.ts";
import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { waitUnlessAborted } from "../throttle.ts";
import { chooseTools, type ToolChoice, type ToolChooser } from "./choose-tools.ts";
import type { Known, ServerFindings } from "./known.ts";
import type { ListedItems } from "./lists.ts";
import { ConversationRun, NO_HANDSHAKE, type OpenTalk, skipConversation } from "./run-conversation.ts";
import type { Skip } from "./skip.ts";
import type { ConversationPlan } from "./step.ts";

/** The plan of one revision: the main conversation goes on from the handshake, the others have their own. */
export interface RevisionPlan<T extends Talk> {
  readonly main: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  readonly listed: ListedItems;
  /** Which tools it calls, as far as the user allows; by default all. */
  readonly choose?: ToolChooser;
}

/** Asks in a process, if there is one that can go on and may be shared, and yields what can go on then. */
export type AskInProcess = (idle: StdioProcess | undefined, mayShare: boolean) => Promise<StdioProcess | undefined>;

/** How one revision of a server is probed. */
export interface RevisionProbe extends ServerFindings {
  /** What conversation ids start with, when more than one revision is probed. */
  readonly prefix: string;
  /** What else is asked on stdio, in a process of the plan before its last conversation. */
  readonly askBeforeLast?: AskInProcess;
  /** Whether a process shakes hands a second time; absent in the era that has no handshake. */
  readonly takesSecondHandshake?: Promise<boolean>;
}

export interface PlanRun<T extends Talk> extends RevisionProbe {
  readonly revision: Revision;
  readonly capabilities: Json | undefined;
  readonly plan: RevisionPlan<T>;
  /** The talk that has shaken hands. */
  readonly main: T;
  readonly open: OpenTalk<T>;
}

/** Runs the whole plan of one revision: independent conversations side by side, within the polite limit. */
export const runPlan = <T extends Talk>(shared: RunContext, run: PlanRun<T>): Promise<void> =>
  new PlanScheduler({ ...shared, work: new ActiveWork(), slowTools: new Set() }, run).run();

/** Decides which conversations of a plan run when, and on stdio in which process. */
class PlanScheduler<T extends Talk> {
  readonly #context: RunContext;
  readonly #run: PlanRun<T>;
  readonly #known: () => Known;
  readonly #main: ConversationRun<T>;
  /** The conversations that this transport has, without the main one. */
  readonly #others: readonly ConversationPlan<T>[];
  readonly #closing: ClosingConversations;
  /** The first group of the main conversation reads the lists; everything that builds on them waits for it. */
  readonly #listsRead: Promise<void>;
  /** Conversations that compare with what the main conversation was given come after it. */
  readonly #itemsRead = deferred();

  constructor(context: RunContext, run: PlanRun<T>) {
    const { recorder, target } = context;
    const { main, others } = run.plan;
    this.#context = context;
    this.#run = run;
    this.#known = knowledgeOf(context, run);
    recorder.updateConversation(run.main.conversation.id, { purpose: main.purpose });
    this.#others = others.filter(({ transport }) => transport === "any" || transport === target.kind);
    recorder.reserve(this.#others.map((plan) => this.#idOf(plan)));
    this.#main = this.#runOf(context, main, run.main);
    this.#listsRead = this.#main.ask(main.groups[0] ?? []);
    this.#closing = closingFor(context);
  }

  async run(): Promise<void> {
    const { work, clients, target } = this.#context;
    const second = this.#others.find((plan) => plan.isServed);
    if (second && !(await work.during(() => this.#hold(second)))) {
      await work.during(() => this.#runMain());
      await work.during(() => this.#runOneByOne(second));
    } else {
      clients.found("several");
      if (target.kind === "stdio") await this.#runInProcesses();
      else await this.#runOverHttp(second);
    }
    await this.#closing.end();
  }

  async #runMain(): Promise<void> {
    const [, ...rest] = this.#run.plan.main.groups;
    try {
      await this.#listsRead;
      const reads = rest.findLastIndex((group) =>
        group.some(({ question }) => question === "read" || question === "get"),
      );
      for (const [index, group] of rest.entries()) {
        if (index > reads) this.#itemsRead.resolve();
        await this.#main.ask(group);
      }
    } finally {
      this.#itemsRead.resolve();
    }
    await this.#main.close();
  }

  /** Over HTTP all conversations run side by side, but for those that are about the end of others. */
  async #runOverHttp(second: ConversationPlan<T> | undefined): Promise<void> {
    const { work } = this.#context;
    const mainAndAfter = async (): Promise<void> => {
      await this.#runMain();
      for (const plan of this.#others) if (plan.afterMain) await this.#hold(plan);
    };
    const independent = this.#others.filter((plan) => !plan.afterMain && !plan.afterOthers && plan !== second);
    await Promise.all([work.during(mainAndAfter), this.#runWithinLimit(independent)]);
    for (const plan of this.#others) if (plan.afterOthers && !plan.afterMain) await work.during(() => this.#hold(plan));
  }

  async #runWithinLimit(plans: readonly ConversationPlan<T>[]): Promise<void> {
    const { work, concurrency } = this.#context;
    // `--concurrency 1` is strict. Otherwise idle streams do not count towards the limit.
    const isOutsideLimit = ({ waits }: ConversationPlan<T>): boolean => waits === true && concurrency > 1;
    const outside = plans.filter(isOutsideLimit).map(async (plan) => {
      if (plan.needsLists) await this.#listsRead;
      await work.during(() => this.#hold(plan));
    });
    const limited = plans.filter((plan) => !isOutsideLimit(plan));
    const next = this.#queueOf(limited);
    const tasks = limited.map(() => async () => {
      const plan = next();
      if (plan?.needsLists) await this.#listsRead;
      if (plan?.late) await this.#itemsRead.promise;
      if (plan) await work.during(() => this.#hold(plan));
    });
    await Promise.all([inParallel(tasks, concurrency), ...outside]);
  }

  /**
   * Yields the conversation to begin next. Those that build on the lists call tools and wait for things: they begin as
   * soon as they can, and the others fill the pauses.
   */
  #queueOf(plans: readonly ConversationPlan<T>[]): () => ConversationPlan<T> | undefined {
    const rank = ({ callsTools, late }: ConversationPlan<T>): number => (late ? 2 : callsTools ? 0 : 1);
    const independent = plans.filter((plan) => !plan.needsLists);
    const afterLists = plans.filter((plan) => plan.needsLists).sort((left, right) => rank(left) - rank(right));
    let areListsRead = false;
    const note = (): void => {
      areListsRead = true;
    };
    void this.#listsRead.then(note, note);
    return () => (areListsRead ? afterLists.shift() : undefined) ?? independent.shift() ?? afterLists.shift();
  }

  /** False if the server does not take this client. */
  async #hold(plan: ConversationPlan<T>, id = this.#idOf(plan), open = this.#run.open): Promise<boolean> {
    const skip = this.#skipOf(plan, id);
    if (skip) return true;
    const talk = await open(plan, id);
    const conversation = await this.#converse(this.#context, plan, id, talk);
    if (!talk || !conversation) return false;
    const isServed = plan.isServed?.(talk) ?? true;
    await this.#closing.begin(() => conversation.close());
    return isServed;
  }

  /**
   * The rest of the plan for a server that refused a second client while the first was connected: each conversation waits for the one
   * before it. What was refused for want of room is no answer to the question, so it is asked again or left open.
   */
  async #runOneByOne(second: ConversationPlan<T>): Promise<void> {
    const { recorder, clients } = this.#context;
    const name = this.#idOf(second);
    recorder.markInterrupted(name);
    const isServed = async (id: string): Promise<true | undefined> =>
      (await this.#hold(second, id)) ? true : undefined;
    const open: OpenTalk<T> = (plan, id) => this.#retry(id, 1, (attempt) => this.#run.open(plan, attempt));
    let attempts = 2;
    const looksForRoom = async (): Promise<boolean> => {
      const served = await this.#retry(name, attempts, isServed);
      attempts += ATTEMPTS;
      return served === true;
    };
    let hasRoom = await looksForRoom();
    for (const plan of inOrderOfNeed(this.#others.filter((other) => other !== second))) {
      if (plan.twoClients) {
        skipConversation(this.#context, plan, this.#idOf(plan), ONE_ALONE);
        continue;
      }
      // A conversation without a handshake cannot tell a server without room from one that dislikes what is asked.
      if (hasRoom && plan.bare && this.#run.transport === "streamable-http") hasRoom = await looksForRoom();
      if (hasRoom) hasRoom = await this.#hold(plan, this.#idOf(plan), open);
      else skipConversation(this.#context, plan, this.#idOf(plan), NO_ROOM);
    }
    clients.found(hasRoom ? "one-at-a-time" : "one-only");
  }

  /** Tries a few times, each under a name of its own. */
  async #retry<R>(id: string, from: number, attempt: (id: string) => Promise<R | undefined>): Promise<R | undefined> {
    const { health, recorder, limits, signal, pace } = this.#context;
    for (let count = from; count < from + ATTEMPTS && !health.stopReason; count += 1) {
      const name = count === 1 ? id : `${id}.${count}`;
      const done = await attempt(name);
      if (done !== undefined) return done;
      recorder.markInterrupted(name);
      await waitUnlessAborted(limits.quietMs, signal, pace.stretchQuiet);
    }
    return undefined;
  }

  /**
   * On stdio conversations of one process follow each other, and the processes run side by side. Starting a process costs
   * more than most conversations, so one that can go on is used again.
   */
  async #runInProcesses(): Promise<void> {
    const { work, concurrency } = this.#context;
    const mainOver = work.during(() => this.#runMain());
    const plans = this.#others.filter((plan) => !plan.afterMain);
    const alone = plans.filter(({ process }) => process === undefined).map((plan) => [plan]);
    const shared = (["second", "third"] as const).map((name) => plans.filter(({ process }) => process === name));
    const tasks = [...shared, ...alone].map((some) => () => work.during(() => this.#runInTurn(some, mainOver)));
    await Promise.all([inParallel(tasks, concurrency), mainOver]);
    // A new connection is meant, so no used process will do.
    for (const plan of this.#others)
      if (plan.afterMain) await work.during(async () => (await this.#holdInProcess(plan, undefined))?.shutdown());
  }

  async #runInTurn(plans: readonly ConversationPlan<T>[], mainOver: Promise<void>): Promise<void> {
    const { askBeforeLast, takesSecondHandshake } = this.#run;
    let process: StdioProcess | undefined;
    for (const plan of plans) {
      if (plan.needsLists) await this.#listsRead;
      if (plan.afterOthers) await this.#context.work.idleUntil(mainOver);
      if (plan.last && askBeforeLast) process = await askBeforeLast(process, (await takesSecondHandshake) !== false);
      process = await this.#holdInProcess(plan, process);
    }
    await process?.shutdown();
  }

  /** Holds one conversation, if it can be in the process that the one before it has left; yields what it leaves itself. */
  async #holdInProcess(plan: ConversationPlan<T>, idle: StdioProcess | undefined): Promise<StdioProcess | undefined> {
    const context = this.#context;
    const { open } = this.#run;
    const id = this.#idOf(plan);
    if (this.#skipOf(plan, id)) return idle;
    const used = await this.#usableFor(plan, idle);
    if (!used || !plan.isAsFresh) {
      const conversation = await this.#converse(context, plan, id, await open(plan, id, used));
      return conversation?.leave();
    }
    // However the used process behaves, it says nothing about the health of a fresh one.
    const apart = { ...context, health: new Health(context.signal) };
    const conversation = await this.#converse(apart, plan, id, await open(plan, id, used));
    const isAsFresh = plan.isAsFresh(context.recorder.draftsOf(id)) && !context.recorder.heardUnasked(id);
    if (conversation && isAsFresh) return conversation.leave();
    context.recorder.setAside(id);
    await conversation?.close();
    const fresh = await this.#converse(context, plan, `${id}.2`, await open(plan, `${id}.2`));
    return fresh?.leave();
  }

  /** The idle process, if this conversation can be held in it; otherwise it is ended. */
  async #usableFor(
    { bare, isAsFresh }: ConversationPlan<T>,
    idle: StdioProcess | undefined,
  ): Promise<StdioProcess | undefined> {
    if (!idle) return undefined;
    if (!idle.isOver && (!bare || isAsFresh) && (await this.#run.takesSecondHandshake) !== false) return idle;
    await idle.shutdown();
    return undefined;
  }

  #idOf({ name }: ConversationPlan<T>): string {
    return `${this.#run.prefix}${name}`;
  }

  /** Why the conversation is not held at all, which is then written down. */
  #skipOf(plan: ConversationPlan<T>, id: string): Skip | undefined {
    const skip = this.#context.health.stopReason ?? plan.skip?.(this.#known());
    if (skip) skipConversation(this.#context, plan, id, skip);
    return skip;
  }

  #runOf(context: RunContext, plan: ConversationPlan<T>, talk: T): ConversationRun<T> {
    return new ConversationRun(context, { plan, talk, open: this.#run.open, known: this.#known });
  }

  /** Asks everything in a conversation that was opened; without a talk it could not be. */
  async #converse(
    context: RunContext,
    plan: ConversationPlan<T>,
    id: string,
    talk: T | undefined,
  ): Promise<ConversationRun<T> | undefined> {
    if (!talk) {
      skipConversation(context, plan, id, NO_HANDSHAKE);
      return undefined;
    }
    const conversation = this.#runOf(context, plan, talk);
    await conversation.askAll();
    return conversation;
  }
}

/** What the run knows of the server, whenever it is asked. */
const knowledgeOf = <T extends Talk>(context: RunContext, run: PlanRun<T>): (() => Known) => {
  const { revision, transport, dual, listedVersions } = run;
  const { listed, choose = chooseTools } = run.plan;
  const capabilities: JsonObject = isJsonObject(run.capabilities) ? run.capabilities : {};
  // Making arguments is the dearest part of knowing; it is done again only when the list has grown.
  let made: { readonly tools: number; readonly choices: readonly ToolChoice[] } = { tools: 0, choices: [] };
  const choices = (): readonly ToolChoice[] => {
    const { tools } = listed.all;
    if (made.tools !== tools.length) made = { tools: tools.length, choices: choose(tools, context.tools) };
    return made.choices;
  };
  return () => ({
    revision,
    transport,
    dual,
    listedVersions,
    capabilities,
    ...listed.all,
    choices: choices(),
    slow: context.slowTools,
  });
};

/** One at a time: first what depends on nothing, then what comes after the main conversation, then after the others. */
const inOrderOfNeed = <T extends Talk>(plans: readonly ConversationPlan<T>[]): readonly ConversationPlan<T>[] => [
  ...plans.filter(({ afterMain, afterOthers }) => !afterMain && !afterOthers),
  ...plans.filter(({ afterMain }) => afterMain),
  ...plans.filter(({ afterOthers }) => afterOthers),
];

/** A server needs a moment to see that a client has left. */
const ATTEMPTS = 4;

const NO_ROOM: Skip = {
  reason: "prerequisite-missing",
  detail: "the server takes one client, and took no other after it had left",
};

const ONE_ALONE: Skip = { reason: "prerequisite-missing", detail: "the server takes one client at a time" };
