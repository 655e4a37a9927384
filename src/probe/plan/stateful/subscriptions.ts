import { type Known, names, unlessAny } from "../known.ts";
import type { Skip } from "../skip.ts";
import { unlessFlag, unlessFlagAbsent } from "./skips.ts";
import type { StatefulStep } from "./stateful-step.ts";

const unlessSubscribable = (known: Known): Skip | undefined =>
  unlessFlag("resources", "subscribe")(known) ?? unlessAny("resources", ({ resources }) => resources)(known);

const firstUri = (known: Known): string => names(known.resources, "uri")[0] ?? "mcptest://no/such/resource";

const askTo = (question: "subscribe" | "unsubscribe"): StatefulStep => ({
  question,
  skip: unlessSubscribable,
  run: (io) => io.ask(`resources/${question}`, { uri: firstUri(io.known) }),
});

export const subscribe = askTo("subscribe");
export const unsubscribe: StatefulStep = { ...askTo("unsubscribe"), continues: true };

export const absentSubscribe: StatefulStep = {
  question: "subscribe-absent",
  deliberate: true,
  skip: unlessFlagAbsent("resources", "subscribe"),
  run: (io) => io.ask("resources/subscribe", { uri: firstUri(io.known) }),
};
