import { placeOf, type Seat } from "../../facts/view.ts";
import { isJsonObject, type Json, member, stringMember } from "../../model/json.ts";
import type { Place } from "../../model/verdict.ts";
import { readPointer } from "../../json/pointer.ts";
import type { AuditSession } from "./audit-session.ts";
import { blockedBy } from "./blocked.ts";
import type { Criterion } from "./criterion.ts";

/** C8: the server says who it is. */
export const identity: Criterion = (session) => {
  const fix = "give serverInfo a name and a version that are not empty, in the answer to initialize or server/discover";
  const { seat } = session.entry;
  if (!seat) {
    const gap = session.gap(["initialize", "server/discover"], "initialize");
    return { pass: false, unobserved: gap.reason, detail: gap.detail, asked: [], read: gap.places, fix };
  }
  const found = findInfo(session, seat);
  if (!found) {
    const blocked = session.entry.answered ? undefined : blockedBy(seat);
    const detail = blocked?.detail ?? "the server does not say who it is";
    const read = [placeOf(seat, "/response/result")];
    return { pass: false, ...(blocked ? { unobserved: blocked.reason } : {}), detail, asked: [seat], read, fix };
  }
  const missing = ["name", "version"].filter((key) => (stringMember(found.value, key) ?? "").trim() === "");
  return {
    pass: missing.length === 0,
    detail:
      missing.length === 0 ? "serverInfo has a name and a version" : `serverInfo has no ${missing.join(" and no ")}`,
    measured: { name: !missing.includes("name"), version: !missing.includes("version") },
    asked: [found.seat],
    read: ["name", "version"].map((key) => ({ ...found.place, pointer: `${found.place.pointer}/${key}` })),
    fix,
  };
};

interface Info {
  readonly seat: Seat;
  readonly place: Place;
  readonly value: Json;
}

/** The stateless era carries it in `_meta`, of any result; release candidates had it where the stateful era has it. */
const PLACES = ["/response/result/serverInfo", "/response/result/_meta/io.modelcontextprotocol~1serverInfo"];

const findInfo = ({ view }: AuditSession, entry: Seat): Info | undefined => {
  for (const seat of [entry, ...view.seats.filter(({ exchange }) => member(exchange.response, "result"))])
    for (const pointer of PLACES) {
      const value = readPointer(seat.exchange, pointer);
      if (isJsonObject(value)) return { seat, place: placeOf(seat, pointer), value };
    }
  return undefined;
};
