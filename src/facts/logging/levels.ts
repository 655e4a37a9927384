import { type Json, member, stringMember } from "../../model/json.ts";
import { metaOf } from "../common/modern.ts";
import type { Seat } from "../view.ts";

/** The severities of syslog, mildest first. */
const LEVELS: readonly string[] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

export const isLevel = (value: Json | undefined): value is string =>
  typeof value === "string" && LEVELS.includes(value);

export const severity = (level: string): number => LEVELS.indexOf(level);

export const LOG_LEVEL = "io.modelcontextprotocol/logLevel";

/** What a request of the stateless era says about logs: a level, none, or something that is no level. */
export const levelAsked = (seat: Seat): string => {
  const level = metaOf(seat.request)?.[LOG_LEVEL];
  if (level === undefined) return "none";
  return isLevel(level) ? level : "unknown";
};

export const asksForLogs = (seat: Seat): boolean => isLevel(levelAsked(seat));

export const levelSet = (seat: Seat): Json | undefined => member(member(seat.request, "params"), "level");

export const toolCalled = (seat: Seat): string | undefined =>
  seat.method === "tools/call" ? stringMember(member(seat.request, "params"), "name") : undefined;
