import { recordsOf } from "../../facts/common/answers.ts";
import { cancellationOf } from "../../facts/common/arrival.ts";
import type { ExchangeRecord, View } from "../../facts/fact.ts";
import { toolOf } from "../../facts/tools/calls.ts";
import type { TroubleKind } from "../../model/trouble.ts";
import { type CallOutcome, callOutcome } from "./call-outcome.ts";

/** The calls that show whether a tool works, by tool, in order: those the plan makes for that, or a recorded client's own. */
export const callsByTool = (view: View): ReadonlyMap<string, readonly CallOutcome[]> => view.once(gather);

const gather = (view: View): ReadonlyMap<string, readonly CallOutcome[]> => {
  const asked = recordsOf(view, ["call:*", "deliver:*"], ({ method }) => method === "tools/call");
  const records = asked.filter(({ method, exchange }) => method === "tools/call" && exchange.deliberate !== true);
  const deadly = deadlyCalls(records, view);
  const found = new Map<string, CallOutcome[]>();
  for (const record of records) {
    const name = toolOf(record);
    // What came after the end of the process was never heard.
    if (name === undefined || (isUnheard(record) && !deadly.has(record))) continue;
    const call = callOutcome(record, deadly.has(record));
    const isCancelled = call.record.exchange.response === undefined && cancellationOf(record, view) !== undefined;
    const calls = found.get(name) ?? [];
    calls.push(isCancelled && call.outcome !== "timed-out" ? { ...call, outcome: "cancelled" } : call);
    found.set(name, calls);
  }
  return found;
};

/** The process or the server had gone before this was asked. */
const isUnheard = ({ exchange: { response, trouble } }: ExchangeRecord): boolean =>
  response === undefined && trouble !== undefined && GONE.includes(trouble.kind);

const GONE: readonly TroubleKind[] = ["unexpected-exit", "refused", "not-probed"];

/**
 * The calls that ended a process. On stdio the probe repeats what an exit left unanswered in a fresh process, so the first
 * that is without an answer there is the one. A web server that is gone stays away, and what ended it can be told only
 * where nothing else was asked beside the call.
 */
const deadlyCalls = (records: readonly ExchangeRecord[], view: View): ReadonlySet<ExchangeRecord> => {
  const deadly = new Set<ExchangeRecord>();
  const ended = new Set<string | undefined>();
  for (const record of records) {
    const { conversation, trouble, response } = record.exchange;
    if (response !== undefined || ended.has(conversation)) continue;
    if (trouble?.kind === "unexpected-exit" || endsWebServer(record, view)) {
      ended.add(conversation);
      deadly.add(record);
    }
  }
  return deadly;
};

const BROKEN: readonly TroubleKind[] = ["refused", "reset", "closed"];

/** One conversation, in which everything was answered before this call and nothing after it. */
const endsWebServer = (record: ExchangeRecord, { capture, transport }: View): boolean => {
  const { timing, trouble } = record.exchange;
  if (transport === "stdio" || !capture.asked?.quick || !timing || !trouble || !BROKEN.includes(trouble.kind))
    return false;
  const others = capture.exchanges.filter(({ id }) => id !== record.exchange.id);
  return others.every((other) => {
    const isAfter = (other.timing?.start_ms ?? 0) >= timing.start_ms;
    return isAfter ? other.response === undefined : other.trouble === undefined;
  });
};
