import { quoted } from "../place.ts";
import type { EntryLevel } from "../registry-entry.ts";

/** What the registry takes for each type of package; `base` null: the identifier says where it is. */
export const REGISTRIES = {
  npm: { base: "https://registry.npmjs.org", version: "required", hash: "refused" },
  pypi: { base: "https://pypi.org", version: "required", hash: "refused" },
  nuget: { base: "https://api.nuget.org/v3/index.json", version: "required", hash: "refused" },
  cargo: { base: "https://crates.io", version: "required", hash: "refused" },
  oci: { base: null, version: "refused", hash: "refused" },
  mcpb: { base: null, version: "optional", hash: "required" },
} as const satisfies Record<
  string,
  { base: string | null; version: "required" | "optional" | "refused"; hash: "required" | "refused" }
>;

export type RegistryType = keyof typeof REGISTRIES;

export const isRegistryType = (type: string): type is RegistryType => Object.hasOwn(REGISTRIES, type);

interface Problem {
  readonly level: EntryLevel;
  readonly says: string;
}

/** Longer ones name nothing, and no pattern has to read them. */
const LONGEST = 2_000;

/** What is wrong with an identifier for its type; undefined where nothing is. */
export const identifierProblem = (type: RegistryType, identifier: string): Problem | undefined => {
  if (identifier === "") return problem("is empty; write the name under which the package is published");
  if (identifier.length > LONGEST || /\s/.test(identifier))
    return problem(`${quoted(identifier)} has a space in it or is too long to name a package`);
  return CHECKS[type](identifier);
};

const problem = (says: string, level: EntryLevel = "error"): Problem => ({ level, says });

const named =
  (form: RegExp, where: string, like: string) =>
  (identifier: string): Problem | undefined =>
    form.test(identifier)
      ? undefined
      : problem(
          `${quoted(identifier)} cannot be the name of a package at ${where}; write the bare name, such as ${like}`,
        );

const HOSTS = new Set([
  "docker.io",
  "registry-1.docker.io",
  "index.docker.io",
  "ghcr.io",
  "quay.io",
  "mcr.microsoft.com",
]);
const HOST_ENDINGS = [".pkg.dev", ".azurecr.io"];

const image = (identifier: string): Problem | undefined => {
  const found =
    /^(?:([^/]*[.:][^/]*|localhost)\/)?([a-z0-9_\-./]{2,255})(?::([A-Za-z0-9_.-]{1,128}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(
      identifier,
    );
  if (!found) return problem(`${quoted(identifier)} is not an image reference; write it as ghcr.io/acme/notes:1.2.0`);
  const [, host = "docker.io", , tag, digest] = found;
  if (!HOSTS.has(host) && !HOST_ENDINGS.some((ending) => host.endsWith(ending)))
    return problem(
      `is on ${quoted(host)}; the registry takes images of docker.io, ghcr.io, quay.io, mcr.microsoft.com, *.pkg.dev and *.azurecr.io`,
    );
  if (digest === undefined && (tag === undefined || tag === "latest"))
    return problem(
      `${quoted(identifier)} names no single version; write the tag or digest that belongs to this entry`,
      "warning",
    );
  return undefined;
};

const GITHUB_ASSET = /^\/[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,37}[a-zA-Z0-9])?\/[\w.-]+\/releases\/download\/[^/]+\/[^/]+$/;
const GITLAB_ASSET = /^\/[\w.-]+(?:\/[\w.-]+)*\/-\/(?:releases\/[^/]+\/downloads\/[^/]+|package_files\/\d+\/download)$/;

const bundle = (identifier: string): Problem | undefined => {
  if (!URL.canParse(identifier) || !/^https:\/\//i.test(identifier))
    return problem(`${quoted(identifier)} is not an https address; write the one the bundle is downloaded from`);
  const { host, pathname } = new URL(identifier);
  const forge = host.replace(/^www\./, "");
  if (forge !== "github.com" && forge !== "gitlab.com")
    return problem(
      `is on ${quoted(host)}; the registry takes bundles that are release files at github.com or gitlab.com`,
    );
  if (!(forge === "github.com" ? GITHUB_ASSET : GITLAB_ASSET).test(pathname))
    return problem(
      forge === "github.com"
        ? "is not a release file; write https://github.com/<owner>/<repository>/releases/download/<tag>/<file>"
        : "is not a release file; write https://gitlab.com/<group>/<repository>/-/releases/<tag>/downloads/<file>",
    );
  return /mcp/i.test(identifier)
    ? undefined
    : problem("does not contain mcp, which the registry asks of the address of a bundle");
};

const CHECKS = {
  npm: named(/^(?:@[\w.~-]+\/)?[\w.~-]+$/, "npm", "@acme/notes"),
  pypi: named(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/, "PyPI", "acme-notes"),
  nuget: named(/^\w+(?:[.-]\w+)*$/, "NuGet", "Acme.Notes"),
  cargo: named(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, "crates.io", "acme-notes"),
  oci: image,
  mcpb: bundle,
} as const satisfies Record<RegistryType, (identifier: string) => Problem | undefined>;
