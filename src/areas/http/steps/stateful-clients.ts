import { shakeHands } from "../../../probe/plan/handshake.ts";
import { ordinaryMethod, unlessInitialized } from "../../../probe/plan/skips.ts";
import type { StatefulConversation, StatefulStep } from "../../../probe/plan/stateful-step.ts";
import { deferred } from "../../../wire/deferred.ts";

/** Where several conversations wait for each other, but for no longer than the quiet window. */
class Meeting {
  #missing: number;
  readonly #begun = deferred();

  constructor(guests: number) {
    this.#missing = guests;
  }

  arrive(): Promise<void> {
    this.#missing -= 1;
    if (this.#missing <= 0) this.#begun.resolve();
    return this.#begun.promise;
  }
}

const introduce = (name: string): StatefulStep => ({
  question: "introduce",
  run: (io) => shakeHands(io, io.talk.initializeParams({ clientInfo: { name, version: "0" } })),
});

const sameIds = (meeting: Meeting): StatefulStep => ({
  question: "same-ids",
  skipIn: unlessInitialized,
  run: async (io) => {
    await io.within(meeting.arrive());
    for (const round of ["1", "2"]) {
      await Promise.all([
        io.ask("ping", undefined, { as: `${round}-ping`, id: `same-${round}-a` }),
        io.ask(ordinaryMethod(io.known), undefined, { as: `${round}-list`, id: `same-${round}-b` }),
        io.ask("mcptest/no-such-method", {}, { as: `${round}-unknown`, id: `same-${round}-c`, deliberate: true }),
      ]);
    }
  },
});

/** Some servers have room for one client. Then everything else is asked one after the other. */
export const secondClientConversation: StatefulConversation = {
  name: "second-client",
  purpose: "is a second client served while the first is connected?",
  transport: "http",
  bare: true,
  isServed: ({ initializeResult }) => initializeResult !== undefined,
  groups: [[{ question: "second-client", run: (io) => shakeHands(io) }]],
};

/** Two conversations that run side by side and use the same ids. */
export const clientConversations = (): readonly StatefulConversation[] => {
  const meeting = new Meeting(2);
  return ["one", "two"].map((number) => ({
    name: `client-${number}`,
    purpose: "two clients at once, under the same ids",
    transport: "http",
    bare: true,
    twoClients: true,
    groups: [[introduce(`mcptest-${number}`)], [sameIds(meeting)]],
  }));
};
