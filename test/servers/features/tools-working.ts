// Tools that take time or change something.

import { pause } from "./call.ts";
import { READ_ONLY, say, type Tool } from "./tool.ts";
import { COUNTER_URI } from "./world.ts";

const countSlowly: Tool = {
  name: "count_slowly",
  task: "optional",
  definition: () => ({
    title: "Count slowly",
    description: "Counts in steps, reports progress and logs each step.",
    inputSchema: {
      type: "object",
      properties: { steps: { type: "integer", minimum: 1, maximum: 20, default: 3, description: "How far to count" } },
      additionalProperties: false,
    },
    annotations: { title: "Count slowly", ...READ_ONLY },
  }),
  async run(args, call) {
    const steps = typeof args.steps === "number" ? args.steps : 3;
    for (let step = 1; step <= steps; step += 1) {
      call.progress(step, steps, `Counted to ${step} of ${steps}`);
      call.log(step === steps ? "warning" : "info", { step, of: steps });
      call.log("debug", { detail: `step ${step} took its time` });
      // Also after the last step: some clients forget a token as soon as they see the response.
      await pause(call.core.stepMs, call.signal);
    }
    return say(`Counted to ${steps}.`);
  },
};

const waitAWhile: Tool = {
  name: "wait_a_while",
  task: "optional",
  definition: () => ({
    title: "Wait a while",
    description: "Waits until it is cancelled, or a couple of seconds.",
    inputSchema: { type: "object", additionalProperties: false },
    annotations: { title: "Wait a while", ...READ_ONLY },
  }),
  async run(_args, call) {
    await pause(call.core.slowMs, call.signal);
    return say("Nobody cancelled.");
  },
};

const publishChange: Tool = {
  name: "publish_change",
  definition: () => ({
    title: "Publish a change",
    description: "Publishes a new edition of a list, or a new value of the counter resource.",
    inputSchema: {
      type: "object",
      properties: {
        what: {
          type: "string",
          enum: ["tools", "prompts", "resources", "counter"],
          description: "What changes",
        },
      },
      required: ["what"],
      additionalProperties: false,
    },
    annotations: { title: "Publish a change", readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  }),
  run(args, call) {
    const { world } = call.core;
    if (args.what === "counter") world.setCounter(world.counter + 1);
    else if (args.what === "tools" || args.what === "prompts" || args.what === "resources") world.changeList(args.what);
    return say(`Published a change of ${String(args.what)}.`);
  },
};

const resetCounter: Tool = {
  name: "reset_counter",
  definition: () => ({
    title: "Reset the counter",
    description: `Sets ${COUNTER_URI} back to zero. The old value is lost.`,
    inputSchema: { type: "object", additionalProperties: false },
    annotations: {
      title: "Reset the counter",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
  }),
  run(_args, call) {
    call.core.world.setCounter(0);
    return say("The counter is zero.");
  },
};

export const WORKING_TOOLS: readonly Tool[] = [countSlowly, waitAWhile, publishChange, resetCounter];
