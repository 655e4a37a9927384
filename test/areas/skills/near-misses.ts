import type { JsonObject } from "../../servers/json-rpc.ts";
import { STATELESS } from "../contexts.ts";
import { editCapabilities, objectOf } from "../edits.ts";
import { SKILLS_SERVER } from "../skill-edits.ts";
import { always, each, hasOnly, isAbsent, isOneOf, lacks, meets, strictly } from "../stricter.ts";
import { type NearMissTable, nearMiss } from "../variant.ts";

const METHODS = ["skills/list", "skills/get", "resources/directory/read"];

const EXTRA = "com.example.total";

export const NEAR_MISSES: NearMissTable = {
  "skills-odd-names": nearMiss(STATELESS, "stdio/2026-07-28", SKILLS_SERVER, {
    choice:
      "Serves skills under a scheme of its own, at a path with an encoded space, with digits in a name, the longest description and a bare date.",
    permittedBy:
      "2026-07-28 extensions/skills#resource-mapping: no scheme is privileged, prefix segments are valid URI segments, and the front matter has every field the author wrote.",
    options: { oddSkills: true },
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
    "SKILL-007": each.hasOnly("front matter has name and description alone", "skill_texts.front_matter", [
      "name",
      "description",
    ]),
    "SKILL-014": each.isOneOf("the media type has no parameters", "listed_skill_files.resource.mimeType", [
      "text/markdown",
    ]),
  }),
  "skills-odd-files": nearMiss(STATELESS, SKILLS_SERVER, {
    choice:
      "Has a skill of 512 files, one of them empty and one of bytes, deep directories, the SKILL.md last; and one that is new every time.",
    permittedBy:
      '2026-07-28 extensions/skills#limits: servers may serve up to 512 resources; a skill that is generated has resources "dynamic".',
    options: { oddSkills: true },
    "SKILL-006": meets("files are served as text", "skill_file.result.contents", { items: { required: ["text"] } }),
    "SKILL-021": meets("every skill lists its files", "skill_entries.entry.resources", { type: "array" }),
    "SKILL-022": strictly({ when: [{ target: "skill_entries.entry.resources", matcher: { type: "array" } }] }).meets(
      "the SKILL.md comes first",
      "skill_entries.entry.resources",
      { prefixItems: [{ properties: { uri: { pattern: "/SKILL\\.md$" } } }] },
    ),
    "SKILL-023": strictly({ when: [{ target: "skill_entries.files", matcher: { schema: true } }] }).meets(
      "a skill has at most a hundred files",
      "skill_entries.files",
      { maximum: 100 },
    ),
    "SKILL-025": meets("files lie directly in the directory", "skill_resources.resource.uri", {
      pattern: "x9-2-go/[^/]+$",
    }),
    "SKILL-026": meets("no file is empty", "skill_resources.resource.size", { minimum: 1 }),
    "SKILL-027": meets("no digest is that of nothing", "skill_resources.resource.digest", {
      not: { pattern: "^sha256:e3b0c442" },
    }),
    "SKILL-028": meets("a file has at most a thousand bytes", "skill_resources.resource.size", { maximum: 1000 }),
    "SKILL-031": always.isOneOf("no file changes", "skill_rereads.content", ["same"]),
    "SKILL-032": strictly({ when: [{ target: "skill_entries.files", matcher: { schema: true } }] }).meets(
      "a skill has at most 500 files",
      "skill_entries.files",
      { maximum: 500 },
    ),
  }),
  "skills-odd-manifest": nearMiss(STATELESS, {
    choice:
      "Serves a file as bytes, lists directories that no manifest names, and describes its SKILL.md with members of its own.",
    permittedBy:
      "2026-07-28 extensions/skills#directory-resources: directories are resources of their own, and the base protocol has title and _meta on every resource.",
    options: {
      offers: ["skills"],
      without: ["rich-tools", "tasks", "prompts", "completions", "deprecated", "logging", "subscribe", "list-changed"],
      oddSkills: true,
    },
    "SKILL-015": each.hasOnly("a resource has no title", "listed_skill_files.resource", [
      "uri",
      "name",
      "description",
      "mimeType",
      "_meta",
    ]),
    "SKILL-016": each.meets("a description has at most 500 characters", "listed_skill_files.resource.description", {
      maxLength: 500,
    }),
    "SKILL-017": each.meets("_meta has keys of the extension alone", "listed_skill_files.resource._meta", {
      propertyNames: { pattern: "^io\\.modelcontextprotocol\\.skills/" },
    }),
    "SKILL-024": each.isOneOf("a directory holds files alone", "directory_children.is", ["file"]),
    "SKILL-029": meets("files are served as text", "skill_file.result.contents", { items: { required: ["text"] } }),
    "SKILL-046": strictly({ when: [{ target: "skill_directory.outcome", matcher: { exact: "result" } }] }).meets(
      "a directory has at most a hundred children",
      "skill_directory.result.resources",
      { maxItems: 100 },
    ),
    "SKILL-004": meets("resources have a setting", "capabilities.resources", { minProperties: 1 }),
    "SKILL-020": meets("a listing has one skill", "skills_list.result.skills", { maxItems: 1 }),
  }),
  "skills-odd-results": nearMiss(STATELESS, "stdio/2026-07-28", SKILLS_SERVER, {
    choice: "Lets nothing be kept, adds a member of its own to every result and data to every error, and says little.",
    permittedBy:
      "2026-07-28 extensions/skills#listing-skills: results are those of the base protocol, which may have further members; ttlMs may be 0 and cacheScope private.",
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
    "SKILL-033": isAbsent("a result has no further members", 'skills_list.result["com.example.total"]'),
    "SKILL-034": meets("a list may be kept", "skills_list.result.ttlMs", { minimum: 1 }),
    "SKILL-035": meets("a result has the documented members alone", "skills_list.result", {
      propertyNames: { not: { const: "com.example.total" } },
    }),
    "SKILL-037": isAbsent("an entry comes alone", 'skills_get.result["com.example.total"]'),
    "SKILL-040": isOneOf("an entry is for everybody", "skills_get.result.cacheScope", ["public"]),
    "SKILL-044": isAbsent("a listing comes alone", 'skill_directory.result["com.example.total"]'),
    "SKILL-038": isAbsent("an error has no data", "unknown_skill.error.data"),
    "SKILL-043": meets("an error has the uri alone in its data", "unknown_skill_file.error.data", { maxProperties: 1 }),
    "SKILL-045": isAbsent("an error has no data", "unknown_skill_directory.error.data"),
    "SKILL-051": meets("a message has a few words", "unknown_skill.error.message", { minLength: 10 }),
  }),
  "skills-odd-entries": nearMiss(STATELESS, SKILLS_SERVER, {
    choice: "Adds members of its own to entries and to what directories list.",
    permittedBy:
      "2026-07-28 extensions/skills#skill-entries: the shapes name what is always there; further members are those of the base protocol.",
    result: (result, { request }) => {
      const marked = (value: unknown): JsonObject => ({ ...objectOf(value), _meta: { "com.example/mark": 1 } });
      if (request?.method === "skills/list" && Array.isArray(result.skills))
        return { ...result, skills: result.skills.map(marked) };
      if (request?.method === "skills/get") return { ...result, skill: marked(result.skill) };
      if (request?.method === "resources/directory/read" && Array.isArray(result.resources))
        return { ...result, resources: result.resources.map((one) => ({ ...marked(one), size: 12 })) };
      return undefined;
    },
    "SKILL-002": hasOnly("skills/get returns the documented members alone", "skills_get.result.skill", [
      "uri",
      "frontmatter",
      "resources",
    ]),
    "SKILL-003": strictly({ when: [{ target: "skill_directory.outcome", matcher: { exact: "result" } }] }).meets(
      "a listing has no sizes",
      "skill_directory.result.resources",
      { items: { not: { required: ["size"] } } },
    ),
    "SKILL-018": hasOnly("an entry has three members", "skill_entries.entry", ["uri", "frontmatter", "resources"]),
    "SKILL-039": lacks("an entry has no metadata", "skills_get.result.skill", "_meta"),
    "SKILL-050": meets("a child has no size", "skill_directory.result.resources", {
      items: { properties: { size: false } },
    }),
    "SKILL-030": each.lacks("nested files have no metadata", "skill_entries.entry", "_meta"),
  }),
  "skills-none-listed": nearMiss(STATELESS, SKILLS_SERVER, {
    choice: "Declares skills without any setting, and lists none.",
    permittedBy:
      "2026-07-28 extensions/skills#listing-skills: the result may be empty; an empty object is support without optional features.",
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
    "SKILL-001": meets("a server with skills lists some", "skills_list.result.skills", { minItems: 1 }),
    "SKILL-005": meets("directories are spoken of", "capabilities.extensions", {
      properties: { "io.modelcontextprotocol/skills": { required: ["directoryRead"] } },
    }),
  }),
};
