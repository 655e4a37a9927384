import type { Json } from "../../../model/json.ts";
import { settle } from "./silence.ts";
import { ordinaryMethod } from "./skips.ts";
import type { StatefulStep } from "./stateful-step.ts";

export const ping: StatefulStep = {
  name: "ping",
  asks: "ping under a string id",
  serves: ["PING-001", "PING-002", "PROTO-012", "PROTO-013", "HEADER-003", "HTTP-015"],
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
  name: "ids",
  asks: "ping with integer, string, zero and large ids, one after the other",
  serves: ["PROTO-012", "PROTO-013"],
  run: async (io) => {
    for (const { as, id } of IDS) await io.ask("ping", undefined, { as, id });
  },
};

export const twinIds: StatefulStep = {
  name: "twin-ids",
  asks: 'two pings at once, under the ids 8 and "8", then another ping',
  serves: ["PROTO-012"],
  run: (io) =>
    settle(io, [
      io.start("ping", undefined, { as: "integer", id: 8 }),
      io.start("ping", undefined, { as: "string", id: "8" }),
    ]),
};

/** Five at once: over HTTP five POSTs, on stdio five lines one after another. */
export const concurrent: StatefulStep = {
  name: "concurrent",
  asks: "five requests at once, under string and integer ids",
  serves: ["PROTO-012", "HTTP-046", "STDIO-009", "PING-001", "HTTP-016", "HTTP-017", "HTTP-027"],
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
  name: "busy-ping",
  asks: "ping while tools may be running",
  serves: ["PING-001", "PING-002"],
  run: (io) => io.ask("ping"),
};
