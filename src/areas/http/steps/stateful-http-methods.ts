import { dropHeader, putHeader } from "../../../probe/plan/edit-headers.ts";
import { peekStream, streamHeaders } from "../../../probe/plan/http-shape.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { AskOptions } from "../../../probe/plan/step.ts";
import type { QuestionName } from "../../../protocol/question.ts";

/** The same ping in several ways that are wrong on purpose. */
const wrongPings = (question: QuestionName, ways: readonly AskOptions[]): StatefulStep => ({
  question,
  deliberate: true,
  run: (io) => Promise.all(ways.map((way) => io.ask("ping", undefined, way))),
});

const otherMethods = wrongPings("other-methods", [
  { as: "put", http: { method: "PUT" } },
  { as: "patch", http: { method: "PATCH" } },
]);

/** No revision says what must come of these; they are only observed. */
const contentTypes = wrongPings("content-type", [
  { as: "text", editHeaders: putHeader("Content-Type", "text/plain") },
  { as: "none", editHeaders: dropHeader("Content-Type") },
]);

const accepts = wrongPings("accept", [
  { as: "json", editHeaders: putHeader("Accept", "application/json") },
  { as: "events", editHeaders: putHeader("Accept", "text/event-stream") },
  { as: "html", editHeaders: putHeader("Accept", "text/html") },
  { as: "none", editHeaders: dropHeader("Accept") },
]);

/** A session may have several streams, or refuse a second one. */
const twoStreams: StatefulStep = {
  question: "two-streams",
  run: (io) =>
    Promise.all([
      peekStream(io, streamHeaders(io.talk), { as: "first" }),
      peekStream(io, streamHeaders(io.talk), { as: "second" }),
      io.ask("ping", undefined, { as: "ping" }),
    ]),
};

/** Old servers often kept their event stream at this path when they moved on. */
const oldStream: StatefulStep = {
  question: "old-stream",
  run: async (io) => {
    const { address } = io.talk;
    if (address) await peekStream(io, [["Accept", "text/event-stream"]], { url: new URL("sse", address) });
  },
};

export const httpMethodsConversation: StatefulConversation = {
  name: "http-methods",
  purpose: "HTTP methods, content types and streams beyond the usual",
  transport: "http",
  groups: [[otherMethods, contentTypes, accepts, oldStream], [twoStreams]],
};
