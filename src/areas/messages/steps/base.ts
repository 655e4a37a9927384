import type { Json } from "../../../base/json.ts";
import { settle } from "../../../probe/plan/silence.ts";
import type { StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { Step } from "../../../probe/plan/step.ts";

/** A method no revision defines. */
export const unknownMethod: Step = {
  question: "unknown-method",
  deliberate: true,
  run: (io) => io.ask("mcptest/no-such-method", {}),
};

/** Notifications are never answered, known or not. */
export const unknownNotification: Step = {
  question: "unknown-notification",
  deliberate: true,
  run: async (io) => {
    await io.tell("notifications/mcptest_unknown", {});
    await io.control();
  },
};

/** The same harmless request under ids of every legal kind. */
export const oddIds = (method: string, ids: readonly { readonly as: string; readonly id: Json }[]): Step => ({
  question: "ids",
  run: (io) => Promise.all(ids.map(({ as, id }) => io.ask(method, undefined, { as, id }))),
});

/** Keys in `_meta` that the server cannot know. */
export const unknownMeta = (method: string): Step => ({
  question: "unknown-meta",
  run: (io) =>
    io.ask(method, undefined, {
      meta: {
        "com.example/mcptest": { a: 1 },
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        tracestate: "mcptest=1",
        baggage: "mcptest=1",
      },
    }),
});

/** Progress tokens of both legal types on a request that makes no progress. */
export const progressTokens = (method: string): Step => ({
  question: "progress-token",
  run: (io) =>
    Promise.all([
      io.ask(method, undefined, { as: "string", meta: { progressToken: "mcptest-token" } }),
      io.ask(method, undefined, { as: "integer", meta: { progressToken: 4711 } }),
    ]),
});

export const twinIds: StatefulStep = {
  question: "twin-ids",
  run: (io) =>
    settle(io, [
      io.start("ping", undefined, { as: "integer", id: 8 }),
      io.start("ping", undefined, { as: "string", id: "8" }),
    ]),
};
