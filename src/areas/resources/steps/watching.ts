import { member } from "../../../base/json.ts";
import { type Known, names, unlessAny } from "../../../probe/plan/known.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import { unlessFlag, unlessFlagAbsent } from "../../../probe/plan/skips.ts";
import type { StatefulStep } from "../../../probe/plan/stateful-step.ts";
import type { StepIO } from "../../../probe/plan/step.ts";

const unlessSubscribable = (known: Known): Skip | undefined =>
  unlessFlag("resources", "subscribe")(known) ?? unlessAny("resources", ({ resources }) => resources)(known);

const firstUri = (known: Known): string => names(known.resources, "uri")[0] ?? "mcptest://no/such/resource";

/** What the resource says while it is watched: read on either side, so that a change in between shows. */
const read = (io: StepIO): Promise<unknown> => io.ask("resources/read", { uri: firstUri(io.known) }, { as: "read" });

export const subscribe: StatefulStep = {
  question: "subscribe",
  skip: unlessSubscribable,
  run: async (io) => {
    const { response } = await io.ask("resources/subscribe", { uri: firstUri(io.known) });
    if (member(response, "result") !== undefined) await read(io);
  },
};

export const unsubscribe: StatefulStep = {
  question: "unsubscribe",
  continues: true,
  skip: unlessSubscribable,
  run: async (io) => {
    await read(io);
    await io.ask("resources/unsubscribe", { uri: firstUri(io.known) });
  },
};

export const absentSubscribe: StatefulStep = {
  question: "subscribe-absent",
  deliberate: true,
  skip: unlessFlagAbsent("resources", "subscribe"),
  run: (io) => io.ask("resources/subscribe", { uri: firstUri(io.known) }),
};
