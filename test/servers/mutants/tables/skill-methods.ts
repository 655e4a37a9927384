// Vices of the methods that servers with skills have.

import { INVALID_PARAMS, isObject } from "../../json-rpc.ts";
import type { Mutant } from "../mutant.ts";
import { editEntries, editResult, recode, resultForError } from "./edits.ts";
import { dropMember, EMAIL, editFront, mutant, REFUNDS, refuse } from "./skill-edits.ts";

export const SKILL_METHOD_MUTANTS: readonly Mutant[] = [
  mutant(
    "list-result-type",
    "Leaves resultType out of skills/list.",
    ["SKILL-033"],
    dropMember("skills/list", "resultType"),
  ),
  mutant("list-ttl", "Leaves ttlMs out of skills/list.", ["SKILL-034"], dropMember("skills/list", "ttlMs")),
  mutant(
    "list-map",
    "Returns skills by their name in place of an array.",
    ["SKILL-035"],
    editResult("skills/list", (result) => ({ ...result, skills: { refunds: {} } })),
  ),
  mutant(
    "split-entry",
    "Splits an entry across pages.",
    ["SKILL-036"],
    editEntries("skills/list", "skills", (entry) =>
      entry.uri === "skill://git-workflow/SKILL.md" ? { ...entry, uri: REFUNDS } : entry,
    ),
  ),
  mutant(
    "get-result-type",
    "Leaves resultType out of skills/get.",
    ["SKILL-037"],
    dropMember("skills/get", "resultType"),
  ),
  mutant(
    "unknown-code",
    "Answers with another code where there is no skill.",
    ["SKILL-038"],
    recode(-32002, ({ request }) => request?.method === "skills/get"),
  ),
  mutant(
    "file-as-skill",
    "Answers skills/get of any file of a skill.",
    ["SKILL-038"],
    resultForError(
      ({ request }) => request?.method === "skills/get" && request.params.uri === EMAIL,
      () => ({
        skill: { uri: EMAIL, frontmatter: { name: "email", description: "?" }, resources: "dynamic" },
        ttlMs: 1,
        cacheScope: "public",
      }),
    ),
  ),
  mutant(
    "get-refused",
    "Does not answer skills/get of a listed skill.",
    ["SKILL-039"],
    refuse(({ request }) => request?.method === "skills/get" && request.params.uri === REFUNDS, INVALID_PARAMS),
  ),
  mutant("get-scope", "Leaves cacheScope out of skills/get.", ["SKILL-040"], dropMember("skills/get", "cacheScope")),
  mutant(
    "get-other",
    "Answers skills/get with another entry than the list has.",
    ["SKILL-041"],
    editResult("skills/get", (result) =>
      isObject(result.skill) && result.skill.uri === REFUNDS
        ? { ...result, skill: { ...result.skill, resources: "dynamic" } }
        : result,
    ),
  ),
  mutant(
    "get-cursor",
    "Gives a cursor with skills/get.",
    ["SKILL-042"],
    editResult("skills/get", (result) => ({ ...result, nextCursor: "2" })),
  ),
  mutant(
    "file-code",
    "Answers with another code where a skill has no such file.",
    ["SKILL-043"],
    recode(
      -32603,
      ({ request }) => request?.method === "resources/read" && String(request.params.uri).startsWith("skill://"),
    ),
  ),
  mutant(
    "directory-result-type",
    "Leaves resultType out of resources/directory/read.",
    ["SKILL-044"],
    dropMember("resources/directory/read", "resultType"),
  ),
  mutant(
    "directory-empty",
    "Answers with an empty listing where there is no directory.",
    ["SKILL-045"],
    resultForError(
      ({ request }) => request?.method === "resources/directory/read",
      () => ({ resources: [] }),
    ),
  ),
  mutant(
    "directory-refused",
    "Does not list a directory that holds files of a skill.",
    ["SKILL-046"],
    refuse(
      ({ request }) =>
        request?.method === "resources/directory/read" && String(request.params.uri).endsWith("/examples"),
      INVALID_PARAMS,
    ),
  ),
  mutant(
    "directory-omission",
    "Leaves a file out of the listing of its directory.",
    ["SKILL-047"],
    editResult("resources/directory/read", (result) => ({
      ...result,
      resources: Array.isArray(result.resources)
        ? result.resources.filter((one) => !isObject(one) || one.uri !== EMAIL)
        : [],
    })),
  ),
  mutant(
    "directory-recursive",
    "Lists what lies below subdirectories.",
    ["SKILL-048"],
    editResult("resources/directory/read", (result, { request }) =>
      request?.params.uri === "skill://acme/billing/refunds" && Array.isArray(result.resources)
        ? { ...result, resources: [...result.resources, { uri: EMAIL, name: "email.md", mimeType: "text/markdown" }] }
        : result,
    ),
  ),
  mutant(
    "directory-as-file",
    "Lists a subdirectory as a file.",
    ["SKILL-049"],
    editEntries("resources/directory/read", "resources", (entry) =>
      entry.mimeType === "inode/directory" ? { ...entry, mimeType: "text/plain" } : entry,
    ),
  ),
  mutant(
    "directory-names",
    "Lists the names of files in place of resources.",
    ["SKILL-050"],
    editEntries("resources/directory/read", "resources", (entry) => entry.name ?? "file"),
  ),
  mutant("error-silent", "Gives no reason with its errors.", ["SKILL-051"], {
    error: (error, { request }) => (request?.method === "skills/get" ? { ...error, message: "" } : undefined),
  }),
  mutant(
    "reserved-metadata",
    "Uses a reserved key in the metadata of a skill.",
    ["SKILL-052"],
    editFront((front) => ({ ...front, metadata: { "io.modelcontextprotocol/kind": "x" } })),
  ),
];
