import { sessionHeaders } from "../../../probe/dialect/stateful.ts";
import { dropHeader, putHeader } from "../../../probe/plan/edit-headers.ts";
import { shakeHands } from "../../../probe/plan/handshake.ts";
import { peekStream, postHeaders, remove, streamHeaders } from "../../../probe/plan/http-shape.ts";
import { ordinaryMethod, unlessSession } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { HEADER } from "../../../protocol/headers.ts";

const NEVER_ISSUED = "mcptest-never-issued";

const missing: StatefulStep = {
  question: "session-missing",
  deliberate: true,
  skipIn: unlessSession,
  run: (io) =>
    Promise.all([
      io.ask(ordinaryMethod(io.known), undefined, { editHeaders: dropHeader(HEADER.sessionId) }),
      peekStream(io, dropHeader(HEADER.sessionId)(streamHeaders(io.talk)), { as: "get" }),
    ]),
};

const unknown: StatefulStep = {
  question: "session-unknown",
  deliberate: true,
  skipIn: unlessSession,
  run: (io) => {
    const editHeaders = putHeader(HEADER.sessionId, NEVER_ISSUED);
    return Promise.all([
      io.ask("ping", undefined, { editHeaders }),
      io.tell("notifications/mcptest_unknown", {}, { as: "notification", editHeaders }),
    ]);
  },
};

const strayResponse: StatefulStep = {
  question: "stray-response",
  deliberate: true,
  run: (io) =>
    io.send({
      message: { jsonrpc: "2.0", id: "mcptest-none", result: {} },
      expect: "nothing",
      http: { headers: postHeaders(io.talk) },
    }).done,
};

/** What follows the DELETE is asked only if the server says that the session is over. */
const ended: StatefulStep = {
  question: "session-ended",
  deliberate: true,
  skipIn: unlessSession,
  run: async (io) => {
    const headers = sessionHeaders(io.talk.session);
    const { http } = await remove(io, "delete", headers);
    if (http?.status === undefined || http.status < 200 || http.status > 299) return;
    await Promise.all([
      // Started, not asked: what is asked is asked again in a new session once this one has ended.
      io.start("ping", undefined, { as: "ping" }).done,
      peekStream(io, streamHeaders(io.talk), { as: "get" }),
    ]);
    await remove(io, "delete-again", headers);
  },
};

const renewed: StatefulStep = {
  question: "session-renewed",
  skipIn: unlessSession,
  run: async (io) => {
    if (await shakeHands(io)) await io.control();
  },
};

/** Every conversation has a session of its own; their ids together show how they are made. */
export const sessionsConversation: StatefulConversation = {
  name: "sessions",
  purpose: "session ids that are missing, made up, or of an ended session",
  transport: "http",
  groups: [[missing, unknown, strayResponse], [ended], [renewed]],
};
