import { countCodePoints } from "../../../base/code-points.ts";
import { isJsonObject, type Json, type JsonObject, listMember, member, stringMember } from "../../../base/json.ts";
import { error, quoted, type ServerJsonPath, warning } from "../place.ts";
import type { EntryFinding } from "../registry-entry.ts";
import { KNOWN_VERSIONS, schemaVersion } from "../schema-url.ts";
import { isRange, isSemanticVersion, rangeProblem } from "../version-text.ts";

/** Who the server is: the members beside packages and remotes. `current` is the address of the schema in force. */
export const identityFindings = (entry: JsonObject, current: string): readonly EntryFinding[] => [
  ...schemaFindings(entry, current),
  ...nameFindings(entry),
  ...descriptionFindings(entry),
  ...versionFindings(entry),
  ...titleFindings(entry),
  ...websiteFindings(entry),
  ...repositoryFindings(member(entry, "repository")),
  ...listMember(entry, "icons").flatMap(iconFindings),
  ...metaFindings(member(entry, "_meta")),
  ...(listMember(entry, "packages").length + listMember(entry, "remotes").length === 0
    ? [
        warning(
          "nothing-to-reach",
          [],
          "has neither packages nor remotes, so nobody can install or reach the server; add one",
        ),
      ]
    : []),
];

const schemaFindings = (entry: JsonObject, current: string): readonly EntryFinding[] => {
  const given = member(entry, "$schema");
  if (typeof given !== "string" || given === "")
    return [error("schema-version", ["$schema"], `is missing; write ${quoted(current)}`)];
  if (given === current) return [];
  const version = schemaVersion(given);
  const newest = schemaVersion(current);
  const write = `write ${quoted(current)}`;
  if (version !== undefined && version === newest)
    return [warning("schema-version", ["$schema"], `is not the address of the schema of ${newest}; ${write}`)];
  if (version !== undefined && KNOWN_VERSIONS.includes(version))
    return [
      warning(
        "schema-version",
        ["$schema"],
        `names version ${version}, and ${newest} is in force; the file was held against ${newest}: ${write}`,
      ),
    ];
  return [
    error(
      "schema-version",
      ["$schema"],
      `${quoted(given)} is no schema that the registry knows; write ${quoted(current)}`,
    ),
  ];
};

const PART = /^[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$/;

const nameFindings = (entry: JsonObject): readonly EntryFinding[] => {
  const name = member(entry, "name");
  if (typeof name !== "string") return [];
  const says = (what: string): readonly EntryFinding[] => [error("name-form", ["name"], what)];
  const [namespace = "", own = "", ...more] = name.split("/");
  if (own === "" || namespace === "" || more.length > 0)
    return says("is not a namespace and a name with one slash between them, such as io.github.acme/notes");
  if (countCodePoints(name) > 200) return says("has more than 200 characters; shorten it");
  if (!PART.test(namespace) || namespace.includes("_"))
    return says(
      `has the namespace ${quoted(namespace)}; use 2 or more letters, digits, dots and hyphens, with a letter or digit at both ends`,
    );
  if (!PART.test(own))
    return says(
      `has the name ${quoted(own)} behind the slash; use 2 or more letters, digits, dots, hyphens and underscores, with a letter or digit at both ends`,
    );
  return [];
};

const descriptionFindings = (entry: JsonObject): readonly EntryFinding[] => {
  const description = member(entry, "description");
  if (typeof description !== "string") return [];
  const length = countCodePoints(description);
  if (length >= 1 && length <= 100) return [];
  return [
    error(
      "description-length",
      ["description"],
      `has ${length} characters; the registry takes 1 to 100: ${length === 0 ? "say what the server does" : "shorten it"}`,
    ),
  ];
};

const versionFindings = (entry: JsonObject): readonly EntryFinding[] => {
  const version = member(entry, "version");
  if (typeof version !== "string") return [];
  if (version === "" || version.length > 255)
    return [error("version-form", ["version"], "does not have 1 to 255 characters; write one version, such as 1.2.0")];
  if (isRange(version)) return [error("version-range", ["version"], `${quoted(version)} ${rangeProblem(version)}`)];
  if (isSemanticVersion(version)) return [];
  return [
    warning(
      "version-form",
      ["version"],
      `${quoted(version)} is not a semantic version (1.2.0), so the registry cannot tell which of two is newer`,
    ),
  ];
};

const titleFindings = (entry: JsonObject): readonly EntryFinding[] => {
  const title = stringMember(entry, "title");
  return title === undefined || title.trim() !== ""
    ? []
    : [error("title-blank", ["title"], "is blank; fill it or drop it")];
};

/** An https address that a URI may be; undefined where nothing is wrong. */
const httpsProblem = (text: string): string | undefined => {
  if (!URL.canParse(text)) return "is no absolute URL";
  if (new URL(text).protocol !== "https:") return "is not https";
  return /["'<>\s]/.test(text) ? "has a quote, an angle bracket or a space in it; percent-encode it" : undefined;
};

const websiteFindings = (entry: JsonObject): readonly EntryFinding[] => {
  const website = stringMember(entry, "websiteUrl");
  const problem = website === undefined || website === "" ? undefined : httpsProblem(website);
  return problem === undefined
    ? []
    : [error("website-url", ["websiteUrl"], `${problem}; the registry takes https addresses only`)];
};

const iconFindings = (icon: Json, index: number): readonly EntryFinding[] => {
  const source = stringMember(icon, "src");
  const problem = source === undefined ? undefined : httpsProblem(source);
  return problem === undefined
    ? []
    : [
        error(
          "icon-url",
          ["icons", index, "src"],
          `${problem}; the registry takes https addresses only, no data: either`,
        ),
      ];
};

const GITHUB = /^https?:\/\/(?:www\.)?github\.com\/[\w.-]+\/[\w.-]+\/?$/;
const GITLAB = /^https?:\/\/(?:www\.)?gitlab\.com\/[\w.-]+(?:\/[\w.-]+)+\/?$/;

const repositoryFindings = (repository: Json | undefined): readonly EntryFinding[] => {
  if (!isJsonObject(repository)) return [];
  const at = (name: string): ServerJsonPath => ["repository", name];
  const [url, source, subfolder] = ["url", "source", "subfolder"].map((name) => stringMember(repository, name));
  return [
    ...(url === "" || source === ""
      ? [error("repository", ["repository"], "has an empty url or source; fill both, or drop repository")]
      : []),
    ...(source !== undefined && source !== "" && source !== "github" && source !== "gitlab"
      ? [
          error(
            "repository",
            at("source"),
            `${quoted(source)} is neither github nor gitlab, which are all the registry knows`,
          ),
        ]
      : []),
    ...(url !== undefined && source === "github" && url !== "" && !GITHUB.test(url)
      ? [
          error(
            "repository",
            at("url"),
            `${quoted(url)} is not the address of a repository; write https://github.com/<owner>/<repository>`,
          ),
        ]
      : []),
    ...(url !== undefined && source === "gitlab" && url !== "" && (!GITLAB.test(url) || `${url}/`.includes("/-/"))
      ? [
          error(
            "repository",
            at("url"),
            `${quoted(url)} is not the address of a repository; write https://gitlab.com/<group>/<repository>`,
          ),
        ]
      : []),
    ...(subfolder !== undefined && subfolder !== "" && !isCleanPath(subfolder)
      ? [
          error(
            "repository",
            at("subfolder"),
            `${quoted(subfolder)} is not a plain relative path; write it as packages/server`,
          ),
        ]
      : []),
  ];
};

const isCleanPath = (path: string): boolean =>
  /^[a-zA-Z0-9\-_./]+$/.test(path) && path.split("/").every((step) => step !== "" && step !== "." && step !== "..");

const PUBLISHER = "io.modelcontextprotocol.registry/publisher-provided";
const META_BYTES = 4_096;

const metaFindings = (meta: Json | undefined): readonly EntryFinding[] => {
  if (!isJsonObject(meta)) return [];
  const provided = member(meta, PUBLISHER);
  const bytes = provided === undefined ? 0 : new TextEncoder().encode(JSON.stringify(provided)).length;
  return [
    ...Object.keys(meta)
      .filter((key) => key !== PUBLISHER)
      .map((key) => warning("meta-dropped", ["_meta", key], `is not kept: the registry keeps ${PUBLISHER} alone`)),
    ...(bytes > META_BYTES
      ? [error("meta-size", ["_meta", PUBLISHER], `has ${bytes} bytes of JSON; the registry takes ${META_BYTES}`)]
      : []),
  ];
};
