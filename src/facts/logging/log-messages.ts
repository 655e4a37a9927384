import { member, stringMember } from "../../model/json.ts";
import type { QuestionRef } from "../../protocol/questions/questions.ts";
import { busiestSeconds, isOnePipe, timeOf } from "../common/arrival.ts";
import { defineFact } from "../common/define-fact.ts";
import { derivedItem } from "../common/derived-item.ts";
import { inapplicable, TRANSPORT } from "../common/left-out.ts";
import { amongHeard, distinct, type Heard, messageFact } from "../common/messages.ts";
import { type ExchangeRecord, type Item, placeOf, placesOf, type Reading, seen, type View } from "../fact.ts";
import { asksForLogs, levelAsked, severity, toolCalled } from "./levels.ts";
import { isLog, levelInForce, levelOf, logsIn, placedLogs } from "./log-origins.ts";
import { secretsIn } from "./secrets.ts";

const LOGGED: readonly QuestionRef[] = ["set-level:*", "usual-level", "high-level", "log-level:*", "log-call:*"];

const loggerOf = ({ value }: Heard): string | undefined => stringMember(member(value, "params"), "logger");

export const logMessages = messageFact(
  { name: "log_messages", doc: "Every notifications/message the server sent.", type: "message" },
  (heard) => (isLog(heard) ? { ...heard, name: loggerOf(heard) } : undefined),
);

/** A reading over log messages; without any message there is nothing to look at. */
const overLogs = (view: View, items: readonly Item[], looked: readonly ExchangeRecord[] = []): Reading => {
  const reading = amongHeard(view, () => distinct(items));
  return reading.seen && looked.length > 0 ? seen(reading.items, placesOf(looked.slice(0, 3))) : reading;
};

export const logsByLevel = defineFact({
  name: "logs_by_level",
  doc: "Log messages that came when a level had been asked for, by the session or by their request.",
  type: "object: level, asked, rank (enough, milder)",
  derived: true,
  questions: LOGGED,
  read(view) {
    const logs =
      view.era === "stateful"
        ? logsIn(view).map((heard) => ({ heard, level: levelOf(heard), asked: levelInForce(heard, view) }))
        : placedLogs(view);
    const items = logs.flatMap(({ heard, level, asked }) => {
      if (level === undefined || asked === undefined || severity(asked) < 0) return [];
      return [derivedItem(heard, { level, asked, rank: severity(level) < severity(asked) ? "milder" : "enough" })];
    });
    return overLogs(view, items);
  },
});

const isPlainRequest = (record: ExchangeRecord): boolean =>
  member(record.request, "id") !== undefined &&
  record.method !== "subscriptions/listen" &&
  levelAsked(record) === "none";

export const logsWithoutLevel = defineFact({
  name: "logs_without_level",
  doc: "Log messages that came with requests that named no log level.",
  type: "object: level, method (of the request)",
  derived: true,
  read(view) {
    const items = placedLogs(view).flatMap(({ heard, level, asked, where, afterOne }) =>
      asked === "none" && (where === "request" || (where === "idle" && !afterOne))
        ? [derivedItem(heard, { level: level ?? null, method: heard.record?.method ?? null })]
        : [],
    );
    return overLogs(view, items, view.records.filter(isPlainRequest));
  },
});

export const logOrder = defineFact({
  name: "log_order",
  doc: "Log messages of requests that asked for them, and whether they came before the response.",
  type: "object: order (before, after)",
  derived: true,
  read(view) {
    const items = placedLogs(view).flatMap(({ heard, asked, where, afterOne }) => {
      if (severity(asked) >= 0)
        return [derivedItem(heard, { order: heard.late && !isOnePipe(view) ? "after" : "before" })];
      return where === "idle" && afterOne ? [derivedItem(heard, { order: "after" })] : [];
    });
    return overLogs(view, items);
  },
});

const isRunningAt = ({ exchange: { timing } }: ExchangeRecord, ms: number): boolean =>
  timing !== undefined && timing.start_ms <= ms && ms <= timing.end_ms;

export const logStreams = defineFact({
  name: "log_streams",
  doc: "Log messages that came while a request that asked for them was running, and on whose stream.",
  type: "object: stream (own, listen, other)",
  derived: true,
  questions: LOGGED,
  read(view) {
    if (isOnePipe(view)) return inapplicable("one pipe carries everything", TRANSPORT);
    const asking = view.records.filter(asksForLogs);
    const items = placedLogs(view).flatMap(({ heard, asked, where }) => {
      if (severity(asked) >= 0) return [derivedItem(heard, { stream: "own" })];
      const ms = timeOf(heard, view);
      const meanwhile = ms !== undefined && asking.some((record) => isRunningAt(record, ms));
      return meanwhile && asked === "none"
        ? [derivedItem(heard, { stream: where === "listen" ? "listen" : "other" })]
        : [];
    });
    return overLogs(view, items);
  },
});

export const callsAfterLevel = defineFact({
  name: "calls_after_level",
  doc: "Tool calls without a log level, each after a call of the same tool with one on the same connection.",
  type: "object: before (log messages of the calls with a level), after (of the one without)",
  derived: true,
  questions: LOGGED,
  read(view) {
    const items = view.records.flatMap((record) => {
      const name = toolCalled(record);
      const earlier = levelAsked(record) === "none" && name !== undefined ? earlierCalls(record, name, view) : [];
      if (earlier.length === 0) return [];
      const before = earlier.reduce((sum, call) => sum + countLogs(call, view), 0);
      return [derivedItem(placeOf(record), { before, after: countLogs(record, view) }, name)];
    });
    return overLogs(view, items);
  },
});

const earlierCalls = ({ exchange }: ExchangeRecord, name: string, view: View): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) =>
      asksForLogs(record) &&
      toolCalled(record) === name &&
      record.exchange.conversation === exchange.conversation &&
      (record.exchange.response_seq ?? Number.POSITIVE_INFINITY) < (exchange.seq ?? 0),
  );

/** On one pipe: what came while the call ran. */
const countLogs = (record: ExchangeRecord, view: View): number => {
  const { seq: from = 0, response_seq: to = 0, conversation } = record.exchange;
  return logsIn(view).filter((heard) =>
    isOnePipe(view)
      ? heard.conversation === conversation && heard.seq !== undefined && heard.seq > from && heard.seq < to
      : heard.record === record,
  ).length;
};

export const logBursts = defineFact({
  name: "log_bursts",
  doc: "For each conversation with log messages: how many came in its busiest second.",
  type: "object: messages",
  derived: true,
  read(view) {
    const busiest = busiestSeconds(logsIn(view), ({ conversation }) => conversation ?? "", view);
    const items = busiest.map(({ first, count }) => derivedItem(first, { messages: count }));
    return overLogs(view, items);
  },
});

export const logSecrets = messageFact(
  {
    name: "log_secrets",
    doc: "What stands in each log message that has the unmistakable form of a secret.",
    type: "object: kinds (private-key, aws-key, github-token, api-key, password-in-url, json-web-token)",
    derived: true,
  },
  (heard) => {
    if (!isLog(heard)) return undefined;
    const kinds = secretsIn(JSON.stringify(member(heard.value, "params") ?? null));
    return derivedItem(heard, { kinds }, loggerOf(heard));
  },
);
