import type { ConversationRecord } from "../../capture/capture.ts";
import { type ExchangeRecord, placeOf } from "../../judge/core/fact.ts";
import type { AuditSession } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import { type Criterion, unobserved } from "./criterion.ts";

/** C6: the first request is answered, and in time. */
export const c6Liveness: Criterion = (session, { latencyMs }) => {
  const { method } = session.entry;
  const record = measuredRecord(session);
  const fix = `answer ${method} with a 2xx status in less than ${latencyMs} ms, also after a pause: do the slow part of starting later`;
  if (!record) return unobserved(session.gap(["initialize", "server/discover"], "initialize"), fix);
  const { exchange } = record;
  const status = exchange.http?.status;
  const isHttp = exchange.http !== undefined;
  const latency = latencyOf(record, session);
  const read = [
    ...(isHttp ? ["/http/status"] : []),
    ...(exchange.timing ? ["/timing/start_ms", "/timing/response_ms"] : []),
  ].map((at) => placeOf(record, at));
  const common = {
    measured: { entry: method, ...(isHttp ? { status: status ?? null } : {}), bound_ms: latencyMs },
    volatile: { latency_ms: latency ?? null },
    asked: [record],
    read: read.length > 0 ? read : [placeOf(record, "/response")],
    fix,
  };
  const blocked = blockedBy(record);
  if (blocked) return { ...common, pass: false, unobserved: blocked.reason, detail: blocked.detail };
  if (exchange.response === undefined) {
    const said = status === undefined ? "" : ` (HTTP ${status})`;
    const why = exchange.trouble ? `: ${exchange.trouble.detail}` : "";
    return { ...common, pass: false, detail: `${method} had no answer${said}${why}` };
  }
  if (latency === undefined)
    return { ...common, pass: false, unobserved: "not-probed", detail: "the capture does not say how long it took" };
  const live = !isHttp || (status !== undefined && status >= 200 && status < 300);
  const took = `${method} was answered${isHttp ? ` with HTTP ${status ?? "?"}` : ""} after ${Math.round(latency)} ms`;
  const from = isHttp ? "" : ", counted from the start of the process";
  const queued = isHttp ? 0 : (conversationOf(record, session)?.queued_ms ?? 0);
  const less = queued > 0 ? `, ${queued} ms of which it waited for a processor of this machine` : "";
  // A busy machine is no fault of the server's.
  const isInTime = latency - queued < latencyMs;
  return { ...common, pass: live && isInTime, detail: `${took}${from}${less} (bound: ${latencyMs} ms)` };
};

/** The last attempt counts: one that was slow next to another process was repeated alone. */
const measuredRecord = ({ entry, view }: AuditSession): ExchangeRecord | undefined =>
  view.records.findLast(({ exchange, method }) => exchange.conversation === "entry-alone" && method === entry.method) ??
  entry.record;

const conversationOf = ({ exchange }: ExchangeRecord, { capture }: AuditSession): ConversationRecord | undefined =>
  capture.conversations?.find(({ id }) => id === exchange.conversation);

/** A process has to start first, and a client waits for that too. */
const latencyOf = (record: ExchangeRecord, session: AuditSession): number | undefined => {
  const { timing, http } = record.exchange;
  if (!timing) return undefined;
  const opened = http === undefined ? conversationOf(record, session)?.opened_ms : undefined;
  const latency = (timing.response_ms ?? timing.end_ms) - (opened ?? timing.start_ms);
  return Math.round(latency * 10) / 10;
};
