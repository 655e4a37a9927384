import { streamHeaders } from "./http-shape.ts";
import type { StatefulStep } from "./stateful-step.ts";

/** Asks for the session's own stream and goes on at once; the end of the conversation ends it. */
export const openStream: StatefulStep = {
  question: "open-stream",
  run: async (io) => {
    io.send({
      expect: "nothing",
      deadline: "runMs",
      http: { method: "GET", headers: streamHeaders(io.talk) },
    });
  },
};
