import { randomUUID } from "node:crypto";
import { asCaller, type Caller, sessionOf } from "../../../probe/plan/callers.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step } from "../../../probe/plan/step.ts";
import { StatefulTalk } from "../../../probe/talk/stateful-talk.ts";

/**
 * The first user's session with the second user's token. A session id that nobody has shows whether ids are looked at at
 * all: where they are not, there is nothing to be tied to anybody.
 */
export const otherSession = (second: Caller): Step => ({
  question: "other-user-session",
  deliberate: true,
  skipIn: (talk) =>
    skipUnless(
      talk instanceof StatefulTalk && talk.session.sessionId !== undefined && second.session !== undefined,
      "the server hands out no session ids",
    ),
  run: async (io) => {
    // Sent as they are: a 404 is the answer here, and no reason to begin a new session.
    const ask = (as: string, session: string | undefined) =>
      io.start("tools/list", undefined, asCaller(second, session, { as })).done;
    await ask("made-up", randomUUID());
    await ask("foreign", sessionOf(io));
    await io.ask("tools/list", undefined, { as: "own" });
  },
});
