import { type Json, member, stringMember } from "../../../base/json.ts";
import type { ExchangeRecord } from "../../../judge/core/fact.ts";
import { paramsOf } from "../../../judge/core/record-members.ts";
import { metaOf } from "../../../judge/core/stateless-requests.ts";
import { LOG_LEVELS } from "../../../protocol/log-levels.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";

export const isLevel = (value: Json | undefined): value is string => LOG_LEVELS.some((level) => level === value);

export const severity = (level: string): number => (LOG_LEVELS as readonly string[]).indexOf(level);

/** What a request of the stateless era says about logs: a level, none, or something that is no level. */
export const levelAsked = (record: ExchangeRecord): string => {
  const level = metaOf(record.request)?.[META_KEY.logLevel];
  if (level === undefined) return "none";
  return isLevel(level) ? level : "unknown";
};

export const asksForLogs = (record: ExchangeRecord): boolean => isLevel(levelAsked(record));

export const levelSet = (record: ExchangeRecord): Json | undefined => member(paramsOf(record), "level");

export const toolCalled = (record: ExchangeRecord): string | undefined =>
  record.method === "tools/call" ? stringMember(paramsOf(record), "name") : undefined;
