import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { CheckedRole } from "../core/client.ts";
import { LEVELS } from "../core/rule.ts";
import { CHECK_ROLES, type CheckMapping, type SepMapping } from "./conformance.ts";
import {
  choiceOf,
  optionalMembers,
  RowError,
  type RowPath,
  readChoice,
  readList,
  readObject,
  readRuleId,
  readText,
  readTrue,
} from "./read-rows.ts";

const KEYS = ["role", "rules", "clients", "level", "extension", "transport", "ban", "note"];

/** conformance-corpus/mapping.yaml: one entry per check id. */
export const readMapping = (value: Json): SepMapping => {
  if (!isJsonObject(value)) throw new RowError([], "expected check ids and what they mean");
  return Object.fromEntries(Object.entries(value).map(([check, entry]) => [check, readEntry(entry, [check])]));
};

const readEntry = (value: Json, path: RowPath): CheckMapping => {
  const row = readObject(value, path, KEYS);
  const read = optionalMembers(row, path);
  return {
    roles: (Array.isArray(row["role"]) ? row["role"] : [row["role"]]).map((role) =>
      readChoice(role, [...path, "role"], CHECK_ROLES),
    ),
    rules: read("rules", (rules, at) => readList(rules, at, readRuleId)) ?? [],
    ...defined({
      clients: read("clients", (rules, at) => readList(rules, at, readRuleId)),
      level: read("level", choiceOf(...LEVELS)),
      extension: read("extension", (extension, at) => (extension === true ? extension : readText(extension, at))),
      transport: read("transport", choiceOf("http", "stdio")),
      ban: read("ban", readTrue),
      note: read("note", readText),
    }),
  };
};

/** A user's corpus may name a check as it likes, `constructor` too. */
export const mappingOf = (mapping: SepMapping, check: string): CheckMapping | undefined =>
  Object.hasOwn(mapping, check) ? mapping[check] : undefined;

/** Whether the row applies to what a server does or lists. */
export const bindsServers = ({ roles }: CheckMapping): boolean =>
  roles.includes("server") || roles.includes("tool-definition");

/** Whether the row applies to those that are judged. */
export const binds = (mapping: CheckMapping, role: CheckedRole): boolean =>
  role === "client" ? mapping.roles.includes("client") : bindsServers(mapping);

/** The rules that decide a row for those that are judged. */
export const rulesOf = ({ rules, clients = [] }: CheckMapping, role: CheckedRole): readonly string[] =>
  role === "client" ? clients : rules;
