import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { outcomeOf } from "../../../judge/core/answer.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { type ContentFinding, contentKey } from "../../../judge/core/content-findings.ts";
import type { ExchangeRecord, View } from "../../../judge/core/fact.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";

/** An entry as skills/list or skills/get gave it. */
export interface SkillEntry {
  readonly record: ExchangeRecord;
  readonly pointer: string;
  readonly entry: JsonObject;
  readonly from: "skills/list" | "skills/get";
  readonly uri: string | undefined;
}

export const skillEntriesIn = (view: View): readonly SkillEntry[] => view.once(gatherEntries);

const gatherEntries = (view: View): readonly SkillEntry[] => [
  ...answered(view, "skills/list").flatMap((record) => {
    const skills = member(resultOf(record), "skills");
    return (Array.isArray(skills) ? skills : []).flatMap((entry, index) =>
      toEntry(record, entry, `/response/result/skills/${index}`, "skills/list"),
    );
  }),
  ...answered(view, "skills/get").flatMap((record) =>
    toEntry(record, member(resultOf(record), "skill"), "/response/result/skill", "skills/get"),
  ),
];

/** Requests that were wrong on purpose do not count, whatever they got. */
export const answered = (view: View, method: string): readonly ExchangeRecord[] =>
  view.records.filter(
    (record) => record.method === method && !record.exchange.deliberate && outcomeOf(record.exchange) === "result",
  );

const toEntry = (
  record: ExchangeRecord,
  entry: Json | undefined,
  pointer: string,
  from: SkillEntry["from"],
): readonly SkillEntry[] =>
  isJsonObject(entry) ? [{ record, pointer, entry, from, uri: stringMember(entry, "uri") }] : [];

interface SkillFile {
  readonly value: Json;
  readonly pointer: string;
  readonly uri: string | undefined;
}

export const filesOf = ({ entry, pointer }: SkillEntry): readonly SkillFile[] => {
  const files = entry["resources"];
  if (!Array.isArray(files)) return [];
  return files.map((value, index) => ({
    value,
    pointer: `${pointer}/resources/${index}`,
    uri: stringMember(value, "uri"),
  }));
};

/** What was read of a file, the first time. */
interface FileRead {
  readonly record: ExchangeRecord;
  readonly finding: ContentFinding;
}

export const fileReads = (view: View): ReadonlyMap<string, readonly FileRead[]> => view.once(gatherReads);

const gatherReads = (view: View): ReadonlyMap<string, readonly FileRead[]> => {
  const reads = new Map<string, FileRead[]>();
  for (const record of recordsOf(view, ["skill-file:*"])) {
    const uri = stringMember(paramsOf(record), "uri");
    const finding = view.contents?.contents.get(contentKey(record.id, 0));
    const contents = member(resultOf(record), "contents");
    // Several contents stand for something larger: none of them is the file that was asked for.
    if (uri === undefined || finding === undefined || !Array.isArray(contents) || contents.length !== 1) continue;
    reads.set(uri, [...(reads.get(uri) ?? []), { record, finding }]);
  }
  return reads;
};

/** The entries of one skill each, the newest of them: what the server says of it last. */
export const latestEntries = (view: View): readonly SkillEntry[] => {
  const latest = new Map<string, SkillEntry>();
  for (const entry of skillEntriesIn(view)) if (entry.uri !== undefined) latest.set(entry.uri, entry);
  return [...latest.values()];
};
