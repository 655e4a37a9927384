import type { Hooks } from "../../servers/hooks.ts";
import { INVALID_PARAMS, isObject, type JsonObject, type JsonValue } from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import {
  asks,
  both,
  dropMember,
  editCapabilities,
  editEntries,
  editResult,
  objectOf,
  recode,
  resultForError,
  set,
  when,
  without,
} from "../edits.ts";
import { EMAIL, editFront, editSkills, REFUNDS, refuseMethod, refuseWhere, SKILLS_SERVER } from "../skill-edits.ts";
import { type MutantTable, mutant } from "../variant.ts";

const EXTENSION = "io.modelcontextprotocol/skills";

const editFiles = (edit: (files: JsonObject[]) => JsonValue): Hooks =>
  editSkills((entry) =>
    entry.uri === REFUNDS && Array.isArray(entry.resources)
      ? { ...entry, resources: edit(entry.resources.filter(isObject)) }
      : entry,
  );

const editFile = (uri: string, edit: (file: JsonObject) => JsonValue): Hooks =>
  editFiles((files) => files.map((file) => (file.uri === uri ? edit(file) : file)));

/** The text of the files that were read. */
const editText = (uri: string, edit: (text: string) => string): Hooks =>
  editResult("resources/read", (result, { request }) =>
    request.params.uri === uri && Array.isArray(result.contents)
      ? {
          ...result,
          contents: result.contents.map((one) => (isObject(one) ? { ...one, text: edit(String(one.text)) } : one)),
        }
      : result,
  );

const editListedSkill = (edit: (resource: JsonObject) => JsonObject): Hooks =>
  both(
    editEntries("resources/list", "resources", (entry) => (entry.uri === REFUNDS ? edit(entry) : entry)),
    editEntries("resources/directory/read", "resources", (entry) => (entry.uri === REFUNDS ? edit(entry) : entry)),
  );

export const MUTANTS: MutantTable = {
  "skill-list-missing": mutant("SKILL-001", STATELESS, "stdio/2026-07-28", SKILLS_SERVER, {
    vice: "Declares skills and does not know skills/list.",
    hooks: refuseMethod("skills/list"),
  }),
  "skill-get-missing": mutant("SKILL-002", STATELESS, SKILLS_SERVER, {
    vice: "Declares skills and does not know skills/get.",
    hooks: refuseMethod("skills/get"),
  }),
  "skill-directory-missing": mutant("SKILL-003", STATELESS, SKILLS_SERVER, {
    vice: "Declares directoryRead and does not know resources/directory/read.",
    hooks: refuseMethod("resources/directory/read"),
  }),
  "skill-without-resources": mutant("SKILL-004", STATELESS, SKILLS_SERVER, {
    vice: "Declares skills and no resources.",
    hooks: editCapabilities(without("resources")),
  }),
  "skill-settings-text": mutant("SKILL-005", STATELESS, SKILLS_SERVER, {
    vice: "Says yes where the setting is true or false.",
    hooks: editCapabilities((capabilities) => ({
      ...capabilities,
      extensions: {
        ...objectOf(capabilities.extensions),
        [EXTENSION]: { directoryRead: "yes" },
      },
    })),
  }),
  "skill-file-unreadable": mutant("SKILL-006", STATELESS, SKILLS_SERVER, {
    vice: "Lists a file that cannot be read.",
    hooks: editFiles((files) => files.map(when("uri", EMAIL, set({ uri: `${EMAIL}.old` })))),
  }),
  "skill-no-front-matter": mutant("SKILL-007", STATELESS, SKILLS_SERVER, {
    vice: "Serves a SKILL.md without front matter.",
    hooks: editText(REFUNDS, (text) => text.slice(text.indexOf("# "))),
  }),
  "skill-front-matter-list": mutant("SKILL-007", STATELESS, SKILLS_SERVER, {
    vice: "Serves a SKILL.md whose front matter is a list.",
    hooks: editText(REFUNDS, () => "---\n- refunds\n---\n"),
  }),
  "skill-description-empty": mutant("SKILL-008", STATELESS, SKILLS_SERVER, {
    vice: "Has a skill with an empty description.",
    hooks: editFront(set({ description: "" })),
  }),
  "skill-name-capital": mutant("SKILL-009", STATELESS, SKILLS_SERVER, {
    vice: "Has a skill whose name has capital letters.",
    options: { movedSkills: ["git-workflow", "Git-Workflow"] },
  }),
  "skill-path-other-name": mutant("SKILL-010", STATELESS, SKILLS_SERVER, {
    vice: "Serves a skill at a path that does not end in its name.",
    options: { movedSkills: ["skill://git-workflow", "skill://git-flow"] },
  }),
  "skill-scheme-file": mutant("SKILL-011", STATELESS, SKILLS_SERVER, {
    vice: "Serves a skill under the scheme file.",
    options: { movedSkills: ["skill://git-workflow", "file:///git-workflow"] },
  }),
  "skill-prefix-space": mutant("SKILL-012", STATELESS, SKILLS_SERVER, {
    vice: "Serves a skill at a path with a space in it.",
    options: { movedSkills: ["skill://git-workflow", "skill://our team/git-workflow"] },
  }),
  "skill-uri-of-directory": mutant("SKILL-013", STATELESS, SKILLS_SERVER, {
    vice: "Names a skill by its directory.",
    hooks: editSkills(when("uri", "skill://git-workflow/SKILL.md", set({ uri: "skill://git-workflow" }))),
  }),
  "skill-mime-plain": mutant("SKILL-014", STATELESS, SKILLS_SERVER, {
    vice: "Lists a SKILL.md as plain text.",
    hooks: editListedSkill(set({ mimeType: "text/plain" })),
  }),
  "skill-listed-name": mutant("SKILL-015", STATELESS, SKILLS_SERVER, {
    vice: "Lists a SKILL.md by its file name.",
    hooks: editListedSkill(set({ name: "SKILL.md" })),
  }),
  "skill-listed-description": mutant("SKILL-016", STATELESS, SKILLS_SERVER, {
    vice: "Lists a SKILL.md without its description.",
    hooks: editListedSkill(without("description")),
  }),
  "skill-meta-bare": mutant("SKILL-017", STATELESS, SKILLS_SERVER, {
    vice: "Puts front matter into _meta without a prefix.",
    hooks: editListedSkill(set({ _meta: { license: "Apache-2.0" } })),
  }),
  "skill-entry-flat": mutant("SKILL-018", STATELESS, SKILLS_SERVER, {
    vice: "Returns entries without front matter.",
    hooks: editSkills((entry) => (entry.uri === REFUNDS ? without("frontmatter")(entry) : entry)),
  }),
  "skill-front-matter-cut": mutant("SKILL-019", STATELESS, SKILLS_SERVER, {
    vice: "Leaves a field of the front matter out.",
    hooks: editFront(without("license")),
  }),
  "skill-front-matter-changed": mutant("SKILL-019", STATELESS, SKILLS_SERVER, {
    vice: "Describes a skill in other words than its SKILL.md.",
    hooks: editFront(set({ description: "Refunds" })),
  }),
  "skill-names-twice": mutant("SKILL-020", STATELESS, SKILLS_SERVER, {
    vice: "Lists two skills of one name.",
    hooks: editSkills((entry) =>
      entry.uri === "skill://reports/daily/SKILL.md" && isObject(entry.frontmatter)
        ? { ...entry, uri: "skill://reports/eu/SKILL.md", frontmatter: { ...entry.frontmatter, name: "eu" } }
        : entry,
    ),
  }),
  "skill-resources-missing": mutant("SKILL-021", STATELESS, SKILLS_SERVER, {
    vice: "Returns an entry without resources.",
    hooks: editSkills((entry) => (entry.uri === REFUNDS ? without("resources")(entry) : entry)),
  }),
  "skill-own-file-missing": mutant(["SKILL-022", "SKILL-024"], STATELESS, SKILLS_SERVER, {
    vice: "Leaves the SKILL.md out of the files of its skill.",
    hooks: editFiles((files) => files.filter(({ uri }) => uri !== REFUNDS)),
  }),
  "skill-file-twice": mutant("SKILL-023", STATELESS, SKILLS_SERVER, {
    vice: "Lists a file twice.",
    hooks: editFiles((files) => [...files, ...files.filter(({ uri }) => uri === EMAIL)]),
  }),
  "skill-file-omitted": mutant("SKILL-024", STATELESS, SKILLS_SERVER, {
    vice: "Leaves a file out of the list.",
    hooks: editFiles((files) => files.filter(({ uri }) => uri !== EMAIL)),
  }),
  "skill-file-of-another": mutant("SKILL-025", STATELESS, SKILLS_SERVER, {
    vice: "Lists a file of another skill.",
    hooks: editFiles((files) => [
      ...files,
      { ...files[0], uri: "skill://git-workflow/SKILL.md", digest: `sha256:${"0".repeat(64)}` },
    ]),
  }),
  "skill-size-missing": mutant("SKILL-026", STATELESS, SKILLS_SERVER, {
    vice: "Leaves the size of a file out.",
    hooks: editFile(EMAIL, without("size")),
  }),
  "skill-digest-bare": mutant("SKILL-027", STATELESS, SKILLS_SERVER, {
    vice: "Gives digests without their algorithm.",
    hooks: editFile(EMAIL, (file) => ({ ...file, digest: String(file.digest).slice("sha256:".length) })),
  }),
  "skill-digest-capital": mutant("SKILL-027", STATELESS, SKILLS_SERVER, {
    vice: "Gives digests in capital letters.",
    hooks: editFile(EMAIL, set({ digest: `sha256:${"A".repeat(64)}` })),
  }),
  "skill-size-characters": mutant("SKILL-028", STATELESS, SKILLS_SERVER, {
    vice: "Counts characters in place of bytes.",
    hooks: editFile(EMAIL, (file) => ({ ...file, size: Number(file.size) - 2 })),
  }),
  "skill-digest-stale": mutant("SKILL-029", STATELESS, SKILLS_SERVER, {
    vice: "Gives the digest of an older content.",
    hooks: editText(EMAIL, (text) => text.replace("Dear", "Dead")),
  }),
  "skill-nested-omitted": mutant("SKILL-030", STATELESS, SKILLS_SERVER, {
    vice: "Leaves the files of a nested skill out of the enclosing one.",
    hooks: editFiles((files) => files.filter(({ uri }) => !String(uri).includes("/eu/"))),
  }),
  "skill-generated": mutant("SKILL-031", STATELESS, SKILLS_SERVER, {
    vice: "Publishes digests of a text that is new every time.",
    hooks: () => {
      let reads = 0;
      return editText("skill://git-workflow/SKILL.md", (text) => {
        reads += 1;
        return `${text}Read ${reads} times.\n`;
      });
    },
  }),
  "skill-too-many-files": mutant("SKILL-032", STATELESS, SKILLS_SERVER, {
    vice: "Lists more files than hosts have to take.",
    hooks: editSkills((entry) =>
      entry.uri === "skill://git-workflow/SKILL.md" && Array.isArray(entry.resources)
        ? {
            ...entry,
            resources: [
              ...entry.resources,
              ...Array.from({ length: 600 }, (_, index) => ({
                uri: `skill://git-workflow/part-${index}.md`,
                digest: `sha256:${"0".repeat(64)}`,
                size: 2_000_000,
              })),
            ],
          }
        : entry,
    ),
  }),
  "skill-list-result-type": mutant("SKILL-033", STATELESS, SKILLS_SERVER, {
    vice: "Leaves resultType out of skills/list.",
    hooks: dropMember("skills/list", "resultType"),
  }),
  "skill-list-ttl": mutant("SKILL-034", STATELESS, SKILLS_SERVER, {
    vice: "Leaves ttlMs out of skills/list.",
    hooks: dropMember("skills/list", "ttlMs"),
  }),
  "skill-list-map": mutant("SKILL-035", STATELESS, SKILLS_SERVER, {
    vice: "Returns skills by their name in place of an array.",
    hooks: editResult("skills/list", set({ skills: { refunds: {} } })),
  }),
  "skill-split-entry": mutant("SKILL-036", STATELESS, SKILLS_SERVER, {
    vice: "Splits an entry across pages.",
    hooks: editEntries("skills/list", "skills", when("uri", "skill://git-workflow/SKILL.md", set({ uri: REFUNDS }))),
  }),
  "skill-get-result-type": mutant("SKILL-037", STATELESS, SKILLS_SERVER, {
    vice: "Leaves resultType out of skills/get.",
    hooks: dropMember("skills/get", "resultType"),
  }),
  "skill-unknown-code": mutant("SKILL-038", STATELESS, SKILLS_SERVER, {
    vice: "Answers with another code where there is no skill.",
    hooks: recode(-32002, asks("skills/get")),
  }),
  "skill-file-as-skill": mutant("SKILL-038", STATELESS, SKILLS_SERVER, {
    vice: "Answers skills/get of any file of a skill.",
    hooks: resultForError(
      asks("skills/get", ({ uri }) => uri === EMAIL),
      () => ({
        skill: { uri: EMAIL, frontmatter: { name: "email", description: "?" }, resources: "dynamic" },
        ttlMs: 1,
        cacheScope: "public",
      }),
    ),
  }),
  "skill-get-refused": mutant("SKILL-039", STATELESS, SKILLS_SERVER, {
    vice: "Does not answer skills/get of a listed skill.",
    hooks: refuseWhere(
      asks("skills/get", ({ uri }) => uri === REFUNDS),
      INVALID_PARAMS,
    ),
  }),
  "skill-get-scope": mutant("SKILL-040", STATELESS, SKILLS_SERVER, {
    vice: "Leaves cacheScope out of skills/get.",
    hooks: dropMember("skills/get", "cacheScope"),
  }),
  "skill-get-other": mutant("SKILL-041", STATELESS, SKILLS_SERVER, {
    vice: "Answers skills/get with another entry than the list has.",
    hooks: editResult("skills/get", (result) =>
      isObject(result.skill) && result.skill.uri === REFUNDS
        ? { ...result, skill: { ...result.skill, resources: "dynamic" } }
        : result,
    ),
  }),
  "skill-get-cursor": mutant("SKILL-042", STATELESS, SKILLS_SERVER, {
    vice: "Gives a cursor with skills/get.",
    hooks: editResult("skills/get", set({ nextCursor: "2" })),
  }),
  "skill-file-code": mutant("SKILL-043", STATELESS, SKILLS_SERVER, {
    vice: "Answers with another code where a skill has no such file.",
    hooks: recode(
      -32603,
      asks("resources/read", ({ uri }) => String(uri).startsWith("skill://")),
    ),
  }),
  "skill-directory-result-type": mutant("SKILL-044", STATELESS, SKILLS_SERVER, {
    vice: "Leaves resultType out of resources/directory/read.",
    hooks: dropMember("resources/directory/read", "resultType"),
  }),
  "skill-directory-empty": mutant("SKILL-045", STATELESS, SKILLS_SERVER, {
    vice: "Answers with an empty listing where there is no directory.",
    hooks: resultForError(asks("resources/directory/read"), () => ({ resources: [] })),
  }),
  "skill-directory-refused": mutant("SKILL-046", STATELESS, SKILLS_SERVER, {
    vice: "Does not list a directory that holds files of a skill.",
    hooks: refuseWhere(
      asks("resources/directory/read", ({ uri }) => String(uri).endsWith("/examples")),
      INVALID_PARAMS,
    ),
  }),
  "skill-directory-omission": mutant("SKILL-047", STATELESS, SKILLS_SERVER, {
    vice: "Leaves a file out of the listing of its directory.",
    hooks: editResult("resources/directory/read", (result) => ({
      ...result,
      resources: Array.isArray(result.resources)
        ? result.resources.filter((one) => !isObject(one) || one.uri !== EMAIL)
        : [],
    })),
  }),
  "skill-directory-recursive": mutant("SKILL-048", STATELESS, SKILLS_SERVER, {
    vice: "Lists what lies below subdirectories.",
    hooks: editResult("resources/directory/read", (result, { request }) =>
      request.params.uri === "skill://acme/billing/refunds" && Array.isArray(result.resources)
        ? { ...result, resources: [...result.resources, { uri: EMAIL, name: "email.md", mimeType: "text/markdown" }] }
        : result,
    ),
  }),
  "skill-directory-as-file": mutant("SKILL-049", STATELESS, SKILLS_SERVER, {
    vice: "Lists a subdirectory as a file.",
    hooks: editEntries(
      "resources/directory/read",
      "resources",
      when("mimeType", "inode/directory", set({ mimeType: "text/plain" })),
    ),
  }),
  "skill-directory-names": mutant("SKILL-050", STATELESS, SKILLS_SERVER, {
    vice: "Lists the names of files in place of resources.",
    hooks: editEntries("resources/directory/read", "resources", (entry) => entry.name ?? "file"),
  }),
  "skill-error-silent": mutant("SKILL-051", STATELESS, SKILLS_SERVER, {
    vice: "Gives no reason with its errors.",
    error: (error, { request }) => (request?.method === "skills/get" ? { ...error, message: "" } : undefined),
  }),
  "skill-reserved-metadata": mutant("SKILL-052", STATELESS, SKILLS_SERVER, {
    vice: "Uses a reserved key in the metadata of a skill.",
    hooks: editFront(set({ metadata: { "io.modelcontextprotocol/kind": "x" } })),
  }),
};
