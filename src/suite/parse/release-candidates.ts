import { isJsonObject, type Json, member, stringMember } from "../../base/json.ts";
import { type Revision, releaseNote, releaseOf } from "../../protocol/revision.ts";
import type { RuleBook } from "../rules/rule-book.ts";

export interface ResolvedSuite {
  readonly value: Json;
  /** What was read differently from how it is written. */
  readonly notes: readonly string[];
}

/**
 * Pins to a release candidate mean the revision it became. `against` may name a folder of the user's own. Which corpora
 * `target_version` can mean shows only when they are looked for.
 */
export const resolveCandidates = (suite: Json, book: RuleBook): ResolvedSuite => {
  const compliance = member(suite, "compliance");
  if (!isJsonObject(suite) || !isJsonObject(compliance)) return { value: suite, notes: [] };
  const notes: string[] = [];
  const resolve = (text: string | undefined, known: (text: string) => boolean): Revision | undefined => {
    const release = text === undefined || known(text) ? undefined : releaseOf(text);
    if (text !== undefined && release !== undefined) notes.push(releaseNote(text, release));
    return release;
  };
  const pin = resolve(stringMember(compliance, "spec_version"), () => false);
  const check = member(compliance, "spec_version_check");
  const against = resolve(stringMember(check, "against"), (label) => book.corpus(label) !== undefined);
  const changed = {
    ...compliance,
    ...(pin === undefined ? {} : { spec_version: pin }),
    ...(against === undefined || !isJsonObject(check) ? {} : { spec_version_check: { ...check, against } }),
  };
  return { value: { ...suite, compliance: changed }, notes };
};
