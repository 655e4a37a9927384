import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { type EditHeaders, putHeader } from "../common/edit-headers.ts";
import { unlessLoopback, withForeignHost } from "../common/foreign-host.ts";
import type { ConversationPlan, Step } from "../step.ts";

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
