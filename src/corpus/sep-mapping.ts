import { CHECK_ROLES, type CheckMapping, type CheckRole, type SepMapping } from "../model/conformance.ts";
import { isJsonObject, type Json } from "../model/json.ts";
import { LEVELS } from "../model/rule.ts";
import { describe, RowError, readObject, readRuleId } from "./read-rows.ts";

const KEYS = ["role", "rules", "level", "extension", "transport", "ban", "note"];

type Path = readonly (string | number)[];

/** conformance-corpus/mapping.yaml: one entry per check id. */
export const readMapping = (value: Json): SepMapping => {
  if (!isJsonObject(value)) throw new RowError([], "expected check ids and what they mean");
  return Object.fromEntries(Object.entries(value).map(([check, entry]) => [check, readEntry(entry, [check])]));
};

const readEntry = (value: Json, path: Path): CheckMapping => {
  const row = readObject(value, path, KEYS);
  const { level, extension, transport, ban, note, rules = [] } = row;
  const found = LEVELS.find((known) => known === level);
  if (level !== undefined && !found)
    throw new RowError([...path, "level"], `expected one of ${LEVELS.join(", ")}, found ${describe(level)}`);
  if (extension !== undefined && extension !== true && typeof extension !== "string")
    throw new RowError([...path, "extension"], `expected a capability or true, found ${describe(extension)}`);
  if (transport !== undefined && transport !== "http" && transport !== "stdio")
    throw new RowError([...path, "transport"], `expected http or stdio, found ${describe(transport)}`);
  if (ban !== undefined && ban !== true) throw new RowError([...path, "ban"], `expected true, found ${describe(ban)}`);
  if (note !== undefined && typeof note !== "string")
    throw new RowError([...path, "note"], `expected a text, found ${describe(note)}`);
  if (!Array.isArray(rules)) throw new RowError([...path, "rules"], `expected a list, found ${describe(rules)}`);
  return {
    roles: readRoles(row["role"], [...path, "role"]),
    rules: rules.map((id, index) => readRuleId(id, [...path, "rules", index])),
    ...(found ? { level: found } : {}),
    ...(extension === undefined ? {} : { extension }),
    ...(transport === undefined ? {} : { transport }),
    ...(ban === undefined ? {} : { ban }),
    ...(note === undefined ? {} : { note }),
  };
};

const readRoles = (value: Json | undefined, path: Path): readonly CheckRole[] => {
  const names = Array.isArray(value) ? value : [value];
  return names.map((name) => {
    const role = CHECK_ROLES.find((known) => known === name);
    if (role) return role;
    throw new RowError(path, `expected one of ${CHECK_ROLES.join(", ")}, found ${describe(name)}`);
  });
};

/** A user's corpus may name a check as it likes, `constructor` too. */
export const mappingOf = (mapping: SepMapping, check: string): CheckMapping | undefined =>
  Object.hasOwn(mapping, check) ? mapping[check] : undefined;

/** Whether the row binds what a server does or lists. */
export const bindsServers = ({ roles }: CheckMapping): boolean =>
  roles.includes("server") || roles.includes("tool-definition");
