import { outcomeOf } from "../../facts/common/answer.ts";
import { placeOf } from "../../facts/view.ts";
import { isJsonObject, member } from "../../model/json.ts";
import type { Criterion } from "./criterion.ts";
import { blockedBy } from "./blocked.ts";

/** C1: a way in that says versions and capabilities. */
export const handshake: Criterion = (session) => {
  const { seat, method, answered } = session.entry;
  const fix = `answer initialize with a JSON-RPC 2.0 result that has protocolVersion and capabilities (stateless servers: server/discover with supportedVersions and capabilities)`;
  if (!seat) {
    const gap = session.gap(["initialize", "server/discover"], "initialize");
    return { pass: false, unobserved: gap.reason, detail: gap.detail, asked: [], read: gap.places, fix };
  }
  const modern = method === "server/discover";
  const version = modern ? "supportedVersions" : "protocolVersion";
  const blocked = answered ? undefined : blockedBy(seat);
  const result = member(seat.exchange.response, "result");
  const read = isJsonObject(result)
    ? ["/response/jsonrpc", `/response/result/${version}`, "/response/result/capabilities"].map((at) =>
        placeOf(seat, at),
      )
    : [placeOf(seat, "/response"), placeOf(seat, "/http/status")];
  const common = { measured: { entry: method }, asked: [seat], read, fix };
  if (answered) {
    const detail = modern
      ? "server/discover names versions and capabilities; the stateless era has no initialize"
      : "initialize returns protocolVersion and capabilities";
    return { pass: true, detail, ...common };
  }
  const missing = [version, "capabilities"].filter((name) => member(result, name) === undefined);
  const detail =
    blocked?.detail ??
    (isJsonObject(result)
      ? `the result of ${method} lacks ${missing.join(" and ") || "a usable form of its members, or jsonrpc is not 2.0"}`
      : `${method} was not answered with a result (${outcomeOf(seat.exchange)})`);
  return { pass: false, ...(blocked ? { unobserved: blocked.reason } : {}), detail, ...common };
};
