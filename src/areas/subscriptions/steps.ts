import type { JsonObject } from "../../base/json.ts";
import type { Sending } from "../../probe/conversation/conversation.ts";
import { setHeader } from "../../probe/plan/edit-headers.ts";
import { withoutMetaKey } from "../../probe/plan/edit-meta.ts";
import { hasFlag, type Known, names, skipUnless } from "../../probe/plan/known.ts";
import type { PlanSetting } from "../../probe/plan/plan-setting.ts";
import type { Skip } from "../../probe/plan/skip.ts";
import type { AskOptions, ConversationPlan, Step, StepIO } from "../../probe/plan/step.ts";
import type { StatelessTalk } from "../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import { deferred } from "../../wire/deferred.ts";
import { isEventStream } from "../../wire/http/http-call.ts";

/** What the server says it announces. */
export const advertised = (known: Known): JsonObject => ({
  ...(hasFlag(known, "tools", "listChanged") ? { toolsListChanged: true } : {}),
  ...(hasFlag(known, "prompts", "listChanged") ? { promptsListChanged: true } : {}),
  ...(hasFlag(known, "resources", "listChanged") ? { resourcesListChanged: true } : {}),
  ...(hasFlag(known, "resources", "subscribe")
    ? { resourceSubscriptions: names(known.resources, "uri").slice(0, 2) }
    : {}),
});

const unlessAnnounced = (known: Known): Skip | undefined =>
  skipUnless(Object.keys(advertised(known)).length > 0, "no change notifications are advertised");

/**
 * Quiet windows that a first message may take before we stop believing in it, after a request that was answered since. A
 * loaded machine needs most of them.
 */
const PATIENCE = 60;
/** Those of the look before that; and those in which a body comes to its end that is no stream, so that nothing else can come. */
const FIRST_LOOK = 8;
const PATIENCE_FOR_BODY = 20;

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

const one: Step<StatelessTalk> = {
  question: "listen",
  skip: unlessAnnounced,
  run: async (io) => {
    // A process that is still starting would be given up before it can read anything.
    await io.control();
    const [first, ...rest] = Object.entries(advertised(io.known));
    const single = first ? { [first[0]]: first[1] } : {};
    // False says the same as nothing; one kind is declined in so many words.
    const declined = first?.[1] === true ? { [first[0]]: false } : {};
    const others = rest.length > 0 ? { ...declined, ...Object.fromEntries(rest) } : single;
    await Promise.all([
      listen(io, { notifications: single }, { as: "string", id: "mcptest-sub" }),
      listen(io, { notifications: others }, { as: "integer", id: 4711 }),
    ]);
  },
};

const everything: Step<StatelessTalk> = {
  question: "listen-all",
  skip: unlessAnnounced,
  run: (io) =>
    listen(
      io,
      {
        notifications: {
          toolsListChanged: true,
          promptsListChanged: true,
          resourcesListChanged: true,
          resourceSubscriptions: [names(io.known.resources, "uri")[0] ?? "mcptest://no/such/resource"],
        },
      },
      {},
    ),
};

/** There is nothing to wait for, so some servers end it at once: the one ending a client can bring about. */
const nothing: Step<StatelessTalk> = {
  question: "listen-nothing",
  skip: unlessAnnounced,
  run: (io) => listen(io, { notifications: {} }, {}),
};

const malformed: Step<StatelessTalk> = {
  question: "malformed-listen",
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => Promise.all([listen(io, {}, {}), listen(io, { notifications: "x" }, { as: "text" })]),
};

/** The rules for metadata, version and headers hold for this method as for any other. */
const rules: Step<StatelessTalk> = {
  question: "listen-rules",
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => {
    const params = { notifications: advertised(io.known) };
    return Promise.all([
      listen(io, params, {
        as: "no-capabilities",
        editMessage: (message) => withoutMetaKey(message, META_KEY.clientCapabilities),
      }),
      listen(io, params, { as: "version", meta: { [META_KEY.protocolVersion]: "1900-01-01" } }),
      ...(io.known.transport === "stdio"
        ? []
        : [listen(io, params, { as: "method", editHeaders: setHeader(HEADER.method, "tools/list") })]),
    ]);
  },
};

export const subscriptionsConversation = ({ transport }: PlanSetting): ConversationPlan<StatelessTalk> => ({
  name: "subscriptions",
  purpose: "subscriptions/listen",
  transport: "any",
  process: "third",
  needsLists: true,
  skip: unlessAnnounced,
  waits: true,
  // The first two go first: a server that has room for one only is seen by them.
  groups:
    transport === "stdio"
      ? [[one], [everything, nothing, malformed, rules]]
      : [[one], [everything, nothing, malformed, rules].map((step) => ({ ...step, waits: true }))],
});
