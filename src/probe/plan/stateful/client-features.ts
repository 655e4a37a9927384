import { type Json, member, stringMember } from "../../../model/json.ts";
import { toolCall } from "../common/tool-call.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import { skipUnless } from "../known.ts";
import type { PlanSetting } from "../plan-setting.ts";
import { highLevel, usualLevel } from "./logging.ts";
import { openStream } from "./open-stream.ts";
import { type StatefulConversation, type StatefulStep, since } from "./stateful-step.ts";
import { taskGroups } from "./tasks.ts";

/** What every stateful revision lets a client declare. */
export const CLIENT_FEATURES = { roots: { listChanged: true }, sampling: {} } as const;

/** Whoever asked for roots may ask again now. */
const rootsChanged: StatefulStep = {
  question: "roots-changed",
  run: async (io) => {
    await io.tell("notifications/roots/list_changed");
    await io.control();
    await io.quiet();
  },
};

/** Integer tokens here, string tokens in the main conversation: both must come back as they were. */
const FIRST_TOKEN = 4711;

/** What is asked of a client, and the first tool that asked it. */
type Askers = Map<string, string>;

/** In turn, as in the main conversation; what the server asks meanwhile is answered by the talk. */
const callWithFeatures = (askers: Askers): StatefulStep => ({
  question: "call",
  skip: unlessCallable,
  run: async (io) => {
    for (const [index, choice] of calledTools(io.known).entries()) {
      const meta = { progressToken: FIRST_TOKEN + index };
      const { meanwhile } = await io.ask(...toolCall(choice, { as: String(index + 1), meta }));
      for (const { message } of meanwhile) {
        const method = requestMethod(message);
        if (method !== undefined && !askers.has(method)) askers.set(method, choice.name);
      }
    }
  },
});

const requestMethod = (message: Json | undefined): string | undefined =>
  member(message, "id") === undefined ? undefined : stringMember(message, "method");

const CONTRARY = ["declining", "cancelling", "careless", "refusing"] as const;

/** A user may say no, a client may fail, and what comes back may be wrong: the call ends all the same. */
const contrary = (askers: Askers): StatefulStep => ({
  question: "contrary",
  deliberate: true,
  continues: true,
  skip: (known) =>
    unlessCallable(known) ?? skipUnless(askers.size > 0, "no tool that was called asked the client for something"),
  run: async (io) => {
    const names = new Set(askers.values());
    for (const [index, choice] of calledTools(io.known)
      .filter(({ name }) => names.has(name))
      .entries()) {
      for (const manner of CONTRARY) {
        io.talk.manner = manner;
        await io.ask(...toolCall(choice, { as: `${index + 1}-${manner}` }));
      }
    }
    io.talk.manner = "willing";
  },
});

export const clientFeaturesConversation = (setting: PlanSetting): StatefulConversation => {
  const askers: Askers = new Map();
  return {
    name: "client-features",
    purpose: "does it ask a client that offers roots, sampling and elicitation, and how?",
    transport: "any",
    needsLists: true,
    capabilities: { ...CLIENT_FEATURES, ...(since(setting, "2025-06-18") ? { elicitation: {} } : {}) },
    groups: [
      [...(setting.transport === "streamable-http" ? [openStream] : []), highLevel],
      [rootsChanged, callWithFeatures(askers)],
      ...taskGroups(setting),
      [contrary(askers)],
      [usualLevel],
    ],
  };
};
