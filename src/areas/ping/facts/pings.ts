import { member } from "../../../base/json.ts";
import { ANSWER_TYPE, answerItem, outcomeOf } from "../../../judge/core/answer.ts";
import { answersTo } from "../../../judge/core/answers.ts";
import { isOnePipe } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { type Item, seen, type View } from "../../../judge/core/fact.ts";
import { type Heard, heardIn, messageFact } from "../../../judge/core/messages.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import type { QuestionRef } from "../../../protocol/question.ts";

const isPing = ({ value }: Heard): boolean => member(value, "method") === "ping";

/** Before the handshake is over another rule speaks. */
export const ping = answersTo({
  name: "ping",
  doc: "The answers to ping after initialization: alone, beside other requests, and beside tool calls.",
  questions: ["ping", "busy-ping", "concurrent:1", "concurrent:3", "concurrent:5"],
  where: (record) => record.method === "ping",
});

const EARLY: readonly QuestionRef[] = ["withheld-initialized:ping", "strange-initialize:ping"];

export const earlyPing = defineFact({
  name: "early_ping",
  doc: "The answers to ping after initialize was sent and before notifications/initialized.",
  kind: "observations",
  type: ANSWER_TYPE,
  derived: ["outcome"],
  questions: EARLY,
  missing: "ping after initialize was sent and before notifications/initialized",
  each: (record, view) => {
    const item = answerItem(record);
    // On one pipe a server that answers what came later has read the ping; over HTTP it may still be on its way.
    return outcomeOf(record.exchange) === "silence" && !isOnePipe(view) ? { ...item, open: STILL_OPEN } : item;
  },
});

const STILL_OPEN: NonNullable<Item["open"]> = {
  reason: "timed-out",
  detail: "the answer to ping had not come when a later request was answered",
  except: [],
};

export const serverPings = messageFact(
  { name: "server_pings", doc: "Every ping the server sent.", type: "message" },
  (heard) => (isPing(heard) ? heard : undefined),
);

const WINDOW_MS = 5_000;

export const pingRate = defineFact({
  name: "ping_rate",
  doc: "How many pings the server sent in its busiest five seconds, for each conversation in which it sent any.",
  kind: "observations",
  type: "busiest (count)",
  derived: true,
  read(view) {
    const heard = heardIn(view);
    if (heard.length === 0) return unseen(view, this.questions, "a message of the server's");
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
});

const busiest = (times: readonly number[]): number => {
  let start = 0;
  let most = 0;
  times.forEach((time, index) => {
    while (time - (times[start] ?? time) > WINDOW_MS) start += 1;
    most = Math.max(most, index - start + 1);
  });
  return most;
};

const arrivalMs = ({ record, pointer }: Heard, { capture }: View): number | undefined => {
  const index = Number(pointer.split("/")[2]);
  return (record ? record.exchange.meanwhile : capture.unsolicited)?.[index]?.at_ms;
};
