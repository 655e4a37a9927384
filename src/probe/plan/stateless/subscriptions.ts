import type { JsonObject } from "../../../model/json.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { hasFlag, type Known, names } from "../known.ts";
import type { AskOptions, ConversationPlan, Skip, Step, StepIO } from "../step.ts";
import { withoutMetaKey } from "./edit-meta.ts";
import { setHeader } from "./http-headers.ts";

/** What the server says it announces. */
export const advertised = (known: Known): JsonObject => ({
  ...(hasFlag(known, "tools", "listChanged") ? { toolsListChanged: true } : {}),
  ...(hasFlag(known, "prompts", "listChanged") ? { promptsListChanged: true } : {}),
  ...(hasFlag(known, "resources", "listChanged") ? { resourcesListChanged: true } : {}),
  ...(hasFlag(known, "resources", "subscribe")
    ? { resourceSubscriptions: names(known.resources, "uri").slice(0, 2) }
    : {}),
});

const unlessAnnounced = (known: Known): Skip | undefined =>
  Object.keys(advertised(known)).length > 0
    ? undefined
    : { reason: "not-offered", detail: "no change notifications are advertised" };

/** As long as a first message may take before we stop believing in it. */
const PATIENCE = 20;

/**
 * Listens until the first message (the acknowledgment) and the quiet window have passed, or until the work that is done
 * meanwhile is over; then lets go.
 */
export const listen = async (
  io: StepIO<StatelessTalk>,
  params: JsonObject,
  options: AskOptions,
  meanwhile?: () => Promise<unknown>,
): Promise<void> => {
  let heard: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const onMessage = (): undefined => heard() as undefined;
  const sending = io.start("subscriptions/listen", params, { ...options, onMessage });
  await io.within(Promise.race([sending.done, first]), PATIENCE);
  await meanwhile?.();
  await io.within(sending.done);
  if (sending.draft.endMs === undefined) {
    io.talk.cancel(sending);
    // What is still said to a subscription that was cancelled shows on stdio only.
    if (io.known.transport === "stdio") await io.quiet();
  }
  await sending.done;
};

const one: Step<StatelessTalk> = {
  name: "listen",
  asks: "subscriptions/listen for what is advertised, twice at once: under a string id, and under an integer id with one kind declined",
  serves: [
    ...["SUBS-001", "SUBS-002", "SUBS-003", "SUBS-004", "SUBS-005", "SUBS-007", "SUBS-008", "SUBS-009", "SUBS-010"],
    ...["SUBS-011", "SUBS-016", "SUBS-017", "SUBS-023", "SUBS-021", "HTTP-050", "HTTP-012", "CANCEL-002"],
  ],
  skip: unlessAnnounced,
  run: (io) => {
    const [first, ...rest] = Object.entries(advertised(io.known));
    const single = first ? { [first[0]]: first[1] } : {};
    // False says the same as nothing; one kind is declined in so many words.
    const declined = first?.[1] === true ? { [first[0]]: false } : {};
    const others = rest.length > 0 ? { ...declined, ...Object.fromEntries(rest) } : single;
    return Promise.all([
      listen(io, { notifications: single }, { as: "string", id: "mcptest-sub" }),
      listen(io, { notifications: others }, { as: "integer", id: 4711 }),
    ]);
  },
};

const everything: Step<StatelessTalk> = {
  name: "listen-all",
  asks: "subscriptions/listen for all four kinds, also what is not advertised",
  serves: ["SUBS-006", "SUBS-005"],
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
  name: "listen-nothing",
  asks: "subscriptions/listen with an empty filter",
  serves: ["SUBS-013", "SUBS-014", "SUBS-015", "CANCEL-015"],
  skip: unlessAnnounced,
  run: (io) => listen(io, { notifications: {} }, {}),
};

const malformed: Step<StatelessTalk> = {
  name: "malformed-listen",
  asks: "subscriptions/listen without the notifications object, and with text in its place",
  serves: ["SUBS-012"],
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => Promise.all([listen(io, {}, {}), listen(io, { notifications: "x" }, { as: "text" })]),
};

/** The rules for metadata, version and headers hold for this method as for any other. */
const rules: Step<StatelessTalk> = {
  name: "listen-rules",
  asks: "subscriptions/listen without clientCapabilities, with an unknown version, and with a wrong Mcp-Method",
  serves: ["SUBS-022"],
  deliberate: true,
  skip: unlessAnnounced,
  run: (io) => {
    const params = { notifications: advertised(io.known) };
    return Promise.all([
      listen(io, params, {
        as: "no-capabilities",
        editMessage: (message) => withoutMetaKey(message, META.clientCapabilities),
      }),
      listen(io, params, { as: "version", meta: { [META.protocolVersion]: "1900-01-01" } }),
      ...(io.known.transport === "stdio"
        ? []
        : [listen(io, params, { as: "method", editHeaders: setHeader("Mcp-Method", "tools/list") })]),
    ]);
  },
};

export const subscriptionsConversation: ConversationPlan<StatelessTalk> = {
  name: "subscriptions",
  purpose: "subscriptions/listen",
  transport: "any",
  needsLists: true,
  skip: unlessAnnounced,
  groups: [[one, everything, nothing, malformed, rules]],
};
