import { setHeader } from "../../../probe/plan/edit-headers.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../../protocol/headers.ts";

const SSE_ACCEPT = ["Accept", "text/event-stream"] as const;

const get: Step = {
  question: "http-get",
  deliberate: true,
  run: (io) => io.peek({ expect: "nothing", http: { method: "GET", headers: [SSE_ACCEPT] } }),
};

const remove: Step = {
  question: "http-delete",
  deliberate: true,
  run: (io) =>
    io.send({ expect: "nothing", http: { method: "DELETE", headers: [[HEADER.sessionId, "mcptest-none"]] } }).done,
};

const put: Step = {
  question: "http-put",
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { http: { method: "PUT" } }),
};

const contentType: Step = {
  question: "wrong-content-type",
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
