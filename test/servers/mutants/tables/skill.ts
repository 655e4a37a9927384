// Vices of servers that serve skills.

import type { Hooks } from "../../hooks.ts";
import { isObject, type JsonObject, type JsonValue } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editCapabilities, editEntries, editResult } from "./edits.ts";
import {
  both,
  EMAIL,
  editFront,
  editSkills,
  mutant,
  REFUNDS,
  refuseMethod,
  SKILLS_SERVER,
  withoutMember,
} from "./skill-edits.ts";
import { SKILL_METHOD_MUTANTS } from "./skill-methods.ts";

const STDIO_TOO = ["http/2026-07-28", "stdio/2026-07-28"] as const;

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
    request?.params.uri === uri && Array.isArray(result.contents)
      ? {
          ...result,
          contents: result.contents.map((one) => (isObject(one) ? { ...one, text: edit(String(one.text)) } : one)),
        }
      : result,
  );

const editListed = (edit: (resource: JsonObject) => JsonObject): Hooks =>
  both(
    editEntries("resources/list", "resources", (entry) => (entry.uri === REFUNDS ? edit(entry) : entry)),
    editEntries("resources/directory/read", "resources", (entry) => (entry.uri === REFUNDS ? edit(entry) : entry)),
  );

/** A skill at another address, or by another name. */
const moved = (id: string, vice: string, fails: readonly string[], from: string, to: string): Mutant => ({
  ...mutant(id, vice, fails, {}),
  options: { ...SKILLS_SERVER, movedSkills: [from, to] },
});

export const SKILL_MUTANTS: readonly Mutant[] = [
  {
    ...mutant(
      "list-missing",
      "Declares skills and does not know skills/list.",
      ["SKILL-001"],
      refuseMethod("skills/list"),
    ),
    in: STDIO_TOO,
  },
  mutant("get-missing", "Declares skills and does not know skills/get.", ["SKILL-002"], refuseMethod("skills/get")),
  mutant(
    "directory-missing",
    "Declares directoryRead and does not know resources/directory/read.",
    ["SKILL-003"],
    refuseMethod("resources/directory/read"),
  ),
  mutant(
    "without-resources",
    "Declares skills and no resources.",
    ["SKILL-004"],
    editCapabilities(({ resources: _, ...others }) => others),
  ),
  mutant(
    "settings-text",
    "Says yes where the setting is true or false.",
    ["SKILL-005"],
    editCapabilities((capabilities) => ({
      ...capabilities,
      extensions: {
        ...(isObject(capabilities.extensions) ? capabilities.extensions : {}),
        [EXTENSION]: { directoryRead: "yes" },
      },
    })),
  ),
  mutant(
    "file-unreadable",
    "Lists a file that cannot be read.",
    ["SKILL-006"],
    editFiles((files) => files.map((file) => (file.uri === EMAIL ? { ...file, uri: `${EMAIL}.old` } : file))),
  ),
  mutant(
    "no-front-matter",
    "Serves a SKILL.md without front matter.",
    ["SKILL-007"],
    editText(REFUNDS, (text) => text.slice(text.indexOf("# "))),
  ),
  mutant(
    "front-matter-list",
    "Serves a SKILL.md whose front matter is a list.",
    ["SKILL-007"],
    editText(REFUNDS, () => "---\n- refunds\n---\n"),
  ),
  mutant(
    "description-empty",
    "Has a skill with an empty description.",
    ["SKILL-008"],
    editFront((front) => ({ ...front, description: "" })),
  ),
  moved("name-capital", "Has a skill whose name has capital letters.", ["SKILL-009"], "git-workflow", "Git-Workflow"),
  moved(
    "path-other-name",
    "Serves a skill at a path that does not end in its name.",
    ["SKILL-010"],
    "skill://git-workflow",
    "skill://git-flow",
  ),
  moved(
    "scheme-file",
    "Serves a skill under the scheme file.",
    ["SKILL-011"],
    "skill://git-workflow",
    "file:///git-workflow",
  ),
  moved(
    "prefix-space",
    "Serves a skill at a path with a space in it.",
    ["SKILL-012"],
    "skill://git-workflow",
    "skill://our team/git-workflow",
  ),
  mutant(
    "uri-of-directory",
    "Names a skill by its directory.",
    ["SKILL-013"],
    editSkills((entry) =>
      entry.uri === "skill://git-workflow/SKILL.md" ? { ...entry, uri: "skill://git-workflow" } : entry,
    ),
  ),
  mutant(
    "mime-plain",
    "Lists a SKILL.md as plain text.",
    ["SKILL-014"],
    editListed((one) => ({ ...one, mimeType: "text/plain" })),
  ),
  mutant(
    "listed-name",
    "Lists a SKILL.md by its file name.",
    ["SKILL-015"],
    editListed((one) => ({ ...one, name: "SKILL.md" })),
  ),
  mutant(
    "listed-description",
    "Lists a SKILL.md without its description.",
    ["SKILL-016"],
    editListed(withoutMember("description")),
  ),
  mutant(
    "meta-bare",
    "Puts front matter into _meta without a prefix.",
    ["SKILL-017"],
    editListed((one) => ({ ...one, _meta: { license: "Apache-2.0" } })),
  ),
  mutant(
    "entry-flat",
    "Returns entries without front matter.",
    ["SKILL-018"],
    editSkills((entry) => (entry.uri === REFUNDS ? withoutMember("frontmatter")(entry) : entry)),
  ),
  mutant(
    "front-matter-cut",
    "Leaves a field of the front matter out.",
    ["SKILL-019"],
    editFront(withoutMember("license")),
  ),
  mutant(
    "front-matter-changed",
    "Describes a skill in other words than its SKILL.md.",
    ["SKILL-019"],
    editFront((front) => ({ ...front, description: "Refunds" })),
  ),
  mutant(
    "names-twice",
    "Lists two skills of one name.",
    ["SKILL-020"],
    editSkills((entry) =>
      entry.uri === "skill://reports/daily/SKILL.md" && isObject(entry.frontmatter)
        ? { ...entry, uri: "skill://reports/eu/SKILL.md", frontmatter: { ...entry.frontmatter, name: "eu" } }
        : entry,
    ),
  ),
  mutant(
    "resources-missing",
    "Returns an entry without resources.",
    ["SKILL-021"],
    editSkills((entry) => (entry.uri === REFUNDS ? withoutMember("resources")(entry) : entry)),
  ),
  mutant(
    "own-file-missing",
    "Leaves the SKILL.md out of the files of its skill.",
    ["SKILL-022", "SKILL-024"],
    editFiles((files) => files.filter(({ uri }) => uri !== REFUNDS)),
  ),
  mutant(
    "file-twice",
    "Lists a file twice.",
    ["SKILL-023"],
    editFiles((files) => [...files, ...files.filter(({ uri }) => uri === EMAIL)]),
  ),
  mutant(
    "file-omitted",
    "Leaves a file out of the list.",
    ["SKILL-024"],
    editFiles((files) => files.filter(({ uri }) => uri !== EMAIL)),
  ),
  mutant(
    "file-of-another",
    "Lists a file of another skill.",
    ["SKILL-025"],
    editFiles((files) => [
      ...files,
      { ...files[0], uri: "skill://git-workflow/SKILL.md", digest: `sha256:${"0".repeat(64)}` },
    ]),
  ),
  mutant("size-missing", "Leaves the size of a file out.", ["SKILL-026"], editFile(EMAIL, withoutMember("size"))),
  mutant(
    "digest-bare",
    "Gives digests without their algorithm.",
    ["SKILL-027"],
    editFile(EMAIL, (file) => ({ ...file, digest: String(file.digest).slice("sha256:".length) })),
  ),
  mutant(
    "digest-capital",
    "Gives digests in capital letters.",
    ["SKILL-027"],
    editFile(EMAIL, (file) => ({ ...file, digest: `sha256:${"A".repeat(64)}` })),
  ),
  mutant(
    "size-characters",
    "Counts characters in place of bytes.",
    ["SKILL-028"],
    editFile(EMAIL, (file) => ({ ...file, size: Number(file.size) - 2 })),
  ),
  mutant(
    "digest-stale",
    "Gives the digest of an older content.",
    ["SKILL-029"],
    editText(EMAIL, (text) => text.replace("Dear", "Dead")),
  ),
  mutant(
    "nested-omitted",
    "Leaves the files of a nested skill out of the enclosing one.",
    ["SKILL-030"],
    editFiles((files) => files.filter(({ uri }) => !String(uri).includes("/eu/"))),
  ),
  mutant("generated", "Publishes digests of a text that is new every time.", ["SKILL-031"], () => {
    let reads = 0;
    return editText("skill://git-workflow/SKILL.md", (text) => {
      reads += 1;
      return `${text}Read ${reads} times.\n`;
    });
  }),
  mutant(
    "too-many-files",
    "Lists more files than hosts have to take.",
    ["SKILL-032"],
    editSkills((entry) =>
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
  ),
  ...SKILL_METHOD_MUTANTS,
];
