import { stringMember } from "../../base/json.ts";
import { stepName } from "../../protocol/question.ts";
import type { Trouble } from "../../wire/trouble.ts";
import type { Sending } from "../conversation/conversation.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { sendPolitely } from "../send-politely.ts";
import type { Talk } from "../talk/talk.ts";
import { happensBriefly, happensWithin, waitUnlessAborted } from "../throttle.ts";
import { doInTurn } from "./in-turn.ts";
import type { Known } from "./known.ts";
import type { AskOptions, Step, StepIO } from "./step.ts";

/** Ids of one step start here times its slot; no step sends this many requests. */
const IDS_PER_STEP = 100;

const MAX_REPEATS = 3;

/** So many quiet windows without a word, and a process that is asked one by one is asked whether it is still there. */
const STALLED_WINDOWS = 20;

/** The name of that request; no question of the plan has it. */
const STILL_THERE = "still-there";

/** Quiet windows in which a tool has usually answered. */
const TOOL_WINDOWS = 4;

/** Quiet windows that a tool that still runs gets when everything else was asked; the whole run grants them once. */
const GRACE_WINDOWS = 10;

/** The harmless request of the era: it shows that the server still answers. */
export type ControlMethod = "ping" | "server/discover";

/** What a step gets to work with. Everything it sends carries the step's name, slot and ids of its own. */
export const openStepIO = <T extends Talk>(
  context: RunContext,
  talk: T,
  known: Known,
  step: Step<T>,
  slot: number,
  control: ControlMethod,
  oneByOne = false,
): StepIO<T> => {
  let ids = (talk.conversation.firstId ?? 0) + slot * IDS_PER_STEP;
  const nextId = (): number => {
    ids += 1;
    return ids;
  };
  const named = (as: string | undefined): string => stepName(step.question, as);
  const labels = ({ as, hasAsked: _, ...options }: AskOptions): AskOptions => ({
    step: named(as),
    slot,
    ...(step.deliberate ? { deliberate: true } : {}),
    ...options,
  });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <R>(send: () => Promise<R>): Promise<R> => {
    const done = oneByOne ? last.then(send) : send();
    last = done.catch(() => undefined);
    return done;
  };
  /**
   * Some servers stop reading at a request they cannot take, and leave only when the next line comes. Waiting for the
   * whole limit would say less: so the next line comes soon. What the silent request has to say is still waited for.
   */
  const unlessStalled = async (sent: Promise<ExchangeDraft>): Promise<ExchangeDraft> => {
    const patience = STALLED_WINDOWS * context.limits.quietMs;
    const over = happensWithin(sent, patience, context.signal, context.pace.stretchLimit);
    if ((await over) || context.signal.aborted || talk.conversation.dead) return sent;
    const asked = talk.request(control, undefined, { id: nextId(), step: STILL_THERE, slot });
    // That it was not answered is the doing of the request before it.
    void asked.done.then((draft) => {
      if (draft.responseMs === undefined) draft.interrupted = true;
    });
    return sent;
  };
  const politely = async (send: () => Sending): Promise<ExchangeDraft> => {
    let draft = await inTurn(() =>
      oneByOne ? unlessStalled(sendPolitely(context, send)) : sendPolitely(context, send),
    );
    context.health.observe(draft, context.recorder.hasStrayAnswer);
    // The end of the session is no answer to the question. The next may end before its turn comes, too.
    for (let times = 0; times < MAX_REPEATS && (await talk.renewSession(draft)); times += 1) {
      draft.interrupted = true;
      draft = await sendPolitely(context, send);
    }
    return draft;
  };
  /** A tool that takes long is waited for only while others have something to ask, and a little longer. */
  const withTheRest = async (
    sent: Promise<ExchangeDraft>,
    sending: () => Sending | undefined,
    tool?: string,
  ): Promise<ExchangeDraft> => {
    if (await within(sent, TOOL_WINDOWS)) return sent;
    if (tool !== undefined) context.slowTools.add(tool);
    if (!(await context.work.lastsUntil(sent, (event) => within(event, GRACE_WINDOWS)))) giveUp(sending());
    return sent;
  };
  /** Who said how long tools may take gets that. */
  const waitsForTools = oneByOne || context.waitsForTools;
  const within = async (event: Promise<unknown>, windows = 1): Promise<boolean> => {
    await started(event);
    return happensWithin(event, windows * context.limits.quietMs, context.signal, context.pace.stretchQuiet);
  };
  /** A process that has said nothing yet may be starting, which others of this run took their time for, too. */
  const started = async (event: Promise<unknown>): Promise<void> => {
    const { startUp } = talk.conversation;
    const left = startUp ? context.pace.startLeft(startUp, context.now()) : 0;
    if (startUp && left > 0) await happensWithin(Promise.race([startUp.over, event]), left, context.signal);
  };
  const quiet = (windows = 1): Promise<void> =>
    waitUnlessAborted(windows * context.limits.quietMs, context.signal, context.pace.stretchQuiet);

  const io: StepIO<T> = {
    talk,
    known,
    isPolite: context.part?.asked.quick === true,
    nextId,
    quiet,
    pause: (ms = context.limits.quietMs, mostWindows) =>
      waitUnlessAborted(Math.min(ms, mostWindows * context.limits.quietMs), context.signal),
    within,
    briefly: (event, windows = 0.5) => happensBriefly(event, windows * context.limits.quietMs),
    start: (method, params, options = {}) => talk.request(method, params, { id: nextId(), ...labels(options) }),
    ask: (method, params, options = {}) => {
      let sending: Sending | undefined;
      const sent = politely(() => {
        sending = io.start(method, params, options);
        return sending;
      });
      const mayTakeLong = options.deadline === "toolMs" || options.hasAsked;
      return mayTakeLong && !waitsForTools ? withTheRest(sent, () => sending, stringMember(params, "name")) : sent;
    },
    outlast: (call) => (waitsForTools ? call.done : withTheRest(call.done, () => call)),
    inTurn: (works, apart = known.transport === "streamable-http") =>
      doInTurn(context.work, works, (one) => (apart && !oneByOne ? within(one) : one)),
    whileOthersAsk: (event) => context.work.lastsUntil(event),
    tell: (method, params, options = {}) => politely(() => talk.notify(method, params, labels(options))),
    send: ({ as, ...outgoing }) =>
      talk.send({ ...outgoing, step: named(as), slot, ...(step.deliberate ? { deliberate: true } : {}) }),
    control: async (as = "control") => {
      const send = (): Sending => talk.request(control, undefined, { id: nextId(), step: named(as), slot });
      if (!step.deliberate) return politely(send);
      const draft = await sendPolitely(context, send);
      // After our misbehaviour silence ends this conversation; it says nothing about the others.
      if (draft.trouble?.kind === "timed-out" && draft.responseMs === undefined) await talk.conversation.close();
      return draft;
    },
    peek: async (outgoing) => {
      const sending = io.send(outgoing);
      await (sending.headed ?? Promise.resolve());
      await within(sending.done);
      sending.close();
      return sending.done;
    },
    askOrSilence: async (outgoing) => {
      const sending = io.send(outgoing);
      await io.control(`${outgoing.as === undefined ? "" : `${outgoing.as}-`}control`);
      // The server has gone on to the next request; what it had to say to this one is on its way or never comes.
      if (!(await within(sending.done))) {
        if (sending.draft.responseMs === undefined) sending.draft.trouble ??= SILENCE;
        sending.close();
      }
      return sending.done;
    },
  };
  return io;
};

const giveUp = (sending: Sending | undefined): void => {
  if (!sending) return;
  if (sending.draft.responseMs === undefined) sending.draft.trouble ??= TOO_SLOW;
  sending.close();
};

const TOO_SLOW: Trouble = {
  kind: "timed-out",
  detail: "no response by the time everything else had been asked; --limit tool-ms=<ms> waits longer",
  limit: "toolMs",
};

/** No answer to something that need not be answered; known once a later request was. */
export const SILENCE: Trouble = {
  kind: "timed-out",
  detail: "no response, although a later request was answered",
  limit: "quietMs",
};
