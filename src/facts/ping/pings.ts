import { member } from "../../model/json.ts";
import { answersTo } from "../common/answers.ts";
import { unseen } from "../common/gaps.ts";
import { type Heard, heardIn, messageFact } from "../common/messages.ts";
import { type Fact, seen } from "../fact.ts";
import type { View } from "../view.ts";

const isPing = ({ value }: Heard): boolean => member(value, "method") === "ping";

/** Before the handshake is over another rule speaks. */
export const ping = answersTo({
  name: "ping",
  doc: "The answers to ping after initialization: alone, beside other requests, and beside tool calls.",
  steps: ["ping", "busy-ping", /^concurrent-[135]$/],
  where: (seat) => seat.method === "ping",
});

export const earlyPing = answersTo({
  name: "early_ping",
  doc: "The answers to ping after initialize was sent and before notifications/initialized.",
  steps: ["withheld-initialized-ping", "strange-initialize-ping"],
});

export const removedPing = answersTo({
  name: "removed_ping",
  doc: "The answers to ping in a revision that no longer has it.",
  steps: ["removed-ping"],
});

export const serverPings = messageFact(
  { name: "server_pings", doc: "Every ping the server sent.", type: "message" },
  (heard) => (isPing(heard) ? heard : undefined),
);

const WINDOW_MS = 5_000;

export const pingRate: Fact = {
  name: "ping_rate",
  doc: "How many pings the server sent in its busiest five seconds, for each conversation in which it sent any.",
  kind: "observations",
  type: "busiest (count)",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, [], "a message of the server's");
    const byConversation = new Map<string, { heard: Heard; atMs: number }[]>();
    for (const one of heard.filter(isPing)) {
      const known = byConversation.get(one.conversation ?? "") ?? [];
      const atMs = arrivalMs(one, view);
      if (atMs !== undefined) known.push({ heard: one, atMs });
      byConversation.set(one.conversation ?? "", known);
    }
    return seen(
      [...byConversation.values()].flatMap((pings) => {
        const times = pings.map(({ atMs }) => atMs).sort((left, right) => left - right);
        const [first] = pings;
        if (!first) return [];
        const { exchange, pointer } = first.heard;
        return [{ exchange, pointer, value: { busiest: busiest(times) }, parts: { busiest: pointer } }];
      }),
      heard.slice(0, 1),
    );
  },
};

const busiest = (times: readonly number[]): number => {
  let start = 0;
  let most = 0;
  times.forEach((time, index) => {
    while (time - (times[start] ?? time) > WINDOW_MS) start += 1;
    most = Math.max(most, index - start + 1);
  });
  return most;
};

const arrivalMs = ({ seat, pointer }: Heard, { capture }: View): number | undefined => {
  const index = Number(pointer.split("/")[2]);
  return (seat ? seat.exchange.meanwhile : capture.unsolicited)?.[index]?.at_ms;
};
