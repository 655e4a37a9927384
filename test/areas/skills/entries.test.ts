import { createHash } from "node:crypto";
import type { Json, JsonObject } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { given, givenStateless, NOTHING, type ReadingCase, readingTable } from "../reading-table.ts";
import { answered, leftOut } from "../small-captures.ts";

const URI = "skill://billing/refunds/SKILL.md";
const TEXT = "---\nname: refunds\ndescription: Refunds\nsince: 2024-05-01\n---\n# Refunds\n";
const digest = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const FILE = { uri: URI, digest: digest(TEXT), size: TEXT.length };
const FRONT = { name: "refunds", description: "Refunds", since: "2024-05-01" };
const ENTRY = { uri: URI, frontmatter: FRONT, resources: [FILE] };

const list = (...skills: Json[]): Exchange => answered("skills/list", "skills/list", { skills }, {});
const get = (uri: string, skill: Json): Exchange => answered("skills/get-1", "skills/get", { skill }, { uri });
const read = (uri: string, text: string, step = "skill-file-1-1"): Exchange =>
  answered(step, "resources/read", { contents: [{ uri, text }] }, { uri });

const NOT_OFFERED: ReadingCase = given("a server without skills", [leftOut("skills/list", "not-offered")]).leftOut();

const COMPARED = { file: "SKILL.md", segment: "same", scheme: "skill", prefix: "valid" };

readingTable("skill_entries", [
  NOTHING,
  NOT_OFFERED,
  givenStateless("an entry beside its SKILL.md", [list(ENTRY), read(URI, TEXT)]).values(
    [
      {
        entry: ENTRY,
        from: "skills/list",
        ...COMPARED,
        own_file: 1,
        files: 1,
        total_size: TEXT.length,
        front_matter: "same",
      },
    ],
    { at: ["/response/result/skills/0"], names: [URI] },
  ),
  givenStateless("front matter that a parser of YAML 1.1 reads as a date is the same", [
    list({ ...ENTRY, frontmatter: { ...FRONT, since: "2024-05-01T00:00:00.000Z" } }),
    read(URI, TEXT),
  ]).partly([{ front_matter: "same" }]),
  givenStateless("front matter with another description, of skills/get", [
    get(URI, { ...ENTRY, frontmatter: { ...FRONT, description: "Other" } }),
    read(URI, TEXT),
  ]).partly([{ from: "skills/get", front_matter: "other" }]),
  givenStateless("a field that the entry leaves out", [
    list({ ...ENTRY, frontmatter: { name: "refunds", description: "Refunds" } }),
    read(URI, TEXT),
  ]).partly([{ front_matter: "other" }]),
  givenStateless("a uri of a directory, in another scheme and with a space", [
    list({ uri: "file://our team/refunds", frontmatter: FRONT, resources: "dynamic" }),
  ]).values([
    {
      entry: { uri: "file://our team/refunds", frontmatter: FRONT, resources: "dynamic" },
      from: "skills/list",
      ...{ file: "other", segment: "same", scheme: "file", prefix: "invalid" },
    },
  ]),
  givenStateless("a file that has no front matter to compare with", [list(ENTRY), read(URI, "# Refunds")]).values([
    { entry: ENTRY, from: "skills/list", ...COMPARED, own_file: 1, files: 1, total_size: TEXT.length },
  ]),
  givenStateless("no skills at all", [list()]).values([], { lookedAt: ["/response/result"] }),
]);

const OTHER = { uri: "skill://billing/refunds/a.md", digest: digest("b"), size: 1 };

readingTable("skill_resources", [
  NOTHING,
  NOT_OFFERED,
  givenStateless("files with the digest and size of their content, and without", [
    list({ ...ENTRY, resources: [FILE, OTHER, OTHER, { uri: "skill://other/x.md", digest: "?", size: 1 }] }),
    read(URI, TEXT),
    read(OTHER.uri, "aa", "skill-file-1-2"),
  ]).values([
    { resource: FILE, place: "inside", times: 1, digest: "same", size: "same" },
    { resource: OTHER, place: "inside", times: 2, digest: "other", size: "other" },
    { resource: { uri: "skill://other/x.md", digest: "?", size: 1 }, place: "outside", times: 1 },
  ]),
  givenStateless("a file in base64", [
    list({ ...ENTRY, resources: [FILE] }),
    answered(
      "skill-file-1-1",
      "resources/read",
      { contents: [{ uri: URI, blob: Buffer.from(TEXT).toString("base64") }] },
      { uri: URI },
    ),
  ]).partly([{ digest: "same", size: "same" }]),
  givenStateless("a file beside the directory whose name only begins like it", [
    list({ ...ENTRY, resources: [{ uri: "skill://billing/refunds-old/x.md", digest: "?", size: 1 }] }),
  ]).partly([{ place: "outside" }]),
  givenStateless("a read with several contents, none of which is the file", [
    list({ ...ENTRY, resources: [{ ...FILE, size: 1 }] }),
    answered(
      "skill-file-1-1",
      "resources/read",
      {
        contents: [
          { uri: URI, text: TEXT },
          { uri: URI, text: "" },
        ],
      },
      { uri: URI },
    ),
  ]).values([{ resource: { ...FILE, size: 1 }, place: "inside", times: 1 }]),
  givenStateless("an entry without a list of files", [list({ ...ENTRY, resources: "dynamic" })]).values([]),
]);

readingTable("repeated_skills", [
  NOTHING,
  NOT_OFFERED,
  givenStateless("two skills of one name, and one uri twice", [
    list(ENTRY, { ...ENTRY, uri: "skill://support/refunds/SKILL.md" }),
    { ...list(ENTRY), step: "skills/list-page-2" },
  ]).values([
    { by: "name", value: "refunds", times: 3 },
    { by: "uri", value: URI, times: 2 },
  ]),
  givenStateless("different ones", [list(ENTRY)]).values([]),
]);

readingTable("gotten_skills", [
  NOTHING,
  givenStateless("the entry as it is listed, in another order", [
    list(ENTRY),
    get(URI, { resources: [FILE], frontmatter: FRONT, uri: URI }),
  ]).values([{ uri: "same", entry: "same" }]),
  givenStateless("another entry", [list(ENTRY), get(URI, { ...ENTRY, resources: "dynamic" })]).values([
    { uri: "same", entry: "other" },
  ]),
  givenStateless("another skill, which is not listed", [get("skill://x/SKILL.md", ENTRY)]).values([{ uri: "other" }]),
]);

const NESTED: JsonObject = {
  uri: "skill://billing/refunds/eu/SKILL.md",
  frontmatter: { name: "eu", description: "EU" },
  resources: [{ uri: "skill://billing/refunds/eu/SKILL.md", digest: digest(""), size: 0 }],
};

readingTable("nested_skill_files", [
  NOTHING,
  NOT_OFFERED,
  givenStateless("a nested skill that the enclosing one does not list", [list(ENTRY, NESTED)]).values(
    [{ uri: NESTED["uri"] as string, enclosing: "missing" }],
    { at: ["/response/result/skills/1/resources/0"] },
  ),
  givenStateless("one that it lists", [
    list({ ...ENTRY, resources: [FILE, { uri: NESTED["uri"] as string, digest: digest(""), size: 0 }] }, NESTED),
  ]).values([{ uri: NESTED["uri"] as string, enclosing: "listed" }]),
  givenStateless("an enclosing skill that is dynamic", [list({ ...ENTRY, resources: "dynamic" }, NESTED)]).values([]),
]);
