import { type EditHeaders, putHeader } from "../../../probe/plan/edit-headers.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { unlessLoopback, withForeignHost } from "./foreign-host.ts";

const FOREIGN_ORIGIN = "http://mcptest.invalid";

const withOrigin = (origin: string): EditHeaders => putHeader("Origin", origin);

const foreign: Step<StatelessTalk> = {
  question: "foreign-origin",
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("server/discover", undefined, { editHeaders: withOrigin(FOREIGN_ORIGIN) }),
      io.ask("server/discover", undefined, { as: "null", editHeaders: withOrigin("null") }),
      io.tell("notifications/mcptest_unknown", {}, { as: "notification", editHeaders: withOrigin(FOREIGN_ORIGIN) }),
      io.peek({
        as: "get",
        expect: "nothing",
        http: { method: "GET", headers: withOrigin(FOREIGN_ORIGIN)([["Accept", "text/event-stream"]]) },
      }),
    ]),
};

const own: Step<StatelessTalk> = {
  question: "own-origin",
  run: (io) => io.ask("server/discover", undefined, { editHeaders: withOrigin(io.talk.origin ?? FOREIGN_ORIGIN) }),
};

const foreignHost: Step<StatelessTalk> = {
  question: "foreign-host",
  deliberate: true,
  skipIn: (talk) => unlessLoopback(talk.endpoint),
  run: (io) => io.ask("server/discover", undefined, { editHeaders: withForeignHost }),
};

export const originsConversation: ConversationPlan<StatelessTalk> = {
  name: "origins",
  purpose: "requests from a web page elsewhere",
  transport: "http",
  groups: [[foreign, own], [foreignHost]],
};
