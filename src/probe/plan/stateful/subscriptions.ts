import { type Known, names, unlessAny } from "../known.ts";
import type { Skip } from "../step.ts";
import { unlessFlag, unlessFlagAbsent } from "./skips.ts";
import type { StatefulStep } from "./stateful-step.ts";

const unlessSubscribable = (known: Known): Skip | undefined =>
  unlessFlag("resources", "subscribe")(known) ?? unlessAny("resources", ({ resources }) => resources)(known);

const firstUri = (known: Known): string => names(known.resources, "uri")[0] ?? "mcptest://no/such/resource";

export const subscribe: StatefulStep = {
  name: "subscribe",
  asks: "resources/subscribe to the first listed resource",
  serves: ["RES-015", "RES-016", "RES-017", "RES-018", "PROTO-013"],
  skip: unlessSubscribable,
  run: (io) => io.ask("resources/subscribe", { uri: firstUri(io.known) }),
};

export const unsubscribe: StatefulStep = {
  name: "unsubscribe",
  asks: "resources/unsubscribe from the first listed resource",
  serves: ["RES-019", "PROTO-013"],
  skip: unlessSubscribable,
  run: (io) => io.ask("resources/unsubscribe", { uri: firstUri(io.known) }),
};

export const absentSubscribe: StatefulStep = {
  name: "subscribe-absent",
  asks: "resources/subscribe although subscribe is not advertised",
  serves: ["RES-020", "PROTO-035"],
  deliberate: true,
  skip: unlessFlagAbsent("resources", "subscribe"),
  run: (io) => io.ask("resources/subscribe", { uri: firstUri(io.known) }),
};
