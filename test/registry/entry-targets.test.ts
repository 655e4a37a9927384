import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../src/base/json.ts";
import { compareIdentity, compareTransport } from "../../src/scores/server-json/compare-entry.ts";
import { entryTargets } from "../../src/scores/server-json/entry-targets.ts";

const stdio = (changes: JsonObject): Json => ({
  packages: [{ registryType: "npm", identifier: "notes", version: "1.0.0", transport: { type: "stdio" }, ...changes }],
});

test("a remote with the values that the entry gives", () => {
  const remotes = [
    {
      type: "streamable-http",
      url: "https://{tenant}.acme.example/mcp",
      variables: { tenant: { default: "eu" } },
      headers: [
        { name: "X-Client", value: "{who}", variables: { who: { default: "test" } } },
        { name: "Authorization", isRequired: true, isSecret: true },
        { name: "X-Optional" },
      ],
    },
  ];
  expect(entryTargets({ remotes })).toEqual([
    {
      kind: "http",
      place: "remotes[0]",
      type: "streamable-http",
      url: "https://eu.acme.example/mcp",
      headers: [["X-Client", "test"]],
      needs: ["Authorization"],
    },
  ]);
});

test("Entries of a registry: a variable without a value, and what is no address", () => {
  const remotes = [
    { type: "sse", url: "https://{tenant}.acme.example/sse" },
    { type: "sse", url: "file:///etc/passwd" },
  ];
  expect(entryTargets({ remotes }).map((target) => ("reason" in target ? target.reason : target.kind))).toEqual([
    "its address needs a value for {tenant}, and the entry gives none",
    "its url is no address",
  ]);
});

test.each<readonly [string, JsonObject, readonly string[]]>([
  ["npm", {}, ["npx", "-y", "notes@1.0.0"]],
  ["pypi", { registryType: "pypi" }, ["uvx", "notes@1.0.0"]],
  ["nuget", { registryType: "nuget" }, ["dnx", "notes@1.0.0", "--yes", "--"]],
  [
    "oci",
    { registryType: "oci", identifier: "acme/notes:1", environmentVariables: [{ name: "KEY", value: "v" }] },
    ["docker", "run", "-i", "--rm", "-e", "KEY", "acme/notes:1"],
  ],
  [
    "arguments",
    {
      runtimeArguments: [{ type: "named", name: "--quiet", isRequired: true }],
      packageArguments: [
        { type: "named", name: "--port", value: "80" },
        { type: "named", name: "--verbose" },
        { type: "positional", default: "/tmp", valueHint: "folder" },
      ],
    },
    ["npx", "-y", "--quiet", "notes@1.0.0", "--port", "80", "/tmp"],
  ],
])("the command of %s", (_type, changes, expected) => {
  const [target] = entryTargets(stdio(changes));
  expect(target?.kind === "stdio" ? [target.command, ...target.args] : target).toEqual(expected);
});

test.each<readonly [JsonObject, string]>([
  [{ registryType: "cargo" }, "no launcher"],
  [{ runtimeHint: "sh" }, "its runtimeHint is not npx"],
  [{ identifier: "--eval" }, "names no package"],
  [{ version: "" }, "names no version"],
  [{ transport: { type: "streamable-http", url: "http://localhost:1/" } }, "serves streamable-http"],
  [{ packageArguments: [{ type: "positional", valueHint: "folder", isRequired: true }] }, "folder is required"],
])("%j is not run", (changes, reason) => {
  const [target] = entryTargets(stdio(changes));
  expect(target?.kind === "none" ? target.reason : target).toContain(reason);
});

test("the server beside its entry", () => {
  const entry = {
    name: "io.github.acme/notes",
    version: "1.0.0",
    packages: [{ transport: { type: "stdio" } }],
    remotes: [{ type: "sse" }],
  };
  const of = (info: Json) => compareIdentity(entry, { info, place: "remotes[0]" }).map(({ rule }) => rule);
  expect(of({ name: "Notes", version: "1.0.0" })).toEqual([]);
  expect(of({ name: "other", version: "1.1.0" })).toEqual(["live-version", "live-name"]);
  expect(of({})).toEqual([]);
  expect(compareTransport(entry, "stdio")).toEqual([]);
  expect(compareTransport(entry, "streamable-http").map(({ rule }) => rule)).toEqual(["live-transport"]);
});
