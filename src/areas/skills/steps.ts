import { isJsonObject, type Json, type JsonObject, member, stringMember, valueAt } from "../../base/json.ts";
import { resultOf } from "../../probe/exchange-draft.ts";
import { type Known, objectsIn, skipUnless } from "../../probe/plan/known.ts";
import type { PlanSetting } from "../../probe/plan/plan-setting.ts";
import type { Skip } from "../../probe/plan/skip.ts";
import type { ConversationPlan, Step, StepIO } from "../../probe/plan/step.ts";
import type { StatelessTalk } from "../../probe/talk/stateless-talk.ts";
import { SKILLS_EXTENSION } from "../../protocol/extension-ids.ts";
import type { Limits } from "../../wire/limits.ts";

const MAX_SKILLS = 8;
const MAX_FILES = 24;
const MAX_FILES_EACH = 6;
/** A file that says it is larger is not fetched to check its digest. */
const MAX_BYTES = 1024 * 1024;
const MAX_DIRECTORIES = 16;

const settings = (known: Known): Json | undefined => valueAt(known.capabilities, "extensions", SKILLS_EXTENSION);

const unlessSkills = (known: Known): Skip | undefined =>
  skipUnless(settings(known) !== undefined, "the skills extension is not declared");

const unlessDirectories = (known: Known): Skip | undefined =>
  unlessSkills(known) ??
  skipUnless(
    member(settings(known), "directoryRead") === true,
    "directoryRead of the skills extension is not declared",
  );

/** What the server said of its skills so far, in this run. */
class SkillsSeen {
  entries: JsonObject[] = [];

  get chosen(): readonly JsonObject[] {
    return this.entries.slice(0, MAX_SKILLS);
  }

  get uris(): readonly string[] {
    return this.chosen.flatMap((entry) => stringMember(entry, "uri") ?? []);
  }
}

const listSkills = (seen: SkillsSeen, limits: Limits): Step => ({
  question: "skills/list",
  run: async (io) => {
    seen.entries = [];
    const cursors = new Set<string>();
    let params: JsonObject = {};
    for (let page = 1; page <= limits.pages && seen.entries.length <= limits.items; page += 1) {
      const draft = await io.ask("skills/list", params, page === 1 ? {} : { as: `page-${page}` });
      for (const entry of objectsIn(member(resultOf(draft), "skills"))) seen.entries.push(entry);
      const cursor = stringMember(resultOf(draft), "nextCursor");
      if (cursor === undefined || cursors.has(cursor)) return;
      cursors.add(cursor);
      params = { cursor };
    }
  },
});

const getSkills = (seen: SkillsSeen): Step => ({
  question: "skills/get",
  run: (io) => Promise.all(seen.uris.map((uri, index) => io.ask("skills/get", { uri }, { as: String(index + 1) }))),
});

const getUnknown = (seen: SkillsSeen): Step => ({
  question: "skills/get-unknown",
  deliberate: true,
  run: (io) => {
    const other = seen.chosen.flatMap(filesOf).find(({ uri }) => !uri.endsWith("/SKILL.md"));
    return Promise.all([
      io.ask("skills/get", { uri: beside(seen, "mcptest-no-such-skill/SKILL.md") }),
      ...(other === undefined ? [] : [io.ask("skills/get", { uri: other.uri }, { as: "file" })]),
    ]);
  },
});

/** In the scheme that the server uses. */
const beside = ({ uris }: SkillsSeen, path: string): string => `${uris[0]?.split("://", 1)[0] ?? "skill"}://${path}`;

interface SkillFile {
  readonly uri: string;
  readonly size: number;
}

const filesOf = (entry: JsonObject): readonly SkillFile[] =>
  objectsIn(entry["resources"]).flatMap((file) => {
    const uri = stringMember(file, "uri");
    const size = member(file, "size");
    return uri === undefined ? [] : [{ uri, size: typeof size === "number" ? size : 0 }];
  });

/** The SKILL.md of every skill, once more after the others, and some of the other files. */
const readFiles = (seen: SkillsSeen): Step => ({
  question: "skill-file",
  run: async (io) => {
    let left = MAX_FILES;
    const reads: (() => Promise<unknown>)[] = [];
    for (const [index, entry] of seen.chosen.entries()) {
      const uri = stringMember(entry, "uri");
      const others = filesOf(entry).filter((file) => file.uri !== uri && file.size <= MAX_BYTES);
      const wanted = [...(uri === undefined ? [] : [uri]), ...others.map((file) => file.uri).slice(0, MAX_FILES_EACH)];
      for (const [at, file] of wanted.entries()) {
        if (left === 0) break;
        left -= 1;
        reads.push(() => io.ask("resources/read", { uri: file }, { as: `${index + 1}-${at + 1}` }));
      }
    }
    await Promise.all(reads.map((read) => read()));
    await Promise.all(seen.uris.map((uri, index) => io.ask("resources/read", { uri }, { as: `${index + 1}-again` })));
  },
});

const readUnknownFile = (seen: SkillsSeen): Step => ({
  question: "unknown-skill-file",
  deliberate: true,
  run: (io) => {
    const [first] = seen.uris;
    const uri =
      first === undefined
        ? "skill://mcptest-no-such-skill/SKILL.md"
        : `${first.slice(0, first.lastIndexOf("/"))}/mcptest-no-such-file.md`;
    return io.ask("resources/read", { uri });
  },
});

/** From the root of each skill down; a directory that lists itself is read once. */
const readDirectories = (seen: SkillsSeen): Step => ({
  question: "skill-directory",
  skip: unlessDirectories,
  run: async (io) => {
    const roots = seen.uris.map((uri) => uri.replace(/\/SKILL\.md$/, ""));
    const waiting = [...new Set([...roots, ...seen.chosen.flatMap(directoriesOf)])];
    const known = new Set(waiting);
    for (let read = 0; read < MAX_DIRECTORIES; read += 1) {
      const uri = waiting.shift();
      if (uri === undefined) return;
      for (const child of await readDirectory(io, uri, read + 1)) {
        if (known.has(child)) continue;
        known.add(child);
        waiting.push(child);
      }
    }
  },
});

/** The directories that the files of a skill stand in. */
const directoriesOf = (entry: JsonObject): readonly string[] => {
  const uri = stringMember(entry, "uri") ?? "";
  const root = uri.slice(0, Math.max(0, uri.lastIndexOf("/")));
  return filesOf(entry)
    .map((file) => file.uri.slice(0, Math.max(0, file.uri.lastIndexOf("/"))))
    .filter((directory) => directory.startsWith(`${root}/`));
};

const readDirectory = async (io: StepIO, uri: string, number: number): Promise<readonly string[]> => {
  const found: string[] = [];
  const cursors = new Set<string>();
  let params: JsonObject = { uri };
  for (let page = 1; page <= 5; page += 1) {
    const as = page === 1 ? String(number) : `${number}-page-${page}`;
    const result = resultOf(await io.ask("resources/directory/read", params, { as }));
    for (const child of objectsIn(member(result, "resources"))) {
      const below = stringMember(child, "uri");
      if (below !== undefined && child["mimeType"] === "inode/directory") found.push(below);
    }
    const cursor = stringMember(result, "nextCursor");
    if (cursor === undefined || cursors.has(cursor) || !isJsonObject(result)) break;
    cursors.add(cursor);
    params = { uri, cursor };
  }
  return found;
};

const readUnknownDirectory = (seen: SkillsSeen): Step => ({
  question: "unknown-skill-directory",
  deliberate: true,
  skip: unlessDirectories,
  run: (io) => {
    const [first] = seen.uris;
    return Promise.all([
      io.ask("resources/directory/read", { uri: beside(seen, "mcptest-no-such-skill") }),
      ...(first === undefined ? [] : [io.ask("resources/directory/read", { uri: first }, { as: "file" })]),
    ]);
  },
});

/** Everything about the skills of a server that declares them. All of it reads. */
export const skillsConversation = ({ limits }: PlanSetting): ConversationPlan<StatelessTalk> => {
  const seen = new SkillsSeen();
  return {
    name: "skills",
    purpose: "the skills that the server serves",
    transport: "any",
    process: "second",
    needsLists: true,
    skip: unlessSkills,
    groups: [
      [listSkills(seen, limits)],
      [getSkills(seen), getUnknown(seen), readFiles(seen), readUnknownFile(seen)],
      [readDirectories(seen), readUnknownDirectory(seen)],
    ],
  };
};
