// The skills extension: skills/list, skills/get, resources/directory/read, and the files as resources.

import { createHash } from "node:crypto";
import { INVALID_PARAMS, type JsonObject, RpcError } from "../json-rpc.ts";
import type { ServerCore } from "../server-core.ts";
import type { Call } from "./call.ts";
import { page } from "./pagination.ts";

export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";

const SKILL_MIME = "text/markdown";
const DIRECTORY_MIME = "inode/directory";
const PAGE_SIZE = 2;

interface SkillFile {
  path: string;
  mimeType: string;
  text: string;
  /** Base64, in place of the text. */
  blob?: string;
}

interface ServedSkill {
  root: string;
  frontmatter: JsonObject & { name: string; description: string };
  files: readonly SkillFile[];
  dynamic?: true;
}

function skill(
  root: string,
  head: readonly string[],
  frontmatter: ServedSkill["frontmatter"],
  others: readonly SkillFile[] = [],
): ServedSkill {
  const text = `---\n${head.join("\n")}\n---\n\n# ${frontmatter.name}\n\nWhat to do.\n`;
  return { root, frontmatter, files: [{ path: "SKILL.md", mimeType: SKILL_MIME, text }, ...others] };
}

const EU = skill("skill://acme/billing/refunds/eu", ["name: eu", "description: Refunds in the European Union"], {
  name: "eu",
  description: "Refunds in the European Union",
});

const SKILLS: readonly ServedSkill[] = [
  skill(
    "skill://acme/billing/refunds",
    [
      "name: refunds",
      "description: Process refunds per company policy",
      "license: Apache-2.0",
      "metadata:",
      '  version: "2.1"',
    ],
    {
      name: "refunds",
      description: "Process refunds per company policy",
      license: "Apache-2.0",
      metadata: { version: "2.1" },
    },
    [
      { path: "examples/email.md", mimeType: "text/markdown", text: "Dear customer, grüße!\n" },
      { path: "examples/short/note.txt", mimeType: "text/plain", text: "Done.\n" },
      // A nested skill is supporting content of the one it lies in.
      { path: "eu/SKILL.md", mimeType: SKILL_MIME, text: EU.files[0]?.text ?? "" },
    ],
  ),
  EU,
  skill("skill://git-workflow", ["name: git-workflow", "description: Follow this team's conventions"], {
    name: "git-workflow",
    description: "Follow this team's conventions",
  }),
  {
    ...skill("skill://reports/daily", ["name: daily", "description: Today's report"], {
      name: "daily",
      description: "Today's report",
    }),
    dynamic: true,
  },
];

// Everything the text permits and few do: digits in a name, a description of full length, a bare date, a file of nothing, of
// bytes, and as many files as a skill may have; the SKILL.md last, with line ends of Windows.
const LONG = `${"Use it whenever. ".repeat(60)}Ü`.padEnd(1024, ".");
const PARTS: readonly SkillFile[] = Array.from({ length: 508 }, (_, index) => ({
  path: `parts/p${index + 1}.txt`,
  mimeType: "text/plain",
  text: `Part ${index + 1}\n`,
}));

const ODD_SKILLS: readonly ServedSkill[] = [
  {
    root: "acme-docs://our%20team/v1/x9-2-go",
    frontmatter: {
      name: "x9-2-go",
      description: LONG,
      since: "2024-05-01T00:00:00.000Z",
      metadata: { "com.example/kind": "odd" },
      "allowed-tools": "read",
    },
    files: [
      { path: "empty.txt", mimeType: "text/plain", text: "" },
      { path: "a/b/c/deep.md", mimeType: SKILL_MIME, text: "Grüße ".repeat(400) },
      { path: "logo.png", mimeType: "image/png", text: "", blob: "iVBORw0KGgo=" },
      ...PARTS,
      {
        path: "SKILL.md",
        mimeType: `${SKILL_MIME}; charset=utf-8`,
        text: `---\r\n# first the name\r\nname: x9-2-go\r\ndescription: "${LONG}"\r\nsince: 2024-05-01\r\nmetadata: { com.example/kind: odd }\r\nallowed-tools: read\r\n---\r\nGo.\r\n`,
      },
    ],
  },
  {
    ...skill("acme-docs://notes/now", ["name: now", "description: Now"], { name: "now", description: "Now" }),
    dynamic: true,
  },
];

function skillsOf({ oddSkills, movedSkills }: ServerCore): readonly ServedSkill[] {
  const skills = oddSkills ? ODD_SKILLS : SKILLS;
  if (movedSkills === undefined) return skills;
  return JSON.parse(JSON.stringify(skills).replaceAll(...movedSkills)) as ServedSkill[];
}

const bytesOf = ({ text, blob }: SkillFile): Buffer =>
  blob === undefined ? Buffer.from(text) : Buffer.from(blob, "base64");

const uriOf = ({ root }: ServedSkill, { path }: SkillFile): string => `${root}/${path}`;

function entryOf(served: ServedSkill): JsonObject {
  const resources = served.files.map((file) => ({
    uri: uriOf(served, file),
    digest: `sha256:${createHash("sha256").update(bytesOf(file)).digest("hex")}`,
    size: bytesOf(file).length,
  }));
  return {
    uri: `${served.root}/SKILL.md`,
    frontmatter: served.frontmatter,
    resources: served.dynamic ? "dynamic" : resources,
  };
}

export function listSkills(params: JsonObject, call: Call): JsonObject {
  const { items, nextCursor } = page(call.core, "skills", skillsOf(call.core), PAGE_SIZE, params);
  return { skills: items.map(entryOf), nextCursor };
}

export function getSkill({ uri }: JsonObject, { core }: Call): JsonObject {
  const found = skillsOf(core).find(({ root }) => `${root}/SKILL.md` === uri);
  if (found === undefined) throw new RpcError(INVALID_PARAMS, `No skill is served at ${String(uri)}`);
  return { skill: entryOf(found) };
}

export function readSkillFile(core: ServerCore, uri: string): JsonObject | undefined {
  if (!core.offers("skills")) return undefined;
  for (const served of skillsOf(core)) {
    const file = served.files.find((one) => uriOf(served, one) === uri);
    if (file === undefined) continue;
    const text = served.dynamic ? `${file.text}Written at ${process.hrtime.bigint()}.\n` : file.text;
    const content = file.blob === undefined ? { text } : { blob: file.blob };
    return { contents: [{ uri, mimeType: file.mimeType, ...content }] };
  }
  return undefined;
}

export function readDirectory({ uri }: JsonObject, { core }: Call): JsonObject {
  const children = typeof uri === "string" ? childrenOf(uri, core) : [];
  if (children.length === 0) throw new RpcError(INVALID_PARAMS, `${String(uri)} is not a directory resource`);
  return { resources: children };
}

function childrenOf(directory: string, core: ServerCore): JsonObject[] {
  const found = new Map<string, JsonObject>();
  for (const served of skillsOf(core))
    for (const file of served.files) {
      const uri = uriOf(served, file);
      if (!uri.startsWith(`${directory}/`)) continue;
      const [name = "", ...deeper] = uri.slice(directory.length + 1).split("/");
      const child = `${directory}/${name}`;
      if (deeper.length > 0) found.set(child, { uri: child, name, mimeType: DIRECTORY_MIME });
      else found.set(child, skillResource(uri, core) ?? { uri, name, mimeType: file.mimeType });
    }
  return [...found.values()];
}

function skillResource(uri: string, core: ServerCore): JsonObject | undefined {
  const served = skillsOf(core).find(({ root }) => `${root}/SKILL.md` === uri);
  if (served === undefined) return undefined;
  const { name, description, license } = served.frontmatter;
  const meta = license === undefined ? {} : { _meta: { "io.modelcontextprotocol.skills/license": license } };
  const odd = core.oddSkills
    ? { title: "Go", mimeType: `${SKILL_MIME}; charset=utf-8`, _meta: { "com.example/shelf": 1 } }
    : {};
  return { uri, name, description, mimeType: SKILL_MIME, ...meta, ...odd };
}

/** What resources/list has of them: the first SKILL.md. The others need not be listed there. */
export function listedSkillFiles(core: ServerCore): readonly JsonObject[] {
  const [first] = skillsOf(core);
  return first === undefined ? [] : [skillResource(`${first.root}/SKILL.md`, core) ?? {}];
}
