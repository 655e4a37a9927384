import { recordsOf } from "../../judge/core/answers.ts";
import { cancellationOf } from "../../judge/core/arrival.ts";
import type { ExchangeRecord, View } from "../../judge/core/fact.ts";
import { toolOf } from "../../judge/core/facts/calls.ts";
import { unansweredWhenGone } from "../../judge/gone-server.ts";
import type { TroubleKind } from "../../wire/trouble.ts";
import { type CallOutcome, callOutcome } from "./call-outcome.ts";

/** The calls that show whether a tool works, by tool, in order: those the plan makes for that, or a recorded client's own. */
export const callsByTool = (view: View): ReadonlyMap<string, readonly CallOutcome[]> => view.once(gather);

const gather = (view: View): ReadonlyMap<string, readonly CallOutcome[]> => {
  const asked = recordsOf(view, ["call:*", "deliver:*"], ({ method }) => method === "tools/call");
  const calls = asked.filter(({ method, exchange }) => method === "tools/call" && exchange.deliberate !== true);
  const gone = deadlyWebCall(view);
  const records = gone && !calls.includes(gone) ? [...calls, gone] : calls;
  const deadly = new Set([...deadlyCalls(calls, view), ...(gone ? [gone] : [])]);
  const found = new Map<string, CallOutcome[]>();
  for (const record of records) {
    const name = toolOf(record);
    // What came after the end of the process was never heard.
    if (name === undefined || (isUnheard(record) && !deadly.has(record))) continue;
    const call = callOutcome(record, deadly.has(record));
    const isCancelled = call.record.exchange.response === undefined && cancellationOf(record, view) !== undefined;
    const others = found.get(name) ?? [];
    others.push(
      isCancelled && record !== gone && call.outcome !== "timed-out" ? { ...call, outcome: "cancelled" } : call,
    );
    found.set(name, others);
  }
  return found;
};

/** The process or the server had gone before this was asked. */
const isUnheard = ({ exchange: { response, trouble } }: ExchangeRecord): boolean =>
  response === undefined && trouble !== undefined && GONE.includes(trouble.kind);

const GONE: readonly TroubleKind[] = ["unexpected-exit", "refused", "not-probed"];

/**
 * The calls that ended a process. On stdio the probe repeats what an exit left unanswered in a fresh process, so the first
 * that is without an answer there is the one.
 */
const deadlyCalls = (records: readonly ExchangeRecord[], view: View): ReadonlySet<ExchangeRecord> => {
  const deadly = new Set<ExchangeRecord>();
  const ended = new Set<string | undefined>();
  for (const record of records) {
    const { conversation, trouble, response } = record.exchange;
    if (response !== undefined || ended.has(conversation)) continue;
    if (trouble?.kind === "unexpected-exit" || endsQuickRun(record, view)) {
      ended.add(conversation);
      deadly.add(record);
    }
  }
  return deadly;
};

const BROKEN: readonly TroubleKind[] = ["refused", "reset", "closed"];

/** With --quick there is one conversation: everything was answered before this call, and nothing after it. */
const endsQuickRun = (record: ExchangeRecord, { capture, transport }: View): boolean => {
  const { timing, trouble } = record.exchange;
  if (transport === "stdio" || !capture.asked?.quick || !timing || !trouble || !BROKEN.includes(trouble.kind))
    return false;
  const others = capture.exchanges.filter(({ id }) => id !== record.exchange.id);
  return others.every((other) => {
    const isAfter = (other.timing?.start_ms ?? 0) >= timing.start_ms;
    return isAfter ? other.response === undefined : other.trouble === undefined;
  });
};

/**
 * A web server that went away stays away, and nothing can be repeated. A call ended it if it was the only one that the server was
 * busy with, and everything else it had not answered was an ordinary message of the protocol: what is wrong on purpose may have
 * ended it as well.
 */
const deadlyWebCall = ({ capture, records }: View): ExchangeRecord | undefined => {
  const open = new Set(unansweredWhenGone(capture));
  const unanswered = records.filter(({ exchange }) => open.has(exchange));
  if (unanswered.some(({ exchange }) => exchange.deliberate === true)) return undefined;
  const calls = unanswered.filter(({ method }) => method === "tools/call");
  return new Set(calls.map(toolOf)).size === 1 ? calls[0] : undefined;
};
