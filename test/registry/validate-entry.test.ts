import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { loadServerSchema } from "../../src/judge/corpus-files/server-schema.ts";
import type { EntryRule } from "../../src/scores/server-json/registry-entry.ts";
import { validateEntry } from "../../src/scores/server-json/validate-entry.ts";

const SCHEMA = loadServerSchema("server-json");
const PACKAGE: JsonObject = {
  registryType: "npm",
  identifier: "@acme/notes",
  version: "1.0.0",
  transport: { type: "stdio" },
};
const GOOD: JsonObject = {
  $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  name: "io.github.acme/notes",
  title: "Notes",
  description: "Reads and writes notes",
  version: "1.0.0",
  websiteUrl: "https://acme.example/notes",
  repository: { url: "https://github.com/acme/notes", source: "github", subfolder: "packages/server" },
  icons: [{ src: "https://acme.example/icon.png", mimeType: "image/png", sizes: ["48x48"] }],
  packages: [
    {
      ...PACKAGE,
      runtimeHint: "npx",
      runtimeArguments: [{ type: "named", name: "--quiet", value: "true" }],
      packageArguments: [
        { type: "positional", valueHint: "folder", description: "where", isRequired: true, format: "filepath" },
        { type: "named", name: "--level", default: "info", choices: ["info", "debug"] },
      ],
      environmentVariables: [
        { name: "NOTES_TOKEN", description: "the token", isRequired: true, isSecret: true },
        { name: "NOTES_URL", value: "https://{host}/api", variables: { host: { default: "acme.example" } } },
      ],
    },
  ],
  remotes: [
    {
      type: "streamable-http",
      url: "https://{tenant}.acme.example/mcp",
      variables: { tenant: { description: "yours", isRequired: true } },
      headers: [{ name: "Authorization", value: "Bearer {token}", isSecret: true, variables: { token: {} } }],
    },
  ],
  _meta: { "io.modelcontextprotocol.registry/publisher-provided": { tool: "ci" } },
};

const found = (value: Json): readonly string[] =>
  validateEntry(value, SCHEMA).map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`);
const withPackage = (changes: JsonObject): JsonObject => ({ ...GOOD, packages: [{ ...PACKAGE, ...changes }] });
const withRemote = (remote: JsonObject): JsonObject => ({ ...GOOD, remotes: [{ type: "streamable-http", ...remote }] });
const without = (key: string): JsonObject => Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== key));

test("an entry that uses every part of the schema is faultless", () => {
  expect(found(GOOD)).toEqual([]);
});

describe("each fault gives one finding, at its place", () => {
  test.each<readonly [string, Json, string]>([
    ["no object", [], "error schema "],
    ["no $schema", without("$schema"), "error schema-version /$schema"],
    ["an unknown schema", { ...GOOD, $schema: "https://x.example/s.json" }, "error schema-version /$schema"],
    [
      "an earlier schema",
      { ...GOOD, $schema: "https://static.modelcontextprotocol.io/schemas/2025-10-17/server.schema.json" },
      "warning schema-version /$schema",
    ],
    [
      "a copy of the schema",
      { ...GOOD, $schema: "https://x.example/schemas/2025-12-11/server.schema.json" },
      "warning schema-version /$schema",
    ],
    ["no description", without("description"), "error schema /description"],
    ["no version", without("version"), "error schema /version"],
    ["a version that is a number", { ...GOOD, version: 1 }, "error schema /version"],
    ["a name without a slash", { ...GOOD, name: "notes" }, "error name-form /name"],
    ["a name with two", { ...GOOD, name: "io.github.acme/a/b" }, "error name-form /name"],
    ["a namespace with an underscore", { ...GOOD, name: "io.github.a_b/notes" }, "error name-form /name"],
    ["a name that ends in a hyphen", { ...GOOD, name: "io.github.acme/notes-" }, "error name-form /name"],
    ["a name of one letter", { ...GOOD, name: "io.github.acme/n" }, "error name-form /name"],
    ["101 characters", { ...GOOD, description: "x".repeat(101) }, "error description-length /description"],
    ["an empty description", { ...GOOD, description: "" }, "error description-length /description"],
    ["a blank title", { ...GOOD, title: "  " }, "error title-blank /title"],
    ["a long title", { ...GOOD, title: "x".repeat(101) }, "error schema /title"],
    ["a range", { ...GOOD, version: "^1.0.0" }, "error version-range /version"],
    ["a wildcard", { ...GOOD, version: "1.x" }, "error version-range /version"],
    ["latest", { ...GOOD, version: "latest" }, "error version-range /version"],
    ["a version that is not semantic", { ...GOOD, version: "2025.11" }, "warning version-form /version"],
    ["a website by http", { ...GOOD, websiteUrl: "http://acme.example" }, "error website-url /websiteUrl"],
    ["a website with a space", { ...GOOD, websiteUrl: "https://acme.example/a b" }, "error website-url /websiteUrl"],
    [
      "a repository elsewhere",
      { ...GOOD, repository: { url: "https://codeberg.org/a/b", source: "codeberg" } },
      "error repository /repository/source",
    ],
    [
      "a page inside a repository",
      { ...GOOD, repository: { url: "https://github.com/acme/notes/tree/main", source: "github" } },
      "error repository /repository/url",
    ],
    [
      "a repository without a source",
      { ...GOOD, repository: { url: "https://github.com/acme/notes" } },
      "error schema /repository/source",
    ],
    [
      "a subfolder that climbs",
      { ...GOOD, repository: { url: "https://github.com/acme/notes", source: "github", subfolder: "../x" } },
      "error repository /repository/subfolder",
    ],
    ["an icon as data", { ...GOOD, icons: [{ src: "data:image/png;base64,AAAA" }] }, "error icon-url /icons/0/src"],
    ["an icon without src", { ...GOOD, icons: [{}] }, "error schema /icons/0/src"],
    ["other metadata", { ...GOOD, _meta: { "com.acme/x": {} } }, "warning meta-dropped /_meta/com.acme~1x"],
    [
      "much metadata",
      { ...GOOD, _meta: { "io.modelcontextprotocol.registry/publisher-provided": { a: "x".repeat(5000) } } },
      "error meta-size /_meta/io.modelcontextprotocol.registry~1publisher-provided",
    ],
    ["a member nobody knows", { ...GOOD, status: "active" }, "warning unknown-member /status"],
    [
      "a member of the first schemas",
      withPackage({ runtime_hint: "npx" }),
      "warning unknown-member /packages/0/runtime_hint",
    ],
    ["nothing to reach", { ...GOOD, packages: [], remotes: [] }, "warning nothing-to-reach "],
    ["an unknown type", withPackage({ registryType: "brew" }), "error registry-type /packages/0/registryType"],
    ["no transport", withPackage({ transport: {} }), "error schema /packages/0/transport/type"],
    ["an unknown transport", withPackage({ transport: { type: "http" } }), "error schema /packages/0/transport/type"],
    [
      "a version in the name",
      withPackage({ identifier: "notes@1" }),
      "error package-identifier /packages/0/identifier",
    ],
    ["a space in the name", withPackage({ identifier: "my notes" }), "error package-identifier /packages/0/identifier"],
    [
      "another registry",
      withPackage({ registryBaseUrl: "https://npm.acme.example" }),
      "error registry-base-url /packages/0/registryBaseUrl",
    ],
    ["a hash for npm", withPackage({ fileSha256: "a".repeat(64) }), "error file-hash /packages/0/fileSha256"],
    ["a package range", withPackage({ version: "~1.0" }), "error version-range /packages/0/version"],
    ["an empty package version", withPackage({ version: "" }), "error package-version /packages/0/version"],
    [
      "an image with a version",
      withPackage({ registryType: "oci", identifier: "ghcr.io/acme/notes:1" }),
      "error package-version /packages/0/version",
    ],
    [
      "arguments for an unnamed runtime",
      withPackage({ runtimeArguments: [{ type: "positional", value: "x" }] }),
      "warning runtime-hint /packages/0",
    ],
    [
      "a flag with its value",
      withPackage({ packageArguments: [{ type: "named", name: "--port 80" }] }),
      "error argument /packages/0/packageArguments/0/name",
    ],
    [
      "a value with its flag",
      withPackage({ packageArguments: [{ type: "named", name: "--port", value: "--port=80" }] }),
      "error argument /packages/0/packageArguments/0/value",
    ],
    [
      "a named argument without a name",
      withPackage({ packageArguments: [{ type: "named" }] }),
      "error schema /packages/0/packageArguments/0/name",
    ],
    [
      "a positional argument without a value",
      withPackage({ packageArguments: [{ type: "positional" }] }),
      "error schema /packages/0/packageArguments/0",
    ],
    [
      "an argument without a type",
      withPackage({ packageArguments: [{ name: "--x" }] }),
      "error schema /packages/0/packageArguments/0/type",
    ],
    [
      "a value that is a number",
      withPackage({ packageArguments: [{ type: "positional", value: 80 }] }),
      "error schema /packages/0/packageArguments/0/value",
    ],
    [
      "a default beside the choices",
      withPackage({ environmentVariables: [{ name: "A", default: "x", choices: ["y"] }] }),
      "warning input /packages/0/environmentVariables/0/default",
    ],
    [
      "a default of another format",
      withPackage({ environmentVariables: [{ name: "A", default: "yes", format: "boolean" }] }),
      "warning input /packages/0/environmentVariables/0/default",
    ],
    [
      "a secret that is published",
      withPackage({ environmentVariables: [{ name: "A", isSecret: true, value: "hunter2" }] }),
      "warning secret-value /packages/0/environmentVariables/0/value",
    ],
    [
      "a name twice",
      withPackage({ environmentVariables: [{ name: "A" }, { name: "A" }] }),
      "warning input-name /packages/0/environmentVariables/1/name",
    ],
    [
      "no name of a variable",
      withPackage({ environmentVariables: [{ name: "MY TOKEN" }] }),
      "warning input-name /packages/0/environmentVariables/0/name",
    ],
    [
      "an address beside stdio",
      withPackage({ transport: { type: "stdio", url: "https://x.example" } }),
      "error package-transport /packages/0/transport/url",
    ],
    [
      "an undeclared port",
      withPackage({ transport: { type: "streamable-http", url: "http://localhost:{port}/mcp" } }),
      "error package-transport /packages/0/transport/url",
    ],
    ["a remote by stdio", { ...GOOD, remotes: [{ type: "stdio" }] }, "error schema /remotes/0/type"],
    ["a remote without an address", withRemote({}), "error schema /remotes/0/url"],
    ["a remote by http", withRemote({ url: "http://acme.example/mcp" }), "error remote-url /remotes/0/url"],
    ["a remote on this machine", withRemote({ url: "https://localhost/mcp" }), "error remote-url /remotes/0/url"],
    ["no address at all", withRemote({ url: "acme.example" }), "error remote-url /remotes/0/url"],
    ["an undeclared variable", withRemote({ url: "https://{a}.example/" }), "error remote-variable /remotes/0/url"],
    [
      "an unused variable",
      withRemote({ url: "https://a.example/", variables: { b: {} } }),
      "warning remote-variable /remotes/0/variables/b",
    ],
    [
      "braces that nothing fills",
      withRemote({ url: "https://a.example/", headers: [{ name: "Authorization", value: "Bearer {key}" }] }),
      "warning input-variable /remotes/0/headers/0/value",
    ],
    [
      "the same remote twice",
      {
        ...GOOD,
        remotes: [
          { type: "sse", url: "https://a.example/sse" },
          { type: "sse", url: "https://a.example/sse/" },
        ],
      },
      "warning remote-duplicate /remotes/1/url",
    ],
  ])("%s", (_shows, value, expected) => {
    expect(found(value)).toEqual([expected]);
  });
});

describe("identifiers", () => {
  const of = (registryType: string, identifier: string): readonly string[] => {
    const changes: JsonObject = {
      registryType,
      identifier,
      ...(registryType === "mcpb" ? { fileSha256: "a".repeat(64) } : {}),
    };
    const { version, ...unversioned } = PACKAGE;
    const whole = registryType === "oci" ? { ...unversioned, ...changes } : { ...PACKAGE, ...changes };
    return found({ ...GOOD, packages: [whole] }).map((line) => line.split(" ").slice(0, 2).join(" "));
  };
  test.each([
    ["npm", "notes"],
    ["npm", "@acme/notes.server"],
    ["pypi", "acme_notes.server-2"],
    ["nuget", "Acme.Notes"],
    ["cargo", "acme-notes"],
    ["oci", "acme/notes:1.0.0"],
    ["oci", "ghcr.io/acme/notes:1.0.0"],
    ["oci", "europe-west1-docker.pkg.dev/acme/repo/notes:1"],
    ["oci", `docker.io/acme/notes@sha256:${"a".repeat(64)}`],
    ["mcpb", "https://github.com/acme/notes-mcp/releases/download/v1/notes.mcpb"],
    ["mcpb", "https://gitlab.com/a/b/notes/-/releases/v1/downloads/notes.mcpb"],
  ])("%s %s is one", (type, identifier) => {
    expect(of(type, identifier)).toEqual([]);
  });
  test.each([
    ["npm", "https://www.npmjs.com/package/notes"],
    ["pypi", "acme/notes"],
    ["pypi", "-notes"],
    ["cargo", "1notes"],
    ["oci", "registry.acme.example/notes:1"],
    ["oci", "ghcr.io/Acme/Notes:1"],
    ["mcpb", "https://acme.example/notes.mcpb"],
    ["mcpb", "https://github.com/acme/notes/raw/main/mcp.mcpb"],
    ["mcpb", "https://github.com/acme/notes/releases/download/v1/notes.zip"],
  ])("%s %s is none", (type, identifier) => {
    expect(of(type, identifier)).toEqual(["error package-identifier"]);
  });
  test("an image without a tag is taken, and warned about", () => {
    expect(of("oci", "ghcr.io/acme/notes")).toEqual(["warning package-identifier"]);
  });
  test("a bundle without its hash", () => {
    const value = withPackage({
      registryType: "mcpb",
      identifier: "https://github.com/a/b-mcp/releases/download/v1/b.mcpb",
    });
    expect(found(value)).toEqual(["error file-hash /packages/0/fileSha256"]);
  });
});

test("what is yet to be filled in is said once, and nothing else of that place", () => {
  const value = { ...GOOD, name: "io.github.FILL-IN/notes", version: "FILL-IN: the version" };
  expect(found(value)).toEqual(["error placeholder /name", "error placeholder /version"]);
  const rules = validateEntry({ ...GOOD, name: "io.github.<your-username>/x" }, SCHEMA).map(
    ({ rule }): EntryRule => rule,
  );
  expect(rules).toEqual(["placeholder"]);
});

test("every sentence begins with the place it is about", () => {
  const [first] = validateEntry(withPackage({ version: "~1.0" }), SCHEMA);
  expect(first?.message).toBe('packages[0].version "~1.0" is not one version; write the one that is published');
});

test.each(["1.0.0-arm64", "v1.2.3", "2025.11.17", "main-x", "1.0.0+build.x"])("%s is one version", (version) => {
  expect(found({ ...GOOD, version }).filter((line) => line.startsWith("error"))).toEqual([]);
});

test("the registry takes any x for a wildcard, and the sentence says so", () => {
  const [first] = validateEntry({ ...GOOD, version: "1.0.0-linux" }, SCHEMA);
  expect(first?.message).toContain("takes the x in it for a wildcard");
});
