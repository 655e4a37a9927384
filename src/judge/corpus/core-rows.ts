import { defined } from "../../base/defined.ts";
import { type Json, member } from "../../base/json.ts";
import { REVISIONS, type Revision } from "../../protocol/revision.ts";
import { type ByRevision, LEVELS } from "../core/rule.ts";
import { atRevision, carries } from "./by-revision.ts";
import type { CoreCheck, CoreRequirements, CoreRow, SepExclusion } from "./conformance.ts";
import {
  choiceOf,
  optionalMembers,
  RowError,
  type RowPath,
  readByRevision,
  readList,
  readObject,
  readRuleId,
  readText,
} from "./read-rows.ts";
import { specLink } from "./spec-link.ts";

const COMMON = ["text", "level", "spec", "since", "until"];
const CHECK_KEYS = [...COMMON, "check", "rules", "transport"];
const EXCLUSION_KEYS = [...COMMON, "excluded"];
const CHECK_ID = /^core-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** A file of conformance-corpus/core/: requirements that hold in one revision or more. */
export const readCoreFile = (value: Json): readonly CoreRow[] => readList(value, [], readCoreRow);

const readCoreRow = (value: Json, path: RowPath): CoreRow => {
  const excluded = member(value, "excluded") !== undefined;
  const row = readObject(value, path, excluded ? EXCLUSION_KEYS : CHECK_KEYS);
  const read = optionalMembers(row, path);
  const common = {
    text: readText(row["text"], [...path, "text"]),
    level: readByRevision(row["level"], [...path, "level"], choiceOf(...LEVELS)),
    spec: readByRevision(row["spec"], [...path, "spec"], readText),
    ...defined({ since: read("since", choiceOf(...REVISIONS)), until: read("until", choiceOf(...REVISIONS)) }),
  };
  if (excluded) return { ...common, excluded: readText(row["excluded"], [...path, "excluded"]) };
  return {
    ...common,
    check: readCheckId(row["check"], [...path, "check"]),
    rules: readList(row["rules"], [...path, "rules"], readRuleId),
    ...defined({ transport: read("transport", choiceOf("http", "stdio")) }),
  };
};

const readCheckId = (value: Json | undefined, path: RowPath): string => {
  const text = readText(value, path);
  if (CHECK_ID.test(text)) return text;
  throw new RowError(path, `expected an id such as core-unknown-method, found ${text}`);
};

/** What the rows say about one revision. */
export const coreOf = (rows: readonly CoreRow[], revision: Revision): CoreRequirements => {
  const checks: CoreCheck[] = [];
  const exclusions: SepExclusion[] = [];
  for (const row of rows.filter((one) => carries(one, revision))) {
    const { text } = row;
    const url = specLink(revision, valueAt(row.spec, revision));
    if ("excluded" in row) exclusions.push({ text, excluded: row.excluded, url });
    else {
      const { check, rules, transport } = row;
      const mapping = { roles: ["server"] as const, rules, ...defined({ transport }) };
      checks.push({ check, text, url, level: valueAt(row.level, revision), mapping });
    }
  }
  return { checks, exclusions };
};

const valueAt = <T>(value: T | ByRevision<T>, revision: Revision): T => {
  const found = atRevision(value, revision);
  if (found === undefined) throw new RowError([], `nothing is said about ${revision}, the first revision of the row`);
  return found;
};
