import type { Json } from "../../../src/base/json.ts";
import type { Exchange } from "../../../src/capture/capture.ts";
import { givenStateless, NOTHING, readingTable } from "../reading-table.ts";
import { answered } from "../small-captures.ts";

const ROOT = "skill://refunds";
const URI = `${ROOT}/SKILL.md`;
const FRONT = { name: "refunds", description: "Refunds", license: "MIT" };
const file = (path: string) => ({ uri: `${ROOT}/${path}`, digest: "?", size: 1 });

const list = (resources: Json): Exchange =>
  answered("skills/list", "skills/list", { skills: [{ uri: URI, frontmatter: FRONT, resources }] }, {});
const read = (text: string, step = "skill-file-1-1"): Exchange =>
  answered(step, "resources/read", { contents: [{ uri: URI, text }] }, { uri: URI });
const resources = (...listed: Json[]): Exchange => answered("resources/list", "resources/list", { resources: listed });
const directory = (uri: string, ...children: Json[]): Exchange =>
  answered("skill-directory-1", "resources/directory/read", { resources: children }, { uri });

readingTable("skill_texts", [
  NOTHING,
  givenStateless("front matter", [read("---\nname: refunds\n---\n")]).values(
    [{ kind: "object", front_matter: { name: "refunds" } }],
    { at: ["/response/result/contents/0"], names: [URI] },
  ),
  givenStateless("none", [read("# Refunds\n---\n")]).values([{ kind: "none" }]),
  givenStateless("none that ends", [read("---\nname: refunds\n")]).values([{ kind: "none" }]),
  givenStateless("no YAML", [read("---\na: [\n---\n")]).values([{ kind: "broken" }]),
  givenStateless("two keys of one name", [read("---\na: 1\na: 2\n---\n")]).values([{ kind: "broken" }]),
  givenStateless("a list", [read("---\n- a\n---\n")]).values([{ kind: "other" }]),
  givenStateless("a small text that stands for a huge one", [
    read(
      `---\na: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
        .split("")
        .map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`)
        .join("\n")}\n---\n`,
    ),
  ]).values([{ kind: "broken" }]),
  givenStateless("front matter that does not end for 64 KiB", [read(`---\na: ${"x".repeat(70_000)}\n---\n`)]).values([
    { kind: "too-large" },
  ]),
]);

const again = (text: string): Exchange => read(text, "skill-file-1-again");

readingTable("skill_rereads", [
  NOTHING,
  givenStateless("the same content", [list([file("SKILL.md")]), read("a"), again("a")]).values([
    { content: "same", resources: "array" },
  ]),
  givenStateless("another content of a generated skill", [list("dynamic"), read("a"), again("b")]).values([
    { content: "other", resources: "dynamic" },
  ]),
]);

readingTable("listed_skill_files", [
  NOTHING,
  givenStateless("a SKILL.md beside its front matter", [
    list([]),
    resources(
      { uri: "memo://x", name: "x" },
      { uri: URI, name: "SKILL.md", _meta: { license: "MIT", "com.example/license": "x", other: 1 } },
    ),
  ]).partly([{ name: "other", description: "absent", bare_keys: ["license"] }], {
    at: ["/response/result/resources/1"],
  }),
  givenStateless("a field with a prefix of its own, in both", [
    answered(
      "skills/list",
      "skills/list",
      { skills: [{ uri: URI, frontmatter: { ...FRONT, "com.example/x": 1 }, resources: [] }] },
      {},
    ),
    resources({ uri: URI, name: "refunds", _meta: { "com.example/x": 1 } }),
  ]).partly([{ bare_keys: [] }]),
  givenStateless("one that is listed as it should be", [
    list([]),
    resources({ uri: URI, name: "refunds", description: "Refunds" }),
  ]).partly([{ name: "same", description: "same", bare_keys: [] }]),
  givenStateless("none in a directory, where a file may go by its file name", [
    list([]),
    directory(ROOT, { uri: URI, name: "SKILL.md" }),
  ]).unseen("not-probed"),
]);

const MANIFEST = [file("SKILL.md"), file("a/b.md"), file("c.md")];

readingTable("directory_children", [
  NOTHING,
  givenStateless("children of every kind", [
    list(MANIFEST),
    directory(
      ROOT,
      { uri: URI, name: "s" },
      { uri: `${ROOT}/a/`, name: "a" },
      { uri: `${ROOT}/a/b.md`, name: "b" },
      { uri: "skill://x/y", name: "y" },
    ),
  ]).partly([
    { place: "direct", slash: "none", is: "file" },
    { place: "direct", slash: "trailing", is: "directory" },
    { place: "deeper", is: "file" },
    { place: "outside", slash: "none" },
  ]),
]);

readingTable("directory_omissions", [
  NOTHING,
  givenStateless("a file and a subdirectory that are missing", [
    list(MANIFEST),
    directory(ROOT, { uri: URI, name: "s" }),
  ]).values([`${ROOT}/a`, `${ROOT}/c.md`]),
  givenStateless("nothing of a directory of which more pages follow", [
    list(MANIFEST),
    answered("skill-directory-1", "resources/directory/read", { resources: [], nextCursor: "2" }, { uri: ROOT }),
  ]).unseen("not-probed"),
  givenStateless("nothing that is missing", [
    list([file("SKILL.md")]),
    directory(ROOT, { uri: URI, name: "s" }),
  ]).values([], { lookedAt: ["/response/result/resources"] }),
]);

readingTable("skill_omissions", [
  NOTHING,
  givenStateless("a listed resource and a child of a directory", [
    list([file("SKILL.md")]),
    resources(
      { uri: `${ROOT}/x.md`, name: "x" },
      { uri: "memo://x", name: "x" },
      { uri: `${ROOT}/dir`, name: "d", mimeType: "inode/directory" },
    ),
    directory(ROOT, { uri: `${ROOT}/y.md`, name: "y" }),
  ]).values([`${ROOT}/x.md`, `${ROOT}/y.md`], {
    at: ["/response/result/resources/0/uri", "/response/result/resources/0/uri"],
  }),
  givenStateless("nothing of a generated skill", [
    list("dynamic"),
    resources({ uri: `${ROOT}/x.md`, name: "x" }),
  ]).unseen("not-probed"),
]);
