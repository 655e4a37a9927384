import { isJsonObject, type Json, member, stringMember } from "../../../base/json.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { distinct } from "../../../judge/core/distinct.ts";
import { type Item, placesOf, seen, type View } from "../../../judge/core/fact.ts";
import { unseen } from "../../../judge/core/unseen.ts";
import { sameFrontMatter } from "./same-front-matter.ts";
import { answered, fileReads, filesOf, latestEntries, type SkillEntry, skillEntriesIn } from "./skill-log.ts";
import { isBelow, isValidPrefix, lastSegment, rootOf, schemeOf } from "./skill-uris.ts";

const sameOr = (same: boolean): "same" | "other" => (same ? "same" : "other");

export const skillEntries = defineFact({
  name: "skill_entries",
  doc: "Every entry of a skill that skills/list or skills/get returned, and how it compares with its uri and its SKILL.md.",
  type: "entry (as sent), from (skills/list or skills/get), file (SKILL.md or other: what the uri ends in), segment (same or other: the last segment of the path beside the name), scheme, prefix (valid or invalid), own_file (how often resources has the SKILL.md), files, total_size, front_matter (same or other than in the SKILL.md that was read)",
  derived: ["from", "file", "segment", "scheme", "prefix", "own_file", "files", "total_size", "front_matter"],
  questions: ["skills/list", "skills/list:page-#", "skills/get:#", "skill-file:#-#"],
  words: { other: "another value", invalid: "characters that a uri does not allow there" },
  read(view) {
    const pages = [...answered(view, "skills/list"), ...answered(view, "skills/get")];
    if (pages.length === 0) return unseen(view, ["skills/list"], "an answered skills/list");
    return seen(
      distinct(skillEntriesIn(view).map((one) => toItem(one, view))),
      placesOf(pages.slice(0, 3), "/response/result"),
    );
  },
});

const toItem = (one: SkillEntry, view: View): Item => {
  const { entry, record, pointer, from, uri } = one;
  const name = stringMember(entry["frontmatter"], "name");
  const files = filesOf(one);
  const sizes = files.flatMap(({ value }) => {
    const size = member(value, "size");
    return typeof size === "number" ? [size] : [];
  });
  return {
    exchange: record.id,
    pointer,
    name: uri,
    parts: {
      entry: pointer,
      segment: `${pointer}/uri`,
      file: `${pointer}/uri`,
      front_matter: `${pointer}/frontmatter`,
    },
    value: {
      entry,
      from,
      ...(uri === undefined ? {} : ofUri(uri, name)),
      ...(Array.isArray(entry["resources"])
        ? {
            own_file: files.filter((file) => file.uri === uri).length,
            files: files.length,
            total_size: sizes.reduce((sum, size) => sum + size, 0),
          }
        : {}),
      ...beside(one, view),
    },
  };
};

const ofUri = (uri: string, name: string | undefined): Record<string, Json> => ({
  file: lastSegment(uri) === "SKILL.md" ? "SKILL.md" : "other",
  ...(name === undefined ? {} : { segment: sameOr(lastSegment(rootOf(uri)) === name) }),
  scheme: schemeOf(uri),
  prefix: isValidPrefix(uri) ? "valid" : "invalid",
});

/** The front matter of the file itself; a file that has none is another matter. */
const beside = ({ entry, uri = "" }: SkillEntry, view: View): Record<string, Json> => {
  const read = fileReads(view).get(uri)?.[0]?.finding.front_matter;
  if (read?.kind !== "object" || !isJsonObject(entry["frontmatter"])) return {};
  return { front_matter: sameOr(sameFrontMatter(entry["frontmatter"], read.value)) };
};

/** Each file of each manifest, beside what was read of it. */
export const skillResources = defineFact({
  name: "skill_resources",
  doc: "Every file that the entry of a skill lists, and how it compares with the skill and with the content that was read.",
  type: "resource (as sent), place (inside or outside the directory of the skill), times (how often the entry lists it), digest and size (same or other than those of the content that was read)",
  derived: ["place", "times", "digest", "size"],
  questions: ["skills/list", "skills/get:#", "skill-file:#-#"],
  words: { other: "not that of the content that was read", outside: "outside the directory of the skill" },
  read(view) {
    const pages = [...answered(view, "skills/list"), ...answered(view, "skills/get")];
    if (pages.length === 0) return unseen(view, ["skills/list"], "an answered skills/list");
    const items = skillEntriesIn(view).flatMap((one): Item[] => {
      const files = filesOf(one);
      const times = new Map<string, number>();
      for (const { uri } of files) if (uri !== undefined) times.set(uri, (times.get(uri) ?? 0) + 1);
      view.spend(files.length);
      return files.map(({ value, pointer, uri }) => ({
        exchange: one.record.id,
        pointer,
        name: uri,
        parts: { resource: pointer, digest: `${pointer}/digest`, size: `${pointer}/size` },
        value: {
          resource: value,
          ...(uri === undefined || one.uri === undefined
            ? {}
            : { place: isBelow(uri, rootOf(one.uri)) ? "inside" : "outside", times: times.get(uri) ?? 0 }),
          ...compared(value, uri, view),
        },
      }));
    });
    return seen(distinct(items), placesOf(pages.slice(0, 3), "/response/result"));
  },
});

const compared = (file: Json, uri: string | undefined, view: View): Record<string, Json> => {
  const read = uri === undefined ? undefined : fileReads(view).get(uri)?.[0]?.finding;
  const digest = stringMember(file, "digest");
  const size = member(file, "size");
  return {
    ...(read && digest !== undefined ? { digest: sameOr(digest.toLowerCase() === `sha256:${read.sha256}`) } : {}),
    ...(read && typeof size === "number" ? { size: sameOr(size === read.bytes) } : {}),
  };
};

/** Names and uris that one listing has more than once. */
export const repeatedSkills = defineFact({
  name: "repeated_skills",
  doc: "The names that several listed skills share, and the uris that one listing has more than once.",
  type: "by (name or uri), value, times",
  derived: true,
  questions: ["skills/list", "skills/list:page-#"],
  tell: ({ by, value, times }) => `the ${String(by)} ${JSON.stringify(value)} ${String(times)} times`,
  read(view) {
    const pages = answered(view, "skills/list");
    if (pages.length === 0) return unseen(view, ["skills/list"], "an answered skills/list");
    const listed = skillEntriesIn(view).filter(({ from }) => from === "skills/list");
    const items = (["name", "uri"] as const).flatMap((by) => repeated(listed, by));
    return seen(items, placesOf(pages, "/response/result/skills"));
  },
});

const repeated = (listed: readonly SkillEntry[], by: "name" | "uri"): readonly Item[] => {
  const found = new Map<string, SkillEntry[]>();
  for (const one of listed) {
    const value = by === "uri" ? one.uri : stringMember(one.entry["frontmatter"], "name");
    if (value !== undefined) found.set(value, [...(found.get(value) ?? []), one]);
  }
  return [...found].flatMap(([value, entries]): Item[] => {
    const last = entries.at(-1);
    return entries.length < 2 || last === undefined
      ? []
      : [
          {
            exchange: last.record.id,
            pointer: by === "uri" ? `${last.pointer}/uri` : `${last.pointer}/frontmatter/name`,
            value: { by, value, times: entries.length },
            name: value,
          },
        ];
  });
};

/** The entry of skills/get beside that of skills/list. */
export const gottenSkills = defineFact({
  name: "gotten_skills",
  doc: "What skills/get returned for a listed skill, beside what was asked and what the list says of it.",
  type: "uri (same or other than asked), entry (same or other than listed)",
  derived: true,
  questions: ["skills/get:#", "skills/list"],
  words: { other: "another one" },
  among: (view) => skillEntriesIn(view).filter(({ from }) => from === "skills/get"),
  missing: "an answered skills/get",
  each: ({ record, pointer, entry, uri }, view) => {
    const asked = stringMember(member(record.request, "params"), "uri");
    const listed = skillEntriesIn(view).find((one) => one.from === "skills/list" && one.uri === asked);
    return {
      exchange: record.id,
      pointer,
      name: asked,
      value: {
        uri: sameOr(uri === asked),
        ...(listed ? { entry: sameOr(textOf(listed.entry) === textOf(entry)) } : {}),
      },
      parts: { uri: `${pointer}/uri`, entry: pointer },
    };
  },
});

/** In one order of members: the order means nothing. */
const textOf = (value: Json): string =>
  JSON.stringify(value, (_key, inner: Json) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

/** Skills within skills. */
export const nestedSkillFiles = defineFact({
  name: "nested_skill_files",
  doc: "The files of a skill that lies within another one, and whether the entry of that one lists them.",
  type: "uri, enclosing (listed or missing)",
  derived: true,
  questions: ["skills/list", "skills/get:#"],
  words: { missing: "missing in the resources of the enclosing skill" },
  read(view) {
    const entries = latestEntries(view);
    const first = entries[0];
    if (!first) return unseen(view, ["skills/list"], "an entry of a skill");
    const items = entries.flatMap((outer) => {
      const root = rootOf(outer.uri ?? "");
      if (!Array.isArray(outer.entry["resources"])) return [];
      const listed = new Set(filesOf(outer).map(({ uri }) => uri));
      return entries
        .filter((inner) => inner !== outer && isBelow(rootOf(inner.uri ?? ""), root))
        .flatMap((inner) =>
          filesOf(inner).map(
            ({ pointer, uri = "" }): Item => ({
              exchange: inner.record.id,
              pointer,
              name: uri,
              value: { uri, enclosing: listed.has(uri) ? "listed" : "missing" },
            }),
          ),
        );
    });
    return seen(items, [{ exchange: first.record.id, pointer: first.pointer }]);
  },
});
