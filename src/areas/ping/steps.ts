import type { Json } from "../../base/json.ts";
import { ordinaryMethod } from "../../probe/plan/skips.ts";
import type { StatefulStep } from "../../probe/plan/stateful-step.ts";

export const ping: StatefulStep = {
  question: "ping",
  run: (io) => io.ask("ping", undefined, { id: "p1" }),
};

/** 2^53 - 1 is the largest integer every JSON reader keeps. */
const IDS: readonly { readonly as: string; readonly id: Json }[] = [
  { as: "integer", id: 7 },
  { as: "digits", id: "7" },
  { as: "string", id: "a-b" },
  { as: "zero", id: 0 },
  { as: "large", id: Number.MAX_SAFE_INTEGER },
];

/** In turn: 7 and "7" at once have a step of their own, because some servers cannot tell them apart. */
export const ids: StatefulStep = {
  question: "ids",
  run: async (io) => {
    for (const { as, id } of IDS) await io.ask("ping", undefined, { as, id });
  },
};

/** Five at once: over HTTP five POSTs, on stdio five lines one after another. */
export const concurrent: StatefulStep = {
  question: "concurrent",
  run: (io) =>
    Promise.all([
      io.ask("ping", undefined, { as: "1", id: "five-1" }),
      io.ask(ordinaryMethod(io.known), undefined, { as: "2" }),
      io.ask("ping", undefined, { as: "3", id: "five-3" }),
      io.ask(ordinaryMethod(io.known), undefined, { as: "4" }),
      io.ask("ping", undefined, { as: "5" }),
    ]),
};

/** Asked beside tool calls: a busy server answers it all the same. */
export const busyPing: StatefulStep = {
  question: "busy-ping",
  run: (io) => io.ask("ping"),
};
