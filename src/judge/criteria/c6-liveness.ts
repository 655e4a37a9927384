import { placeOf, type Seat } from "../../facts/view.ts";
import type { AuditSession } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import type { Criterion } from "./criterion.ts";

/** C6: the way in opens, and soon. */
export const liveness: Criterion = (session, { latencyMs }) => {
  const { method } = session.entry;
  const seat = measuredSeat(session);
  const fix = `answer ${method} with a 2xx status in less than ${latencyMs} ms, also after a pause: do the slow part of starting later`;
  if (!seat) {
    const gap = session.gap(["initialize", "server/discover"], "initialize");
    return { pass: false, unobserved: gap.reason, detail: gap.detail, asked: [], read: gap.places, fix };
  }
  const { exchange } = seat;
  const status = exchange.http?.status;
  const isHttp = exchange.http !== undefined;
  const latency = latencyOf(seat, session);
  const answered = exchange.response !== undefined;
  const read = [
    ...(isHttp ? ["/http/status"] : []),
    ...(exchange.timing ? ["/timing/start_ms", "/timing/response_ms"] : []),
  ].map((at) => placeOf(seat, at));
  const common = {
    measured: { entry: method, ...(isHttp ? { status: status ?? null } : {}), bound_ms: latencyMs },
    volatile: { latency_ms: latency ?? null },
    asked: [seat],
    read: read.length > 0 ? read : [placeOf(seat, "/response")],
    fix,
  };
  const blocked = blockedBy(seat);
  if (blocked) return { ...common, pass: false, unobserved: blocked.reason, detail: blocked.detail };
  if (!answered) {
    const said = status === undefined ? "" : ` (HTTP ${status})`;
    return { ...common, pass: false, detail: `${method} had no answer${said}${troubled(seat)}` };
  }
  if (latency === undefined)
    return { ...common, pass: false, unobserved: "not-probed", detail: "the capture does not say how long it took" };
  const live = !isHttp || (status !== undefined && status >= 200 && status < 300);
  const took = `${method} was answered${isHttp ? ` with HTTP ${status ?? "?"}` : ""} after ${Math.round(latency)} ms`;
  const from = isHttp ? "" : ", counted from the start of the process";
  return { ...common, pass: live && latency < latencyMs, detail: `${took}${from} (bound: ${latencyMs} ms)` };
};

/** Of several attempts the last counts: one that was slow beside another process was made once more alone. */
const measuredSeat = ({ entry, view }: AuditSession): Seat | undefined =>
  view.seats.findLast(({ exchange, method }) => exchange.conversation === "entry-alone" && method === entry.method) ??
  entry.seat;

const troubled = ({ exchange: { trouble } }: Seat): string => (trouble ? `: ${trouble.detail}` : "");

/** A process has to be started first, and that is what a client waits for. */
const latencyOf = ({ exchange }: Seat, { capture }: AuditSession): number | undefined => {
  const { timing, conversation } = exchange;
  if (!timing) return undefined;
  const opened =
    exchange.http === undefined ? capture.conversations?.find(({ id }) => id === conversation)?.opened_ms : undefined;
  const latency = (timing.response_ms ?? timing.end_ms) - (opened ?? timing.start_ms);
  return Math.round(latency * 10) / 10;
};
