import { member } from "../../../model/json.ts";
import { calledTools, unlessCallable } from "../common/tool-steps.ts";
import { highLevel, usualLevel } from "./logging.ts";
import { openStream } from "./open-stream.ts";
import { type PlanSetting, type StatefulConversation, type StatefulStep, since } from "./stateful-step.ts";
import { taskGroups } from "./tasks.ts";

/** What every stateful revision lets a client declare. */
export const CLIENT_FEATURES = { roots: { listChanged: true }, sampling: {} } as const;

/** Whoever asked for roots may ask again now. */
const rootsChanged: StatefulStep = {
  name: "roots-changed",
  asks: "notifications/roots/list_changed, then ping and the quiet window",
  serves: ["PROTO-019", "HTTP-013", "ROOTS-003", "ROOTS-004", "ROOTS-005", "ROOTS-007"],
  run: async (io) => {
    await io.tell("notifications/roots/list_changed");
    await io.control();
    await io.quiet();
  },
};

/** Integer tokens here, string tokens in the main conversation: both must come back as they were. */
const FIRST_TOKEN = 4711;

const SAMPLING = [
  ...["SAMPLE-001", "SAMPLE-003", "SAMPLE-004", "SAMPLE-005", "SAMPLE-006", "SAMPLE-007", "SAMPLE-008", "SAMPLE-016"],
  "SAMPLE-017",
];
const ELICITATION = [
  ...["ELICIT-001", "ELICIT-002", "ELICIT-003", "ELICIT-004", "ELICIT-005", "ELICIT-006", "ELICIT-007", "ELICIT-008"],
  ...["ELICIT-009", "ELICIT-010", "ELICIT-016", "ELICIT-022"],
];

/** In turn, as in the main conversation; what the server asks meanwhile is answered by the talk. */
const callWithFeatures: StatefulStep = {
  name: "call",
  asks: "tools/call of every tool that may be called, by a client that declares roots, sampling and elicitation",
  serves: [
    ...["PROTO-016", "PROTO-017", "PROTO-039", "PROG-002", "PROG-009", "ROOTS-003", "TASK-044", ...SAMPLING],
    ...["CANCEL-009", "CANCEL-010", "LOG-007", ...ELICITATION],
  ],
  skip: unlessCallable,
  run: async (io) => {
    for (const [index, { name, tool, arguments: made }] of calledTools(io.known).entries()) {
      await io.ask(
        "tools/call",
        { name, arguments: made },
        {
          as: String(index + 1),
          inputSchema: member(tool, "inputSchema") ?? {},
          meta: { progressToken: FIRST_TOKEN + index },
        },
      );
    }
  },
};

export const clientFeaturesConversation = (setting: PlanSetting): StatefulConversation => ({
  name: "client-features",
  purpose: "does it ask a client that offers roots, sampling and elicitation, and how?",
  transport: "any",
  needsLists: true,
  capabilities: { ...CLIENT_FEATURES, ...(since(setting, "2025-06-18") ? { elicitation: {} } : {}) },
  groups: [
    [...(setting.transport === "streamable-http" ? [openStream] : []), highLevel],
    [rootsChanged, callWithFeatures],
    ...taskGroups(setting),
    [usualLevel],
  ],
});
