import { sessionHeaders } from "../../dialect/stateful.ts";
import { shakeHands } from "./handshake.ts";
import { dropHeader, knock, postHeaders, putHeader, remove, SESSION_HEADER, streamHeaders } from "./http-shape.ts";
import { ordinaryMethod, unlessSession } from "./skips.ts";
import type { StatefulConversation, StatefulStep } from "./stateful-step.ts";

const NEVER_ISSUED = "mcptest-never-issued";

const missing: StatefulStep = {
  name: "session-missing",
  asks: "an ordinary request and a GET without the session id",
  serves: ["HTTP-040", "PROTO-014"],
  deliberate: true,
  skipIn: unlessSession,
  run: (io) =>
    Promise.all([
      io.ask(ordinaryMethod(io.known), undefined, { editHeaders: dropHeader(SESSION_HEADER) }),
      knock(io, dropHeader(SESSION_HEADER)(streamHeaders(io.talk)), { as: "get" }),
    ]),
};

const unknown: StatefulStep = {
  name: "session-unknown",
  asks: "ping and a notification with a session id that was never issued",
  serves: ["HTTP-014", "HTTP-042"],
  deliberate: true,
  skipIn: unlessSession,
  run: (io) => {
    const editHeaders = putHeader(SESSION_HEADER, NEVER_ISSUED);
    return Promise.all([
      io.ask("ping", undefined, { editHeaders }),
      io.tell("notifications/mcptest_unknown", {}, { as: "notification", editHeaders }),
    ]);
  },
};

const strayResponse: StatefulStep = {
  name: "stray-response",
  asks: "a POST of a response to a request that was never made",
  serves: ["HTTP-014"],
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
  name: "session-ended",
  asks: "DELETE, then ping, GET and DELETE once more in the ended session",
  serves: ["HTTP-041", "HTTP-043"],
  deliberate: true,
  skipIn: unlessSession,
  run: async (io) => {
    const headers = sessionHeaders(io.talk.session);
    const { http } = await remove(io, "delete", headers);
    if (http?.status === undefined || http.status < 200 || http.status > 299) return;
    await Promise.all([io.ask("ping", undefined, { as: "ping" }), knock(io, streamHeaders(io.talk), { as: "get" })]);
    await remove(io, "delete-again", headers);
  },
};

const renewed: StatefulStep = {
  name: "session-renewed",
  asks: "initialize without a session id, after the session was ended",
  serves: ["HTTP-044", "HTTP-037", "PROTO-001"],
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
