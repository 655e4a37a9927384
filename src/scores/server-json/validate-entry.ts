import { isJsonObject, type Json, type JsonObject, listMember } from "../../base/json.ts";
import { error } from "./place.ts";
import { placeholderFindings } from "./placeholders.ts";
import type { EntryFinding } from "./registry-entry.ts";
import { identityFindings } from "./rules/identity.ts";
import { packageFindings } from "./rules/packages.ts";
import { remoteFindings } from "./rules/remotes.ts";
import { schemaFindings } from "./schema-findings.ts";
import { schemaUrl } from "./schema-url.ts";
import { unknownMembers } from "./unknown-members.ts";

/** Everything that is wrong with a server.json by the published schema and the registry's own rules. Pure. */
export const validateEntry = (entry: Json, schema: JsonObject): readonly EntryFinding[] => {
  if (!isJsonObject(entry)) return [error("schema", [], "is not an object")];
  const waiting = placeholderFindings(entry);
  const rules = [
    ...identityFindings(entry, schemaUrl(schema)),
    ...listMember(entry, "packages").flatMap(packageFindings),
    ...remoteFindings(listMember(entry, "remotes")),
    ...unknownMembers(entry, schema),
  ];
  // Of one place the rule says more than the schema, and nothing is said of what is yet to be filled in.
  const isFree = (others: readonly EntryFinding[]) => (one: EntryFinding) =>
    !others.some(({ pointer }) => pointer === one.pointer);
  const told = rules.filter(isFree(waiting));
  return [...waiting, ...told, ...schemaFindings(entry, schema).filter(isFree([...waiting, ...told]))];
};
