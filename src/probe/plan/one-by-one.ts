import type { RunContext } from "../run-context.ts";
import type { Talk } from "../talk/talk.ts";
import { waitUnlessAborted } from "../throttle.ts";
import type { Opener } from "./held-conversation.ts";
import type { ServerFindings } from "./known.ts";
import { skipConversation } from "./run-conversation.ts";
import type { Skip } from "./skip.ts";
import type { ConversationPlan } from "./step.ts";

/** A server needs a moment to see that a client has left. */
const ATTEMPTS = 4;

const NO_ROOM: Skip = {
  reason: "prerequisite-missing",
  detail: "the server takes one client, and took no other after it had left",
};

const ONE_ALONE: Skip = { reason: "prerequisite-missing", detail: "the server takes one client at a time" };

interface Rest<T extends Talk> {
  /** The conversation of the client that was refused. */
  readonly second: ConversationPlan<T>;
  readonly others: readonly ConversationPlan<T>[];
  hold(plan: ConversationPlan<T>, id?: string, open?: Opener<T>["open"]): Promise<boolean>;
}

/**
 * The rest of the plan for a server that refused a second client beside the first: each conversation waits for the one
 * before it. What was refused for want of room is no answer to the question, so it is asked again or left open.
 */
export const holdOneByOne = async <T extends Talk>(
  context: RunContext,
  run: Opener<T> & Pick<ServerFindings, "transport"> & { readonly prefix: string },
  { second, others, hold }: Rest<T>,
): Promise<void> => {
  const { recorder, limits, signal, pace } = context;
  recorder.markInterrupted(`${run.prefix}${second.name}`);

  /** Tries a few times, each under a name of its own. */
  const patiently = async <R>(
    id: string,
    from: number,
    attempt: (id: string) => Promise<R | undefined>,
  ): Promise<R | undefined> => {
    for (let count = from; count < from + ATTEMPTS && !context.health.stopReason; count += 1) {
      const name = count === 1 ? id : `${id}.${count}`;
      const done = await attempt(name);
      if (done !== undefined) return done;
      recorder.markInterrupted(name);
      await waitUnlessAborted(limits.quietMs, signal, pace.stretchQuiet);
    }
    return undefined;
  };
  const isServed = async (id: string): Promise<true | undefined> => ((await hold(second, id)) ? true : undefined);
  const open: Opener<T>["open"] = (plan, id) => patiently(id, 1, (name) => run.open(plan, name));

  let asked = 2;
  const isFree = async (): Promise<boolean> => {
    const served = await patiently(`${run.prefix}${second.name}`, asked, isServed);
    asked += ATTEMPTS;
    return served === true;
  };
  let hasRoom = await isFree();
  for (const plan of others) {
    const id = `${run.prefix}${plan.name}`;
    if (plan.twoClients) {
      skipConversation(context, plan, id, ONE_ALONE);
      continue;
    }
    // A conversation without a handshake cannot tell a server without room from one that dislikes what is asked.
    if (hasRoom && plan.bare && run.transport === "streamable-http") hasRoom = await isFree();
    if (hasRoom) hasRoom = await hold(plan, id, open);
    else skipConversation(context, plan, id, NO_ROOM);
  }
  context.clients.found(hasRoom ? "one-at-a-time" : "one-only");
};
