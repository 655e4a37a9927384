import type { Header } from "../../../model/target.ts";
import { sessionHeaders } from "../../dialect/stateful.ts";
import { initializeAside } from "./handshake.ts";
import { knock, putHeader, remove, streamHeaders } from "./http-shape.ts";
import type { PlanSetting, StatefulConversation, StatefulIO, StatefulStep } from "./stateful-step.ts";

/** A host name that can exist nowhere. */
const FOREIGN = "http://mcptest.invalid";

const withOrigin = (origin: string): ((headers: readonly Header[]) => readonly Header[]) => putHeader("Origin", origin);

const ownOrigin = (io: StatefulIO): string => io.talk.address?.origin ?? FOREIGN;

const foreignInitialize: StatefulStep = {
  name: "foreign-origin",
  asks: "initialize with a foreign Origin, and with Origin null",
  serves: ["HTTP-005", "HTTP-007"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      initializeAside(io, { as: "post", editHeaders: withOrigin(FOREIGN) }),
      initializeAside(io, { as: "null", editHeaders: withOrigin("null") }),
    ]),
};

const ownInitialize: StatefulStep = {
  name: "own-origin",
  asks: "initialize with the server's own Origin, and without one",
  serves: ["HTTP-006", "HTTP-044"],
  run: (io) =>
    Promise.all([
      initializeAside(io, { as: "post", editHeaders: withOrigin(ownOrigin(io)) }),
      initializeAside(io, { as: "none" }),
    ]),
};

const foreignGet: StatefulStep = {
  name: "foreign-origin-get",
  asks: "GET in a session, with a foreign Origin",
  serves: ["HTTP-005", "HTTP-007"],
  deliberate: true,
  run: (io) => knock(io, withOrigin(FOREIGN)(streamHeaders(io.talk))),
};

/** Last: a server that does not look at the Origin ends the session. */
const foreignDelete: StatefulStep = {
  name: "foreign-origin-delete",
  asks: "DELETE of the session, with a foreign Origin",
  serves: ["HTTP-005", "HTTP-007"],
  deliberate: true,
  run: (io) => remove(io, "delete", withOrigin(FOREIGN)(sessionHeaders(io.talk.session))),
};

const streamStep = (name: string, asks: string, origin: (io: StatefulIO) => string): StatefulStep => ({
  name,
  asks,
  serves: ["HTTP-005"],
  deliberate: true,
  run: (io) => {
    const { address } = io.talk;
    return knock(io, withOrigin(origin(io))([["Accept", "text/event-stream"]]), address ? { url: address } : {});
  },
});

const ownStream: StatefulStep = {
  ...streamStep("own-origin", "GET of the event stream with the server's own Origin", ownOrigin),
  serves: ["HTTP-006"],
};

const foreignPost: StatefulStep = {
  name: "foreign-origin-post",
  asks: "ping posted with a foreign Origin, then ping",
  serves: ["HTTP-005"],
  deliberate: true,
  run: (io) =>
    io.askOrSilence({
      message: { jsonrpc: "2.0", id: io.nextId(), method: "ping" },
      expect: "response",
      http: { headers: withOrigin(FOREIGN)([["Content-Type", "application/json"]]) },
    }),
};

const withoutDeliberate = ({ deliberate: _deliberate, ...step }: StatefulStep): StatefulStep => step;

export const originsConversation = ({ transport }: PlanSetting): StatefulConversation => ({
  name: "origins",
  purpose: "requests as a web page elsewhere would make them",
  transport: "http",
  groups:
    transport === "http+sse"
      ? [
          [
            streamStep("foreign-origin", "GET of the event stream with a foreign Origin", () => FOREIGN),
            streamStep("null-origin", "GET of the event stream with Origin null", () => "null"),
            withoutDeliberate(ownStream),
            foreignPost,
          ],
        ]
      : [[foreignInitialize, ownInitialize, foreignGet], [foreignDelete]],
});
