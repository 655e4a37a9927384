import { streamHeaders } from "./http-shape.ts";
import type { StatefulStep } from "./stateful-step.ts";

/** Asks for the session's own stream and goes on at once; the end of the conversation ends it. */
export const openStream: StatefulStep = {
  name: "open-stream",
  asks: "GET for the stream on which the server speaks by itself",
  serves: [
    ...["HTTP-010", "HTTP-012", "HTTP-026", "HTTP-027", "HTTP-028", "HTTP-029", "HTTP-030", "HTTP-036", "HEADER-003"],
    ...["PING-004", "PING-005", "PING-006", "ROOTS-001"],
  ],
  run: async (io) => {
    io.send({
      expect: "nothing",
      deadline: "runMs",
      http: { method: "GET", headers: streamHeaders(io.talk) },
    });
  },
};
