import { member, stringMember } from "../../../base/json.ts";
import { busiestSeconds, isOnePipe, timeOf } from "../../../judge/core/arrival.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { derivedItem } from "../../../judge/core/derived-item.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import {
  type ExchangeRecord,
  type Item,
  placeOf,
  placesOf,
  type Reading,
  seen,
  type View,
} from "../../../judge/core/fact.ts";
import { groupBy } from "../../../judge/core/group-by.ts";
import { inapplicable, TRANSPORT } from "../../../judge/core/left-out.ts";
import { amongHeard, collect, type Heard, messageFact } from "../../../judge/core/messages.ts";
import { firstNotBelow, keyOf } from "../../../judge/core/record-index.ts";
import { secretsIn } from "../../../judge/core/secrets.ts";
import type { QuestionRef } from "../../../protocol/question.ts";
import { asksForLogs, levelAsked, severity, toolCalled } from "./levels.ts";
import { isLog, levelInForce, levelOf, logsIn, placedLogs } from "./log-origins.ts";

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
    const items = collect(view.records, (record) => {
      const name = toolCalled(record);
      const before = levelAsked(record) === "none" && name !== undefined ? logsBefore(record, name, view) : undefined;
      if (before === undefined) return [];
      return [derivedItem(placeOf(record), { before, after: countLogs(record, view) }, name)];
    });
    return overLogs(view, items);
  },
});

/** Calls with a level, in the order of their answers, and how many log messages they and those before them brought. */
interface LoggedCall {
  readonly answered: number;
  readonly logsSoFar: number;
}

const loggedCalls = (view: View): ReadonlyMap<string, readonly LoggedCall[]> => {
  const asking = view.records.filter((record) => asksForLogs(record) && record.exchange.response_seq !== undefined);
  const byTool = groupBy(asking, (record) => keyOf(record.exchange.conversation, toolCalled(record)));
  return new Map(
    [...byTool].map(([key, records]) => {
      let logsSoFar = 0;
      const inOrder = records
        .map((record) => ({ answered: record.exchange.response_seq ?? 0, logs: countLogs(record, view) }))
        .sort((left, right) => left.answered - right.answered);
      return [
        key,
        inOrder.map(({ answered, logs }) => {
          logsSoFar += logs;
          return { answered, logsSoFar };
        }),
      ];
    }),
  );
};

/** How many log messages earlier calls of the tool with a level brought; undefined where there was no such call. */
const logsBefore = ({ exchange }: ExchangeRecord, name: string, view: View): number | undefined => {
  const logged = view.once(loggedCalls);
  if (logged.size === 0) return undefined;
  const calls = logged.get(keyOf(exchange.conversation, name)) ?? [];
  return calls[firstNotBelow(calls, ({ answered }) => answered, exchange.seq ?? 0) - 1]?.logsSoFar;
};

/** On one pipe: what came while the call ran. */
const countLogs = (record: ExchangeRecord, view: View): number => {
  if (!isOnePipe(view)) return view.once(logsByRecord).get(record)?.length ?? 0;
  const { seq: from = 0, response_seq: to = 0, conversation } = record.exchange;
  const seqs = view.once(logArrivals).get(conversation) ?? [];
  return Math.max(0, firstNotBelow(seqs, Number, to) - firstNotBelow(seqs, Number, from + 1));
};

const logsByRecord = (view: View): ReadonlyMap<ExchangeRecord | undefined, readonly Heard[]> =>
  groupBy(logsIn(view), ({ record }) => record);

/** When log messages came in each conversation, in order. */
const logArrivals = (view: View): ReadonlyMap<string | undefined, readonly number[]> => {
  const groups = groupBy(logsIn(view), ({ conversation }) => conversation);
  return new Map(
    [...groups].map(([conversation, logs]) => [
      conversation,
      logs.flatMap(({ seq }) => seq ?? []).sort((left, right) => left - right),
    ]),
  );
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
