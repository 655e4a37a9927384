import { setHeader } from "../../probe/plan/edit-headers.ts";
import { withoutMetaKey } from "../../probe/plan/edit-meta.ts";
import { type Known, names, skipUnless } from "../../probe/plan/known.ts";
import { advertised, listen } from "../../probe/plan/listen.ts";
import type { PlanSetting } from "../../probe/plan/plan-setting.ts";
import type { Skip } from "../../probe/plan/skip.ts";
import type { ConversationPlan, Step } from "../../probe/plan/step.ts";
import type { StatelessTalk } from "../../probe/talk/stateless-talk.ts";
import { HEADER } from "../../protocol/headers.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

const unlessAnnounced = (known: Known): Skip | undefined =>
  skipUnless(Object.keys(advertised(known)).length > 0, "no change notifications are advertised");

const one: Step<StatelessTalk> = {
  question: "listen",
  skip: unlessAnnounced,
  run: async (io) => {
    // A process that is still starting would be given up before it can read anything.
    await io.control();
    const [first, ...rest] = Object.entries(advertised(io.known));
    const single = first ? { [first[0]]: first[1] } : {};
    // False says the same as nothing; one kind is declined in so many words.
    const declined = first?.[1] === true ? { [first[0]]: false } : {};
    const others = rest.length > 0 ? { ...declined, ...Object.fromEntries(rest) } : single;
    await Promise.all([
      listen(io, { notifications: single }, { as: "string", id: "mcptest-sub" }),
      listen(io, { notifications: others }, { as: "integer", id: 4711 }),
    ]);
  },
};

const everything: Step<StatelessTalk> = {
  question: "listen-all",
  skip: unlessAnnounced,
  run: (io) =>
    listen(
      io,
      {
        notifications: {
          toolsListChanged: true,
          promptsListChanged: true,
          resourcesListChanged: true,
          resourceSubscriptions: [names(io.known.resources, "uri")[0] ?? "mcptest://no/such/resource"],
        },
      },
      {},
    ),
};

/** There is nothing to wait for, so some servers end it at once: the one ending a client can bring about. */
const nothing: Step<StatelessTalk> = {
  question: "listen-nothing",
  skip: unlessAnnounced,
  run: (io) => listen(io, { notifications: {} }, {}),
};

const malformed: Step<StatelessTalk> = {
  question: "malformed-listen",
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => Promise.all([listen(io, {}, {}), listen(io, { notifications: "x" }, { as: "text" })]),
};

/** The rules for metadata, version and headers hold for this method as for any other. */
const rules: Step<StatelessTalk> = {
  question: "listen-rules",
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => {
    const params = { notifications: advertised(io.known) };
    return Promise.all([
      listen(io, params, {
        as: "no-capabilities",
        editMessage: (message) => withoutMetaKey(message, META_KEY.clientCapabilities),
      }),
      listen(io, params, { as: "version", meta: { [META_KEY.protocolVersion]: "1900-01-01" } }),
      ...(io.known.transport === "stdio"
        ? []
        : [listen(io, params, { as: "method", editHeaders: setHeader(HEADER.method, "tools/list") })]),
    ]);
  },
};

export const subscriptionsConversation = ({ transport }: PlanSetting): ConversationPlan<StatelessTalk> => ({
  name: "subscriptions",
  purpose: "subscriptions/listen",
  transport: "any",
  process: "third",
  needsLists: true,
  skip: unlessAnnounced,
  waits: true,
  // The first two go first: a server that has room for one only is seen by them.
  groups:
    transport === "stdio"
      ? [[one], [everything, nothing, malformed, rules]]
      : [[one], [everything, nothing, malformed, rules].map((step) => ({ ...step, waits: true }))],
});
