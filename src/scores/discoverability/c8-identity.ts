import { isJsonObject, member, stringMember } from "../../base/json.ts";
import { readPointer, toPointer } from "../../base/pointer.ts";
import { type ExchangeRecord, placeOf } from "../../judge/core/fact.ts";
import { META_KEY } from "../../protocol/meta-keys.ts";
import type { AuditSession } from "./audit-session.ts";
import { notMet } from "./blocked.ts";
import { type Criterion, unobserved } from "./criterion.ts";

/** C8: the server says who it is. */
export const c8Identity: Criterion = (session) => {
  const fix = "give serverInfo a name and a version that are not empty, in the answer to initialize or server/discover";
  const { record } = session.entry;
  if (!record) return unobserved(session.gap(["initialize", "server/discover"], "initialize"), fix);
  const found = findInfo(session, record);
  if (!found) {
    const detail = "the server does not say who it is";
    const judged = session.entry.answered ? { pass: false, detail } : notMet(record, detail);
    return { ...judged, asked: [record], read: [placeOf(record, "/response/result")], fix };
  }
  const missing = ["name", "version"].filter((key) => (stringMember(found.value, key) ?? "").trim() === "");
  return {
    pass: missing.length === 0,
    detail:
      missing.length === 0 ? "serverInfo has a name and a version" : `serverInfo has no ${missing.join(" and no ")}`,
    measured: { name: !missing.includes("name"), version: !missing.includes("version") },
    asked: [found.record],
    read: ["name", "version"].map((key) => ({ ...found.place, pointer: `${found.place.pointer}/${key}` })),
    fix,
  };
};

/** The stateless era has it in the `_meta` of any result; release candidates had it where the stateful era does. */
const PLACES = ["/response/result/serverInfo", toPointer(["response", "result", "_meta", META_KEY.serverInfo])];

const findInfo = ({ view }: AuditSession, entry: ExchangeRecord) => {
  for (const record of [entry, ...view.records.filter(({ exchange }) => member(exchange.response, "result"))])
    for (const pointer of PLACES) {
      const value = readPointer(record.exchange, pointer);
      if (isJsonObject(value)) return { record, place: placeOf(record, pointer), value };
    }
  return undefined;
};
