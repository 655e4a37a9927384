import { sessionHeaders } from "../../../probe/dialect/stateful.ts";
import { type EditHeaders, putHeader } from "../../../probe/plan/edit-headers.ts";
import { initializeAside } from "../../../probe/plan/handshake.ts";
import { peekStream, remove, streamHeaders } from "../../../probe/plan/http-shape.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import type { StatefulConversation, StatefulIO, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { QuestionName } from "../../../protocol/question.ts";
import { unlessLoopback, withForeignHost } from "./foreign-host.ts";

/** A host name that can exist nowhere. */
const FOREIGN = "http://mcptest.invalid";

const withOrigin = (origin: string): EditHeaders => putHeader("Origin", origin);

const ownOrigin = (io: StatefulIO): string => io.talk.address?.origin ?? FOREIGN;

const foreignInitialize: StatefulStep = {
  question: "foreign-origin",
  deliberate: true,
  run: (io) =>
    Promise.all([
      initializeAside(io, { as: "post", editHeaders: withOrigin(FOREIGN) }),
      initializeAside(io, { as: "null", editHeaders: withOrigin("null") }),
    ]),
};

const ownInitialize: StatefulStep = {
  question: "own-origin",
  run: (io) =>
    Promise.all([
      initializeAside(io, { as: "post", editHeaders: withOrigin(ownOrigin(io)) }),
      initializeAside(io, { as: "none" }),
    ]),
};

const foreignGet: StatefulStep = {
  question: "foreign-origin-get",
  deliberate: true,
  run: (io) => peekStream(io, withOrigin(FOREIGN)(streamHeaders(io.talk))),
};

/** Last: a server that does not look at the Origin ends the session. */
const foreignDelete: StatefulStep = {
  question: "foreign-origin-delete",
  deliberate: true,
  run: (io) => remove(io, "delete", withOrigin(FOREIGN)(sessionHeaders(io.talk.session))),
};

const peekFrom = (io: StatefulIO, origin: string): Promise<unknown> => {
  const { address } = io.talk;
  return peekStream(io, withOrigin(origin)([["Accept", "text/event-stream"]]), address ? { url: address } : {});
};

const wrongStream = (question: QuestionName, origin: string): StatefulStep => ({
  question,
  deliberate: true,
  run: (io) => peekFrom(io, origin),
});

const ownStream: StatefulStep = { question: "own-origin", run: (io) => peekFrom(io, ownOrigin(io)) };

const foreignPost: StatefulStep = {
  question: "foreign-origin-post",
  deliberate: true,
  run: (io) =>
    io.askOrSilence({
      message: { jsonrpc: "2.0", id: io.nextId(), method: "ping" },
      expect: "response",
      http: { headers: withOrigin(FOREIGN)([["Content-Type", "application/json"]]) },
    }),
};

/** Before the session is gone: the DELETE of a foreign page comes last. */
const foreignHost: StatefulStep = {
  question: "foreign-host",
  deliberate: true,
  skipIn: (talk) => unlessLoopback(talk.address?.href),
  run: (io) => initializeAside(io, { as: "post", editHeaders: withForeignHost }),
};

const foreignHostStream: StatefulStep = {
  question: "foreign-host",
  deliberate: true,
  skipIn: (talk) => unlessLoopback(talk.address?.href),
  run: (io) => {
    const { address } = io.talk;
    return peekStream(io, withForeignHost([["Accept", "text/event-stream"]]), address ? { url: address } : {});
  },
};

export const originsConversation = ({ transport }: PlanSetting): StatefulConversation => ({
  name: "origins",
  purpose: "requests as a web page elsewhere would make them",
  transport: "http",
  groups:
    transport === "http+sse"
      ? [
          [wrongStream("foreign-origin", FOREIGN), wrongStream("null-origin", "null"), ownStream, foreignPost],
          [foreignHostStream],
        ]
      : [[foreignInitialize, ownInitialize, foreignGet], [foreignHost], [foreignDelete]],
});
