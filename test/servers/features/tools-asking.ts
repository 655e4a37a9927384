// Tools that ask the client: for a form, a sampled message, or its roots.

import { isObject, type JsonObject } from "../json-rpc.ts";
import {
  askForColour,
  askForName,
  askForRoots,
  askForSummary,
  askToRead,
  askWithTools,
  sampledText,
} from "./input-requests.ts";
import { READ_ONLY, say, type Tool } from "./tool.ts";

const askUser: Tool = {
  name: "ask_user",
  definition: () => ({
    title: "Ask the user",
    description: "Asks the user for a name, and for a colour too if asked to, and greets.",
    inputSchema: {
      type: "object",
      properties: { colour: { type: "boolean", default: false, description: "Whether to ask for a colour as well" } },
      additionalProperties: false,
    },
    annotations: { title: "Ask the user", ...READ_ONLY },
  }),
  async run(args, call) {
    const name = accepted(await call.ask("name", askForName(call.revision, "What is your name?")));
    if (name === undefined) return say("Nobody was greeted, because no name was given.");
    if (args.colour !== true) return say(`Hello, ${String(name.name)}!`);
    const colour = accepted(await call.ask("colour", askForColour(call.revision, String(name.name))));
    if (colour === undefined) return say("Nobody was greeted, because no colour was given.");
    return say(`Hello, ${String(name.name)}! You like ${String(colour.colour)}.`);
  },
};

const showRules: Tool = {
  name: "show_rules",
  definition: () => ({
    title: "Show the rules",
    description: "Asks the user to read the house rules on a page.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Show the rules", ...READ_ONLY },
  }),
  async run(_args, call) {
    const { action } = await call.ask("rules", askToRead(call.revision));
    return say(action === "accept" ? "The rules are shown." : "The rules are not shown.");
  },
};

const askModel: Tool = {
  name: "ask_model",
  deprecated: true,
  definition: () => ({
    title: "Ask the model",
    description: "Asks the model of the client for a sentence on a topic.",
    inputSchema: {
      type: "object",
      properties: { topic: { type: "string", maxLength: 80, default: "tea", description: "What to talk about" } },
      additionalProperties: false,
    },
    annotations: { title: "Ask the model", ...READ_ONLY },
  }),
  async run(args, call) {
    const topic = typeof args.topic === "string" ? args.topic : "tea";
    const answer = await call.ask("sentence", askForSummary(topic));
    if (call.canAsk("tool-sampling")) await call.ask("with-tools", askWithTools(topic));
    return say(`The model says: ${sampledText(answer) ?? ""}`);
  },
};

const askRoots: Tool = {
  name: "ask_roots",
  deprecated: true,
  definition: () => ({
    title: "Ask for the roots",
    description: "Asks the client for its roots and counts them.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Ask for the roots", ...READ_ONLY },
  }),
  async run(_args, call) {
    const { roots } = await call.ask("roots", askForRoots());
    return say(`The client has ${Array.isArray(roots) ? roots.length : 0} roots.`);
  },
};

const changeOfMind: Tool = {
  name: "change_of_mind",
  statefulOnly: true,
  definition: () => ({
    title: "Change of mind",
    description: "Puts a question to the model of the client and withdraws it at once.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Change of mind", ...READ_ONLY },
  }),
  async run(_args, call) {
    await call.ask("sentence", { ...askForSummary("tea"), withdrawn: true });
    return say("The question was withdrawn.");
  },
};

const workInVisits: Tool = {
  name: "work_in_visits",
  definition: () => ({
    title: "Work in visits",
    description: "Works in two visits if the client knows how to come back, else in one.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Work in visits", ...READ_ONLY },
  }),
  async run(_args, call) {
    // A client that can be asked for input knows input_required results; others need not.
    if (call.canAsk("elicitation")) await call.comeBack("visit");
    return say("The work is done.");
  },
};

// Decline and cancel are answers too: the greeting is simply not carried out.
function accepted(answer: JsonObject): JsonObject | undefined {
  return answer.action === "accept" && isObject(answer.content) ? answer.content : undefined;
}

export const ASKING_TOOLS: readonly Tool[] = [askUser, askModel, askRoots, changeOfMind, workInVisits, showRules];
