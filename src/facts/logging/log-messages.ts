import { member, stringMember } from "../../model/json.ts";
import { busiestSeconds, isOnePipe, timeOf } from "../common/arrival.ts";
import { inapplicable, unseen } from "../common/gaps.ts";
import { made } from "../common/made.ts";
import { distinct, type Heard, heardIn, messageFact } from "../common/messages.ts";
import { type Fact, type Item, type Reading, seen } from "../fact.ts";
import { placeOf, type Seat, type View } from "../view.ts";
import { asksForLogs, levelAsked, severity, toolCalled } from "./levels.ts";
import { isLog, levelInForce, levelOf, logsIn, placedLogs } from "./placing.ts";
import { secretsIn } from "./secrets.ts";

const loggerOf = ({ value }: Heard): string | undefined => stringMember(member(value, "params"), "logger");

export const logMessages = messageFact(
  { name: "log_messages", doc: "Every notifications/message the server sent.", type: "message" },
  (heard) => (isLog(heard) ? { ...heard, name: loggerOf(heard) } : undefined),
);

/** A reading over log messages; without any message there is nothing to look at. */
const overLogs = (view: View, name: string, items: readonly Item[], looked: readonly Seat[] = []): Reading => {
  const heard = heardIn(view);
  if (heard.length === 0) return unseen(view, [], `a message of the server's (${name})`);
  return seen(distinct(items), looked.length > 0 ? looked.slice(0, 3).map((seat) => placeOf(seat)) : heard.slice(0, 1));
};

export const logsByLevel: Fact = {
  name: "logs_by_level",
  doc: "Log messages that came when a level had been asked for, by the session or by their request.",
  kind: "list",
  type: "object: level, asked, rank (enough, milder)",
  derived: true,
  read(view) {
    const logs =
      view.era === "stateful"
        ? logsIn(view).map((heard) => ({ heard, level: levelOf(heard), asked: levelInForce(heard, view) }))
        : placedLogs(view);
    const items = logs.flatMap(({ heard, level, asked }) => {
      if (level === undefined || asked === undefined || severity(asked) < 0) return [];
      return [made(heard, { level, asked, rank: severity(level) < severity(asked) ? "milder" : "enough" })];
    });
    return overLogs(view, this.name, items);
  },
};

const isPlainRequest = (seat: Seat): boolean =>
  member(seat.request, "id") !== undefined && seat.method !== "subscriptions/listen" && levelAsked(seat) === "none";

export const logsWithoutLevel: Fact = {
  name: "logs_without_level",
  doc: "Log messages that came with requests that named no log level.",
  kind: "list",
  type: "object: level, method (of the request)",
  derived: true,
  read(view) {
    const items = placedLogs(view).flatMap(({ heard, level, asked, where, afterOne }) =>
      asked === "none" && (where === "request" || (where === "idle" && !afterOne))
        ? [made(heard, { level: level ?? null, method: heard.seat?.method ?? null })]
        : [],
    );
    return overLogs(view, this.name, items, view.seats.filter(isPlainRequest));
  },
};

export const logOrder: Fact = {
  name: "log_order",
  doc: "Log messages of requests that asked for them, and whether they came before the response.",
  kind: "list",
  type: "object: order (before, after)",
  derived: true,
  read(view) {
    const items = placedLogs(view).flatMap(({ heard, asked, where, afterOne }) => {
      if (severity(asked) >= 0) return [made(heard, { order: heard.late && !isOnePipe(view) ? "after" : "before" })];
      return where === "idle" && afterOne ? [made(heard, { order: "after" })] : [];
    });
    return overLogs(view, this.name, items);
  },
};

const isRunningAt = ({ exchange: { timing } }: Seat, ms: number): boolean =>
  timing !== undefined && timing.start_ms <= ms && ms <= timing.end_ms;

export const logStreams: Fact = {
  name: "log_streams",
  doc: "Log messages that came while a request that asked for them was running, and on whose stream.",
  kind: "list",
  type: "object: stream (own, listen, other)",
  derived: true,
  read(view) {
    if (isOnePipe(view))
      return inapplicable("one pipe carries everything", [{ exchange: null, pointer: "/transport" }]);
    const asking = view.seats.filter(asksForLogs);
    const items = placedLogs(view).flatMap(({ heard, asked, where }) => {
      if (severity(asked) >= 0) return [made(heard, { stream: "own" })];
      const ms = timeOf(heard, view);
      const meanwhile = ms !== undefined && asking.some((seat) => isRunningAt(seat, ms));
      return meanwhile && asked === "none" ? [made(heard, { stream: where === "listen" ? "listen" : "other" })] : [];
    });
    return overLogs(view, this.name, items);
  },
};

export const callsAfterLevel: Fact = {
  name: "calls_after_level",
  doc: "Tool calls without a log level, each after a call of the same tool with one on the same connection.",
  kind: "list",
  type: "object: before (log messages of the calls with a level), after (of the one without)",
  derived: true,
  read(view) {
    const items = view.seats.flatMap((seat) => {
      const name = toolCalled(seat);
      const earlier = levelAsked(seat) === "none" && name !== undefined ? earlierCalls(seat, name, view) : [];
      if (earlier.length === 0) return [];
      const before = earlier.reduce((sum, call) => sum + countLogs(call, view), 0);
      return [made(placeOf(seat), { before, after: countLogs(seat, view) }, name)];
    });
    return overLogs(view, this.name, items);
  },
};

const earlierCalls = ({ exchange }: Seat, name: string, view: View): readonly Seat[] =>
  view.seats.filter(
    (seat) =>
      asksForLogs(seat) &&
      toolCalled(seat) === name &&
      seat.exchange.conversation === exchange.conversation &&
      (seat.exchange.response_seq ?? Number.POSITIVE_INFINITY) < (exchange.seq ?? 0),
  );

/** On one pipe: what came while the call ran. */
const countLogs = (seat: Seat, view: View): number => {
  const { seq: from = 0, response_seq: to = 0, conversation } = seat.exchange;
  return logsIn(view).filter((heard) =>
    isOnePipe(view)
      ? heard.conversation === conversation && heard.seq !== undefined && heard.seq > from && heard.seq < to
      : heard.seat === seat,
  ).length;
};

export const logBursts: Fact = {
  name: "log_bursts",
  doc: "For each conversation with log messages: how many came in its busiest second.",
  kind: "list",
  type: "object: messages",
  derived: true,
  read(view) {
    const busiest = busiestSeconds(logsIn(view), ({ conversation }) => conversation ?? "", view);
    return overLogs(
      view,
      this.name,
      busiest.map(({ first, count }) => made(first, { messages: count })),
    );
  },
};

export const logSecrets = messageFact(
  {
    name: "log_secrets",
    doc: "What stands in each log message that has the unmistakable form of a secret.",
    type: "object: kinds (private-key, aws-key, github-token, api-key, password-in-url, json-web-token)",
    derived: true,
  },
  (heard) => {
    if (!isLog(heard)) return undefined;
    return made(heard, { kinds: secretsIn(JSON.stringify(member(heard.value, "params") ?? null)) }, loggerOf(heard));
  },
);
