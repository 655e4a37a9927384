import { isJsonObject, member } from "../../base/json.ts";
import { outcomeOf } from "../../judge/core/answer.ts";
import { placeOf } from "../../judge/core/fact.ts";
import { notMet } from "./blocked.ts";
import { type Criterion, responsePlaces, unobserved } from "./criterion.ts";

/** C1: initialize or server/discover states versions and capabilities. */
export const c1Handshake: Criterion = (session) => {
  const { record, method, answered } = session.entry;
  const fix =
    "answer initialize with a JSON-RPC 2.0 result that has protocolVersion and capabilities (stateless servers: server/discover with supportedVersions and capabilities)";
  if (!record) return unobserved(session.gap(["initialize", "server/discover"], "initialize"), fix);
  const modern = method === "server/discover";
  const version = modern ? "supportedVersions" : "protocolVersion";
  const result = member(record.exchange.response, "result");
  const read = isJsonObject(result)
    ? ["/response/jsonrpc", `/response/result/${version}`, "/response/result/capabilities"].map((at) =>
        placeOf(record, at),
      )
    : responsePlaces(record);
  const common = { measured: { entry: method }, asked: [record], read, fix };
  if (answered) {
    const detail = modern
      ? "server/discover names versions and capabilities; the stateless era has no initialize"
      : "initialize returns protocolVersion and capabilities";
    return { pass: true, detail, ...common };
  }
  const missing = [version, "capabilities"].filter((name) => member(result, name) === undefined);
  const detail = isJsonObject(result)
    ? `the result of ${method} lacks ${missing.join(" and ") || "a usable form of its members, or jsonrpc is not 2.0"}`
    : `${method} was not answered with a result (${outcomeOf(record.exchange)})`;
  return { ...notMet(record, detail), ...common };
};
