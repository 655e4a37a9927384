import { type Json, type JsonObject, stringMember } from "../../../base/json.ts";
import { asCaller, type Caller, sessionOf } from "../../../probe/plan/callers.ts";
import type { ToolChoice } from "../../../probe/plan/choose-tools.ts";
import type { FoundItems } from "../../../probe/plan/found-items.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { toolCall } from "../../../probe/plan/tool-call.ts";
import { answerServerRequest } from "../../../probe/talk/client-answers.ts";
import { StatefulTalk } from "../../../probe/talk/stateful-talk.ts";
import { deferred } from "../../../wire/deferred.ts";

/** What the client of these conversations declares (stateful): it shows forms. */
export const SHOWS_FORMS: JsonObject = { elicitation: {} };

/** So many tools are called to find one that asks for something. */
const MAX_TOOLS = 20;

/** A question that the first user was asked in a session, answered by the second; then by the one who was asked. */
export const otherAnswer = (found: FoundItems, second: Caller): Step => ({
  question: "other-user-answer",
  deliberate: true,
  skipIn: (talk) =>
    skipUnless(
      talk instanceof StatefulTalk && talk.session.sessionId !== undefined,
      "the server hands out no session ids",
    ),
  run: async (io) => {
    for (const choice of found.callable.slice(0, MAX_TOOLS)) if (await answerAsOther(io, choice, second)) return;
  },
});

/** True once a tool has asked. */
const answerAsOther = async (io: StepIO, choice: ToolChoice, second: Caller): Promise<boolean> => {
  const { conversation } = io.talk;
  const usual = conversation.answerServer;
  const { promise: asked, resolve } = deferred<Json>();
  conversation.answerServer = (request) => {
    if (stringMember(request, "method") !== "elicitation/create") return usual?.(request);
    resolve(request);
    return undefined;
  };
  const call = io.start(...toolCall(choice, { as: "call" }));
  const first = await Promise.race([asked, call.done.then(() => undefined)]);
  try {
    if (first === undefined) return false;
    const reply = answerServerRequest(first, SHOWS_FORMS);
    if (reply === undefined) return false;
    const { headers = [] } = asPosted(io, second);
    await io.send({ as: "foreign", message: reply, expect: "nothing", http: { headers, credentials: "none" } }).done;
    if (!(await io.within(call.done, PATIENCE))) {
      if (usual) conversation.answerServer = usual;
      const own = io.talk.dialect.headers({}, {});
      await io.send({ as: "own", message: reply, expect: "nothing", http: { headers: own } }).done;
    }
    return true;
  } finally {
    if (usual) conversation.answerServer = usual;
    await io.outlast(call);
  }
};

const asPosted = (io: StepIO, second: Caller) => ({
  headers: asCaller(second, sessionOf(io)).editHeaders?.(io.talk.dialect.headers({}, {})),
});

/** Quiet windows in which a call ends once it has its answer. */
const PATIENCE = 4;
