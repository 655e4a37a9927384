import { isJsonObject, type JsonObject, member } from "../../base/json.ts";
import { CLIENT_FEATURES } from "../../probe/plan/declared-capabilities.ts";
import { announce, endAside, shakeHands } from "../../probe/plan/handshake.ts";
import { openStream } from "../../probe/plan/open-stream.ts";
import type { PlanSetting } from "../../probe/plan/plan-setting.ts";
import { settle } from "../../probe/plan/silence.ts";
import { unlessInitialized } from "../../probe/plan/skips.ts";
import {
  type StatefulConversation,
  type StatefulIO,
  type StatefulStep,
  since,
} from "../../probe/plan/stateful-step.ts";

/** On stdio the process has just started, over HTTP+SSE the stream is open: a channel on which it could speak first. */
const silence: StatefulStep = {
  question: "silence",
  run: (io) => io.quiet(),
};

/** Whatever the server makes of the early requests, the handshake that follows should work. */
const beforeInitialize: StatefulStep = {
  question: "before-initialize",
  run: async (io) => {
    const early = [
      io.start("tools/list", undefined, { as: "list", deliberate: true }),
      io.start("ping", undefined, { as: "ping" }),
    ];
    await io.within(Promise.all(early.map(({ done }) => done)));
    await settle(io, early, () => shakeHands(io, undefined, { as: "handshake" }));
  },
};

export const silenceConversation = ({ transport }: PlanSetting): StatefulConversation => ({
  name: "silence",
  purpose: "who speaks first, and what is served before initialize",
  transport: "any",
  process: "third",
  bare: true,
  groups: [...(transport === "streamable-http" ? [] : [[silence]]), [beforeInitialize]],
});

const emptyInitialize: StatefulStep = {
  question: "empty-initialize",
  deliberate: true,
  run: async (io) => {
    const empty = io.start("initialize", {});
    await io.within(empty.done);
    await settle(io, [empty], () => shakeHands(io, undefined, { as: "good", deliberate: false }));
    if (io.known.transport === "streamable-http") await endAside(io, empty.draft, "empty");
  },
};

export const emptyInitializeConversation: StatefulConversation = {
  name: "empty-initialize",
  purpose: "is an initialize that says nothing refused?",
  transport: "any",
  process: "third",
  bare: true,
  // Shaking hands again worked, so being initialized before was not what the error is about.
  isAsFresh: (said) =>
    said.some(({ response }) => member(response, "error") !== undefined) &&
    said.some(({ response }) => member(response, "result") !== undefined),
  groups: [[emptyInitialize]],
};

/** A client the server has never heard of, in letters beyond ASCII. */
const strangeParams = (io: StatefulIO): JsonObject => {
  const params = io.talk.initializeParams();
  const { clientInfo } = params;
  return {
    ...params,
    clientInfo: { ...(isJsonObject(clientInfo) ? clientInfo : {}), name: "mcptest – prüft 世界 🧪" },
  };
};

const strangeInitialize = ({ transport }: PlanSetting): StatefulStep => ({
  question: "strange-initialize",
  run: async (io) => {
    const initialize = io.start("initialize", strangeParams(io));
    // Pings are the one thing a client may send before the answer; over HTTP there is no session yet to send them in.
    const pings = transport === "stdio" ? [io.start("ping", undefined, { as: "ping" })] : [];
    await settle(io, pings, async () => io.talk.adopt(await initialize.done));
  },
});

/** Pings are allowed at this stage too. One that is answered only after the notification is still an answer. */
const withheldInitialized: StatefulStep = {
  question: "withheld-initialized",
  skipIn: unlessInitialized,
  run: async (io) => {
    const ping = io.start("ping", undefined, { as: "ping" });
    await io.quiet();
    await settle(io, [ping], async () => {
      await announce(io);
      await io.control();
    });
  },
};

/** Everything a client may declare is declared, so that a server has reason to ask too early. */
export const earlyConversation = (setting: PlanSetting): StatefulConversation => ({
  name: "early",
  purpose: "a client with strange capabilities that takes its time to say initialized",
  transport: "any",
  process: "second",
  bare: true,
  capabilities: {
    ...CLIENT_FEATURES,
    ...(since(setting, "2025-06-18") ? { elicitation: {} } : {}),
    experimental: { mcptest: {} },
    mcptestUnknown: { x: 1 },
  },
  groups: [
    [strangeInitialize(setting)],
    [...(setting.transport === "streamable-http" ? [openStream] : []), withheldInitialized],
  ],
});
