import { type JsonObject, member, valueAt } from "../../base/json.ts";
import { toPointer } from "../../base/pointer.ts";
import { clientFact, derivedAt, partOf } from "../../judge/core/client/fact.ts";
import { stepFact } from "../../judge/core/client/plans.ts";
import { statelessRequestsIn } from "../../judge/core/client/view.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";

export const setLevels = clientFact("set_levels", {
  doc: "Every logging/setLevel: the level, and whether the server has logging.",
  type: "object: level (as sent), logging (advertised, unadvertised)",
  scenarios: ["log-level"],
  derived: ["logging"],
  missing: "the client sets a log level",
  pick: (sent) => {
    if (sent.method !== "logging/setLevel") return undefined;
    const level = member(sent.params, "level");
    const result = sent.session.initialize?.result;
    const isOffered = result === undefined || valueAt(result, "capabilities", "logging") !== undefined;
    const value: JsonObject = { logging: isOffered ? "advertised" : "unadvertised" };
    if (level !== undefined) value["level"] = level;
    const { pointer } = sent.source;
    return { ...derivedAt(sent, value), parts: { level: `${pointer}/params/level`, logging: pointer } };
  },
});

export const requestLogLevels = clientFact("request_log_levels", {
  doc: "Every log level that a request of the stateless era asks for.",
  type: "as sent",
  missing: "the client sends a request of the stateless era",
  among: statelessRequestsIn,
  pick: (sent) => {
    const level = valueAt(sent.params, "_meta", META_KEY.logLevel);
    return level === undefined ? undefined : partOf(sent, level, `/params/_meta${toPointer([META_KEY.logLevel])}`);
  },
});

export const afterLogMessages = stepFact(
  "after_log_messages",
  "after log messages of every level and kind of data",
  "odd-messages",
  5,
);
export const afterLogFlood = stepFact(
  "after_log_flood",
  "after hundreds of log messages, one of them large",
  "odd-messages",
  6,
);
