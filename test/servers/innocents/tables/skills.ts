// Skills as few servers serve them.

import { isObject, type JsonObject } from "../../json-rpc.ts";
import { editCapabilities } from "../../mutants/tables/edits.ts";
import { SKILLS_SERVER } from "../../mutants/tables/skill-edits.ts";
import type { Innocent } from "../innocent.ts";
import { hasOnly, isAbsent, isOneOf, meets } from "./stricter.ts";

const IN = ["http/2026-07-28"] as const;
const BOTH = ["http/2026-07-28", "stdio/2026-07-28"] as const;
const ODD = { ...SKILLS_SERVER, oddSkills: true } as const;
const PAGE = "2026-07-28 extensions/skills";

const METHODS = ["skills/list", "skills/get", "resources/directory/read"];
const EXTRA = "com.example.total";

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const SKILL_INNOCENTS: readonly Innocent[] = [
  {
    id: "skills-odd-names",
    choice:
      "Serves skills under a scheme of its own, at a path with an encoded space, with digits in a name, the longest description and a bare date.",
    permittedBy: `${PAGE}#resource-mapping: no scheme is privileged, prefix segments are valid URI segments, and the front matter has every field the author wrote.`,
    options: ODD,
    in: BOTH,
    closestTo: {
      "SKILL-008": meets("a description has at most 500 characters", "skill_entries.entry.frontmatter.description", {
        maxLength: 500,
      }),
      "SKILL-009": meets("a name has letters alone", "skill_entries.entry.frontmatter.name", { pattern: "^[a-z-]+$" }),
      "SKILL-010": meets("a skill lies under skill://", "skill_entries.entry.uri", { pattern: "^skill://" }),
      "SKILL-011": isOneOf("the scheme is skill", "skill_entries.scheme", ["skill"]),
      "SKILL-012": meets("nothing is percent-encoded", "skill_entries.entry.uri", { pattern: "^[^%]*$" }),
      "SKILL-013": meets("a uri has at most three segments", "skill_entries.entry.uri", {
        pattern: "^[^:]+://[^/]+/[^/]+/SKILL\\.md$",
      }),
      "SKILL-019": meets("what an entry says is written as in the file", "skill_entries.entry.frontmatter", {
        properties: { since: { const: "2024-05-01" } },
      }),
      "SKILL-007": hasOnly(
        "front matter has name and description alone",
        "skill_texts.front_matter",
        ["name", "description"],
        { each: true },
      ),
      "SKILL-014": isOneOf(
        "the media type has no parameters",
        "listed_skill_files.resource.mimeType",
        ["text/markdown"],
        { each: true },
      ),
    },
  },
  {
    id: "skills-odd-files",
    choice:
      "Has a skill of 512 files, one of them empty and one of bytes, deep directories, the SKILL.md last; and one that is new every time.",
    permittedBy: `${PAGE}#limits: servers may serve up to 512 resources; a skill that is generated has resources "dynamic".`,
    options: ODD,
    in: IN,
    closestTo: {
      "SKILL-006": meets("files are served as text", "skill_file.result.contents", { items: { required: ["text"] } }),
      "SKILL-021": meets("every skill lists its files", "skill_entries.entry.resources", { type: "array" }),
      "SKILL-022": meets(
        "the SKILL.md comes first",
        "skill_entries.entry.resources",
        {
          prefixItems: [{ properties: { uri: { pattern: "/SKILL\\.md$" } } }],
        },
        { when: [{ target: "skill_entries.entry.resources", matcher: { type: "array" } }] },
      ),
      "SKILL-023": meets(
        "a skill has at most a hundred files",
        "skill_entries.files",
        { maximum: 100 },
        { when: [{ target: "skill_entries.files", matcher: { schema: true } }] },
      ),
      "SKILL-025": meets("files lie directly in the directory", "skill_resources.resource.uri", {
        pattern: "x9-2-go/[^/]+$",
      }),
      "SKILL-026": meets("no file is empty", "skill_resources.resource.size", { minimum: 1 }),
      "SKILL-027": meets("no digest is that of nothing", "skill_resources.resource.digest", {
        not: { pattern: "^sha256:e3b0c442" },
      }),
      "SKILL-028": meets("a file has at most a thousand bytes", "skill_resources.resource.size", { maximum: 1000 }),
      "SKILL-031": isOneOf("no file changes", "skill_rereads.content", ["same"], { when: [] }),
      "SKILL-032": meets(
        "a skill has at most 500 files",
        "skill_entries.files",
        { maximum: 500 },
        { when: [{ target: "skill_entries.files", matcher: { schema: true } }] },
      ),
    },
  },
  {
    id: "skills-odd-manifest",
    choice:
      "Serves a file as bytes, lists directories that no manifest names, and describes its SKILL.md with members of its own.",
    permittedBy: `${PAGE}#directory-resources: directories are resources of their own, and the base protocol has title and _meta on every resource.`,
    options: { ...ODD, without: [...(ODD.without ?? []), "subscribe", "list-changed"] },
    in: IN,
    closestTo: {
      "SKILL-015": hasOnly(
        "a resource has no title",
        "listed_skill_files.resource",
        ["uri", "name", "description", "mimeType", "_meta"],
        { each: true },
      ),
      "SKILL-016": meets(
        "a description has at most 500 characters",
        "listed_skill_files.resource.description",
        { maxLength: 500 },
        { each: true },
      ),
      "SKILL-017": meets(
        "_meta has keys of the extension alone",
        "listed_skill_files.resource._meta",
        { propertyNames: { pattern: "^io\\.modelcontextprotocol\\.skills/" } },
        { each: true },
      ),
      "SKILL-024": isOneOf("a directory holds files alone", "directory_children.is", ["file"], { each: true }),
      "SKILL-029": meets("files are served as text", "skill_file.result.contents", { items: { required: ["text"] } }),
      "SKILL-046": meets(
        "a directory has at most a hundred children",
        "skill_directory.result.resources",
        { maxItems: 100 },
        {
          when: [{ target: "skill_directory.outcome", matcher: { exact: "result" } }],
        },
      ),
      "SKILL-004": meets("resources have a setting", "capabilities.resources", { minProperties: 1 }),
      "SKILL-020": meets("a listing has one skill", "skills_list.result.skills", { maxItems: 1 }),
    },
  },
  {
    id: "skills-odd-results",
    choice: "Lets nothing be kept, adds a member of its own to every result and data to every error, and says little.",
    permittedBy: `${PAGE}#listing-skills: results are those of the base protocol, which may have further members; ttlMs may be 0 and cacheScope private.`,
    options: SKILLS_SERVER,
    hooks: {
      result: (result, { request }) =>
        METHODS.includes(request?.method ?? "")
          ? {
              ...result,
              [EXTRA]: 4,
              ...(request?.method === "resources/directory/read" ? {} : { ttlMs: 0, cacheScope: "private" }),
            }
          : undefined,
      error: (error, { request }) => {
        const uri = request?.params.uri;
        return typeof uri === "string" && uri.startsWith("skill://")
          ? { ...error, message: "No.", data: { uri, hint: "look elsewhere" } }
          : undefined;
      },
    },
    in: BOTH,
    closestTo: {
      "SKILL-033": isAbsent("a result has no further members", `skills_list.result["${EXTRA}"]`),
      "SKILL-034": meets("a list may be kept", "skills_list.result.ttlMs", { minimum: 1 }),
      "SKILL-035": meets("a result has the documented members alone", "skills_list.result", {
        propertyNames: { not: { const: EXTRA } },
      }),
      "SKILL-037": isAbsent("an entry comes alone", `skills_get.result["${EXTRA}"]`),
      "SKILL-040": isOneOf("an entry is for everybody", "skills_get.result.cacheScope", ["public"]),
      "SKILL-044": isAbsent("a listing comes alone", `skill_directory.result["${EXTRA}"]`),
      "SKILL-038": isAbsent("an error has no data", "unknown_skill.error.data"),
      "SKILL-043": meets("an error has the uri alone in its data", "unknown_skill_file.error.data", {
        maxProperties: 1,
      }),
      "SKILL-045": isAbsent("an error has no data", "unknown_skill_directory.error.data"),
      "SKILL-051": meets("a message has a few words", "unknown_skill.error.message", { minLength: 10 }),
    },
  },
  {
    id: "skills-odd-entries",
    choice: "Adds members of its own to entries and to what directories list.",
    permittedBy: `${PAGE}#skill-entries: the shapes name what is always there; further members are those of the base protocol.`,
    options: SKILLS_SERVER,
    hooks: {
      result: (result, { request }) => {
        const marked = (value: unknown): JsonObject => ({ ...objectOf(value), _meta: { "com.example/mark": 1 } });
        if (request?.method === "skills/list" && Array.isArray(result.skills))
          return { ...result, skills: result.skills.map(marked) };
        if (request?.method === "skills/get") return { ...result, skill: marked(result.skill) };
        if (request?.method === "resources/directory/read" && Array.isArray(result.resources))
          return { ...result, resources: result.resources.map((one) => ({ ...marked(one), size: 12 })) };
        return undefined;
      },
    },
    in: IN,
    closestTo: {
      "SKILL-002": hasOnly("skills/get returns the documented members alone", "skills_get.result.skill", [
        "uri",
        "frontmatter",
        "resources",
      ]),
      "SKILL-003": meets(
        "a listing has no sizes",
        "skill_directory.result.resources",
        { items: { not: { required: ["size"] } } },
        {
          when: [{ target: "skill_directory.outcome", matcher: { exact: "result" } }],
        },
      ),
      "SKILL-018": hasOnly("an entry has three members", "skill_entries.entry", ["uri", "frontmatter", "resources"]),
      "SKILL-039": meets("an entry has no metadata", "skills_get.result.skill", { not: { required: ["_meta"] } }),
      "SKILL-050": meets("a child has no size", "skill_directory.result.resources", {
        items: { properties: { size: false } },
      }),
      "SKILL-030": meets(
        "nested files have no metadata",
        "skill_entries.entry",
        { not: { required: ["_meta"] } },
        { each: true },
      ),
    },
  },
  {
    id: "skills-none-listed",
    choice: "Declares skills without any setting, and lists none.",
    permittedBy: `${PAGE}#listing-skills: the result may be empty; an empty object is support without optional features.`,
    options: SKILLS_SERVER,
    hooks: {
      result: (result, context) => {
        if (context.request?.method === "skills/list") {
          const { nextCursor: _, ...others } = result;
          return { ...others, skills: [] };
        }
        return editCapabilities((capabilities) => ({
          ...capabilities,
          extensions: { ...objectOf(capabilities.extensions), "io.modelcontextprotocol/skills": {} },
        })).result?.(result, context);
      },
    },
    in: IN,
    closestTo: {
      "SKILL-001": meets("a server with skills lists some", "skills_list.result.skills", { minItems: 1 }),
      "SKILL-005": meets("directories are spoken of", "capabilities.extensions", {
        properties: { "io.modelcontextprotocol/skills": { required: ["directoryRead"] } },
      }),
    },
  },
];
