import type { Header } from "../../../model/target.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import type { ConversationPlan, Step } from "../step.ts";

export const FOREIGN_ORIGIN = "http://mcptest.invalid";

const withOrigin =
  (origin: string) =>
  (headers: readonly Header[]): readonly Header[] => [...headers, ["Origin", origin]];

const foreign: Step<StatelessTalk> = {
  name: "foreign-origin",
  asks: "server/discover, a notification and a GET with a foreign Origin, and with Origin null",
  serves: ["HTTP-005", "HTTP-007"],
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("server/discover", undefined, { editHeaders: withOrigin(FOREIGN_ORIGIN) }),
      io.ask("server/discover", undefined, { as: "null", editHeaders: withOrigin("null") }),
      io.tell("notifications/mcptest_unknown", {}, { as: "notification", editHeaders: withOrigin(FOREIGN_ORIGIN) }),
      io.peek({
        as: "get",
        expect: "nothing",
        http: {
          method: "GET",
          headers: [
            ["Accept", "text/event-stream"],
            ["Origin", FOREIGN_ORIGIN],
          ],
        },
      }),
    ]),
};

const own: Step<StatelessTalk> = {
  name: "own-origin",
  asks: "server/discover with the server's own Origin",
  serves: ["HTTP-006"],
  run: (io) => io.ask("server/discover", undefined, { editHeaders: withOrigin(io.talk.origin ?? FOREIGN_ORIGIN) }),
  skip: () => undefined,
};

export const originsConversation: ConversationPlan<StatelessTalk> = {
  name: "origins",
  purpose: "requests from a web page elsewhere",
  transport: "http",
  groups: [[foreign, own]],
};
