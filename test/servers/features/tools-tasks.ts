// Tools that are there because there are tasks: one that fails, one that cannot be served, one that asks twice.

import { INTERNAL_ERROR, isObject, type JsonObject, RpcError } from "../json-rpc.ts";
import { pause } from "./call.ts";
import { askForColour, askForName } from "./input-requests.ts";
import { complain, READ_ONLY, say, type Tool } from "./tool.ts";

const TAKES_MS = 30;

const checkLink: Tool = {
  name: "check_link",
  task: "optional",
  tasksOnly: true,
  definition: () => ({
    title: "Check a link",
    description: "Checks the one link of the catalogue that is known to be broken.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Check a link", ...READ_ONLY },
  }),
  async run(_args, call) {
    await pause(TAKES_MS, call.signal);
    return complain("The link leads nowhere.");
  },
};

const readArchive: Tool = {
  name: "read_archive",
  task: "required",
  tasksOnly: true,
  definition: () => ({
    title: "Read the archive",
    description: "Reads the archive, which takes long and has been out of order for years.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Read the archive", ...READ_ONLY },
  }),
  async run(_args, call) {
    await pause(TAKES_MS, call.signal);
    throw new RpcError(INTERNAL_ERROR, "The archive is out of order");
  },
};

const planVisit: Tool = {
  name: "plan_visit",
  task: "optional",
  tasksOnly: true,
  definition: () => ({
    title: "Plan a visit",
    description: "Asks for the name of a visitor and for a colour, then for the name of a companion.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Plan a visit", ...READ_ONLY },
  }),
  async run(_args, call) {
    const [visitor, colour] = await Promise.all([
      call.ask("visitor", askForName(call.revision, "Who is the visitor?")),
      call.ask("colour", askForColour(call.revision, "the visitor")),
    ]);
    const companion = await call.ask("companion", askForName(call.revision, "Who comes along?"));
    return say(`A ${told(colour, "colour")} visit of ${told(visitor, "name")} with ${told(companion, "name")}.`);
  },
};

function told(answer: JsonObject, member: string): string {
  return answer.action === "accept" && isObject(answer.content) ? String(answer.content[member]) : "nameless";
}

export const TASK_TOOLS: readonly Tool[] = [checkLink, readArchive, planVisit];
