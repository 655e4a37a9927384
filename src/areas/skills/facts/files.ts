import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../../base/json.ts";
import { recordsOf } from "../../../judge/core/answers.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type ExchangeRecord, type Item, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { resources } from "../../../judge/core/facts/listed.ts";
import { paramsOf, resultOf } from "../../../judge/core/record-members.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { fileReads, filesOf, latestEntries, type SkillEntry } from "./skill-log.ts";
import { isBelow, lastSegment, parentOf, rootOf } from "./skill-uris.ts";

const DIRECTORY = "inode/directory";

/** The SKILL.md of each skill that was read. */
export const skillTexts = defineFact({
  name: "skill_texts",
  doc: "The front matter of every SKILL.md that was read.",
  type: "kind (object, none, broken, other or too-large), front_matter (as JSON)",
  derived: true,
  questions: ["skill-file:#-#"],
  words: {
    none: "no front matter",
    broken: "front matter that is no YAML",
    other: "front matter that is no mapping",
    "too-large": "front matter of more than 64 KiB",
  },
  among: (view) =>
    [...fileReads(view)].flatMap(([uri, [first]]) =>
      first?.finding.front_matter ? [{ uri, record: first.record, found: first.finding.front_matter }] : [],
    ),
  missing: "a SKILL.md that was read",
  each: ({ uri, record, found }) => ({
    exchange: record.id,
    pointer: "/response/result/contents/0",
    name: uri,
    value: { kind: found.kind, ...(found.kind === "object" ? { front_matter: found.value } : {}) },
  }),
});

/** The same file, read twice within the run. */
export const skillRereads = defineFact({
  name: "skill_rereads",
  doc: "Every SKILL.md that was read twice: whether its content was the same, and what its entry says of its files.",
  type: "content (same or other), resources (array, dynamic or none)",
  derived: true,
  questions: ["skill-file:#-again", "skill-file:#-#", "skills/list"],
  words: { other: "another content each time" },
  among: (view) => [...fileReads(view)].filter(([, reads]) => reads.length > 1),
  missing: "a SKILL.md that was read twice",
  each: ([uri, reads], view) => {
    const last = reads.at(-1);
    const entry = latestEntries(view).find((one) => one.uri === uri);
    const listed = entry?.entry["resources"];
    if (!last) return undefined;
    return {
      exchange: last.record.id,
      pointer: "/response/result/contents/0",
      name: uri,
      value: {
        content: new Set(reads.map(({ finding }) => finding.sha256)).size === 1 ? "same" : "other",
        resources: Array.isArray(listed) ? "array" : listed === "dynamic" ? "dynamic" : "none",
      },
    };
  },
});

/** The resources of resources/list that are a SKILL.md of a skill. */
export const listedSkillFiles = defineFact({
  name: "listed_skill_files",
  doc: "The resources in resources/list that are the SKILL.md of a skill, beside its front matter.",
  type: "resource (as listed), name and description (same, other or absent), bare_keys (fields of the front matter that stand in _meta without a prefix)",
  derived: ["name", "description", "bare_keys"],
  questions: ["resources/list", "skills/list"],
  words: { other: "another text than in the front matter", absent: "nothing" },
  read(view) {
    const entries = latestEntries(view);
    const reading = view.read(resources);
    // A directory may call a file by its file name: the text shows it so, and does not say which of the two names is meant there.
    const listed = reading.seen ? reading.items : [];
    if (entries.length === 0 || listed.length === 0)
      return unseen(view, ["skills/list"], "an entry of a skill and a list of resources");
    const items = listed.flatMap((item): Item[] => {
      const entry = entries.find(({ uri }) => uri !== undefined && uri === stringMember(item.value, "uri"));
      const front = entry?.entry["frontmatter"];
      if (!entry || !isJsonObject(front)) return [];
      return [
        { ...item, value: { resource: item.value, ...besides(item.value, front) }, parts: { resource: item.pointer } },
      ];
    });
    return seen(distinct(items), listed.slice(0, 3));
  },
});

const besides = (resource: Json, front: JsonObject): Record<string, Json> => {
  const compare = (key: string): string => {
    const own = member(resource, key);
    return own === undefined ? "absent" : own === front[key] ? "same" : "other";
  };
  const meta = member(resource, "_meta");
  const keys = isJsonObject(meta) ? Object.keys(meta) : [];
  return {
    name: compare("name"),
    description: compare("description"),
    bare_keys: keys.filter((key) => !key.includes("/") && Object.hasOwn(front, key)),
  };
};

interface Child {
  readonly directory: string;
  readonly item: Item;
}

const childrenIn = (view: View): readonly Child[] => view.once(gatherChildren);

const gatherChildren = (view: View): readonly Child[] =>
  recordsOf(view, ["skill-directory:*"]).flatMap((record) => {
    const found = member(resultOf(record), "resources");
    const directory = stringMember(paramsOf(record), "uri");
    if (directory === undefined || !Array.isArray(found)) return [];
    return found.map((value, index) => ({
      directory,
      item: {
        exchange: record.id,
        pointer: `/response/result/resources/${index}`,
        value,
        name: stringMember(value, "uri"),
      },
    }));
  });

export const directoryChildren = defineFact({
  name: "directory_children",
  doc: "Everything that resources/directory/read lists, where it lies, and what the manifests of the skills show it to be.",
  type: "resource (as sent), place (direct, deeper or outside), slash (none or trailing), is (directory or file, as far as a manifest shows)",
  derived: ["place", "slash", "is"],
  questions: ["skill-directory:#", "skill-directory:#-page-#", "skills/list"],
  words: {
    deeper: "something below a subdirectory",
    outside: "something outside the directory",
    trailing: "a slash at the end",
  },
  among: childrenIn,
  missing: "an answered resources/directory/read",
  looked: (found) => found.slice(0, 3).map(({ item }) => item),
  each: ({ directory, item }, view) => {
    const uri = (stringMember(item.value, "uri") ?? "").replace(/\/$/, "");
    const files = latestEntries(view).flatMap((entry) => filesOf(entry).map((file) => file.uri ?? ""));
    view.spend(files.length);
    const kind = files.includes(uri) ? "file" : files.some((file) => isBelow(file, uri)) ? "directory" : undefined;
    const below = isBelow(uri, directory.replace(/\/$/, ""));
    return {
      ...item,
      parts: { resource: item.pointer },
      value: {
        resource: item.value,
        place: !below ? "outside" : parentOf(uri) === directory.replace(/\/$/, "") ? "direct" : "deeper",
        slash: (stringMember(item.value, "uri") ?? "").endsWith("/") ? "trailing" : "none",
        ...(kind === undefined ? {} : { is: kind }),
      },
    };
  },
});

/** Directories of which every page was read. */
const wholeDirectories = (view: View): ReadonlyMap<string, readonly ExchangeRecord[]> => {
  const found = new Map<string, ExchangeRecord[]>();
  for (const record of recordsOf(view, ["skill-directory:*"])) {
    const uri = stringMember(paramsOf(record), "uri");
    if (uri !== undefined) found.set(uri, [...(found.get(uri) ?? []), record]);
  }
  for (const [uri, records] of found) {
    const last = records.at(-1);
    const isWhole = last && isJsonObject(resultOf(last)) && member(resultOf(last), "nextCursor") === undefined;
    if (!isWhole) found.delete(uri);
  }
  return found;
};

/** What a manifest has and a directory does not list. */
export const directoryOmissions = defineFact({
  name: "directory_omissions",
  doc: "The files and subdirectories that the manifest of a skill shows in a directory, and that reading the directory does not list.",
  type: "uri",
  derived: true,
  questions: ["skill-directory:#", "skills/list", "skills/get:#"],
  read(view) {
    const directories = wholeDirectories(view);
    if (directories.size === 0) return unseen(view, ["skill-directory"], "an answered resources/directory/read");
    const listed = new Set(childrenIn(view).map(({ item }) => (item.name ?? "").replace(/\/$/, "")));
    const files = [...new Set(latestEntries(view).flatMap((entry) => filesOf(entry).flatMap(({ uri }) => uri ?? [])))];
    const items = [...directories].flatMap(([directory, [first]]) => {
      const root = directory.replace(/\/$/, "");
      const children = new Set(
        files
          .filter((uri) => isBelow(uri, root))
          .map((uri) => `${root}/${uri.slice(root.length + 1).split("/", 1)[0]}`),
      );
      return [...children]
        .filter((uri) => !listed.has(uri))
        .map(
          (uri): Item => ({
            exchange: first?.id ?? null,
            pointer: "/response/result/resources",
            value: uri,
            name: uri,
          }),
        );
    });
    const looked = [...directories.values()].flatMap((records) => records.slice(0, 1));
    return seen(items, placesOf(looked.slice(0, 3), "/response/result/resources"));
  },
});

/** What the server shows of a skill and does not list in its manifest. */
export const skillOmissions = defineFact({
  name: "skill_omissions",
  doc: "The files below the directory of a skill that resources/list or resources/directory/read show, and that the skill's entry does not list.",
  type: "uri",
  derived: true,
  questions: ["skills/list", "skills/get:#", "resources/list", "skill-directory:#"],
  read(view) {
    const entries = latestEntries(view).filter(({ entry }) => Array.isArray(entry["resources"]));
    const first = entries[0];
    if (!first) return unseen(view, ["skills/list"], "an entry of a skill with a list of its files");
    const reading = view.read(resources);
    const shown = [...(reading.seen ? reading.items : []), ...childrenIn(view).map(({ item }) => item)].filter(
      ({ value, name }) => member(value, "mimeType") !== DIRECTORY && name !== undefined && !name.endsWith("/"),
    );
    const items = entries.flatMap((entry) => missingIn(entry, shown, view));
    return seen(distinct(items), [{ exchange: first.record.id, pointer: first.pointer }]);
  },
});

const missingIn = (entry: SkillEntry, shown: readonly Item[], view: View): readonly Item[] => {
  const root = rootOf(entry.uri ?? "");
  const listed = new Set(filesOf(entry).map(({ uri }) => uri));
  view.spend(shown.length);
  return lastSegment(entry.uri ?? "") === "SKILL.md"
    ? shown
        .filter(({ name = "" }) => isBelow(name, root) && !listed.has(name))
        .map(({ exchange, pointer, name = "" }) => ({ exchange, pointer: `${pointer}/uri`, value: name, name }))
    : [];
};
