import { dropHeader, knock, putHeader, streamHeaders } from "./http-shape.ts";
import type { StatefulConversation, StatefulStep } from "./stateful-step.ts";

const otherMethods: StatefulStep = {
  name: "other-methods",
  asks: "ping sent with PUT and with PATCH",
  serves: ["HTTP-012"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("ping", undefined, { as: "put", http: { method: "PUT" } }),
      io.ask("ping", undefined, { as: "patch", http: { method: "PATCH" } }),
    ]),
};

/** No revision says what must come of these; they are only observed. */
const contentTypes: StatefulStep = {
  name: "content-type",
  asks: "ping declared as text/plain, and without a Content-Type",
  serves: [],
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("ping", undefined, { as: "text", editHeaders: putHeader("Content-Type", "text/plain") }),
      io.ask("ping", undefined, { as: "none", editHeaders: dropHeader("Content-Type") }),
    ]),
};

const accepts: StatefulStep = {
  name: "accept",
  asks: "ping that accepts only JSON, only an event stream, only HTML, and without Accept",
  serves: ["HTTP-015"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("ping", undefined, { as: "json", editHeaders: putHeader("Accept", "application/json") }),
      io.ask("ping", undefined, { as: "events", editHeaders: putHeader("Accept", "text/event-stream") }),
      io.ask("ping", undefined, { as: "html", editHeaders: putHeader("Accept", "text/html") }),
      io.ask("ping", undefined, { as: "none", editHeaders: dropHeader("Accept") }),
    ]),
};

/** A session may have several streams, or refuse a second one. */
const twoStreams: StatefulStep = {
  name: "two-streams",
  asks: "two GET streams in one session, and ping beside them",
  serves: ["HTTP-026", "HTTP-027", "HTTP-030", "HTTP-031", "HTTP-032"],
  run: (io) =>
    Promise.all([
      knock(io, streamHeaders(io.talk), { as: "first" }),
      knock(io, streamHeaders(io.talk), { as: "second" }),
      io.ask("ping", undefined, { as: "ping" }),
    ]),
};

/** Old servers often kept their event stream at this path when they moved on. */
const oldStream: StatefulStep = {
  name: "old-stream",
  asks: "GET of /sse beside the endpoint, as a client of 2024-11-05 would",
  serves: ["HTTP-010"],
  run: async (io) => {
    const { address } = io.talk;
    if (address) await knock(io, [["Accept", "text/event-stream"]], { url: new URL("sse", address) });
  },
};

export const httpMethodsConversation: StatefulConversation = {
  name: "http-methods",
  purpose: "HTTP methods, content types and streams beyond the usual",
  transport: "http",
  groups: [[otherMethods, contentTypes, accepts, oldStream], [twoStreams]],
};
