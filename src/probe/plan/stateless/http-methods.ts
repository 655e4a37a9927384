import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import type { ConversationPlan, Step } from "../step.ts";
import { setHeader } from "./http-headers.ts";

const SSE_ACCEPT = ["Accept", "text/event-stream"] as const;

const get: Step = {
  name: "http-get",
  asks: "GET with Accept: text/event-stream",
  serves: ["HTTP-010", "HTTP-011", "HTTP-012", "HTTP-052"],
  deliberate: true,
  run: (io) => io.peek({ expect: "nothing", http: { method: "GET", headers: [SSE_ACCEPT] } }),
};

const remove: Step = {
  name: "http-delete",
  asks: "DELETE with a session id nobody issued",
  serves: ["HTTP-053"],
  deliberate: true,
  run: (io) =>
    io.send({ expect: "nothing", http: { method: "DELETE", headers: [["Mcp-Session-Id", "mcptest-none"]] } }).done,
};

const put: Step = {
  name: "http-put",
  asks: "PUT with the body of a good request",
  serves: ["HTTP-012"],
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { http: { method: "PUT" } }),
};

const contentType: Step = {
  name: "wrong-content-type",
  asks: "a good request declared as text/plain, and one that accepts only JSON",
  serves: ["HTTP-015"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("server/discover", undefined, { editHeaders: setHeader("Content-Type", "text/plain") }),
      io.ask("server/discover", undefined, { as: "accept-json", editHeaders: setHeader("Accept", "application/json") }),
    ]),
};

export const httpMethodsConversation: ConversationPlan<StatelessTalk> = {
  name: "http-methods",
  purpose: "HTTP methods and content types that have no role",
  transport: "http",
  groups: [[get, remove, put, contentType]],
};
