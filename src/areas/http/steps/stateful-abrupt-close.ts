import { sessionHeaders } from "../../../probe/dialect/stateful.ts";
import { shakeHands } from "../../../probe/plan/handshake.ts";
import { remove, streamHeaders } from "../../../probe/plan/http-shape.ts";
import { ordinaryMethod } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";

/** The stream is cut as soon as it is open, and a request as soon as its answer begins. */
const abruptClose: StatefulStep = {
  question: "abrupt-close",
  run: async (io) => {
    const old = sessionHeaders(io.talk.session);
    const cut = [
      io.send({ as: "stream", expect: "nothing", http: { method: "GET", headers: streamHeaders(io.talk) } }),
      io.start(ordinaryMethod(io.known), undefined, { as: "request" }),
    ];
    await Promise.all(cut.map(({ headed, done }) => headed ?? done));
    for (const sending of cut) sending.close();
    await Promise.all(cut.map(({ done }) => done));
    if (await shakeHands(io, undefined, { as: "again" })) await io.control();
    // The point is made; a polite client does not leave the old session lying about.
    if (old.length > 0) await remove(io, "end-old", old);
  },
};

export const abruptCloseConversation: StatefulConversation = {
  name: "abrupt-close",
  purpose: "a client that vanishes and comes back",
  transport: "http",
  twoClients: true,
  groups: [[abruptClose]],
};
