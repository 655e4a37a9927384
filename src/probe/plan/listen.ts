import type { JsonObject } from "../../base/json.ts";
import { deferred } from "../../wire/deferred.ts";
import { isEventStream } from "../../wire/http/http-call.ts";
import type { Sending } from "../conversation/conversation.ts";
import type { StatelessTalk } from "../talk/stateless-talk.ts";
import { hasFlag, type Known, names } from "./known.ts";
import type { AskOptions, StepIO } from "./step.ts";

/**
 * Quiet windows that a first message may take before we stop believing in it, after a request that was answered since. A
 * loaded machine needs most of them.
 */
const PATIENCE = 60;

/** Those of the look before that; and those in which a body comes to its end that is no stream, so that nothing else can come. */
const FIRST_LOOK = 8;

const PATIENCE_FOR_BODY = 20;

/** Conversations in which a subscription was answered with a body that does not end: the others are given one look. */
const NEVER_ENDING = new WeakSet<StatelessTalk>();

/**
 * Waits until something is said. Time alone proves nothing: what is silent is looked at again once a later request was
 * answered.
 */
const firstWord = async (
  io: StepIO<StatelessTalk>,
  said: Promise<unknown>,
  { draft }: Sending,
  as?: string,
): Promise<void> => {
  if ((await io.within(said, FIRST_LOOK)) || NEVER_ENDING.has(io.talk)) return;
  await io.control(as === undefined ? undefined : `${as}-control`);
  const isBody = draft.headMs !== undefined && !isEventStream(draft.http?.response_headers ?? []);
  if (!(await io.within(said, isBody ? PATIENCE_FOR_BODY : PATIENCE)) && isBody) NEVER_ENDING.add(io.talk);
};

/** What the server says it announces. */
export const advertised = (known: Known): JsonObject => ({
  ...(hasFlag(known, "tools", "listChanged") ? { toolsListChanged: true } : {}),
  ...(hasFlag(known, "prompts", "listChanged") ? { promptsListChanged: true } : {}),
  ...(hasFlag(known, "resources", "listChanged") ? { resourcesListChanged: true } : {}),
  ...(hasFlag(known, "resources", "subscribe")
    ? { resourceSubscriptions: names(known.resources, "uri").slice(0, 2) }
    : {}),
});

/**
 * Listens until the first message (the acknowledgment) and the quiet window have passed, or until the work that is done
 * meanwhile is over; then lets go.
 */
export const listen = async (
  io: StepIO<StatelessTalk>,
  params: JsonObject,
  options: AskOptions,
  meanwhile?: () => Promise<unknown>,
): Promise<void> => {
  const { promise: first, resolve: heard } = deferred();
  const onMessage = (): undefined => heard() as undefined;
  const sending = io.start("subscriptions/listen", params, { ...options, onMessage });
  await firstWord(io, Promise.race([sending.done, first]), sending, options.as);
  await meanwhile?.();
  await io.within(sending.done);
  if (sending.draft.endMs === undefined) {
    sending.cut?.();
    io.talk.cancel(sending);
    // What is still said to a subscription that was cancelled shows on stdio only.
    if (io.known.transport === "stdio") await io.quiet();
  }
  await sending.done;
};
