import { expect, test } from "vitest";
import type { CapturedTarget } from "../../src/capture/capture.ts";
import { loadServerSchema } from "../../src/judge/corpus-files/server-schema.ts";
import { draftEntry } from "../../src/scores/server-json/draft-entry.ts";
import { schemaUrl } from "../../src/scores/server-json/schema-url.ts";
import { validateEntry } from "../../src/scores/server-json/validate-entry.ts";

const SCHEMA = loadServerSchema("server-json");
const draft = (target: CapturedTarget, info = { name: "Acme Notes", version: "1.2.0", title: "Notes" }) =>
  draftEntry({
    info,
    target,
    transport: target.kind === "http" ? "streamable-http" : "stdio",
    schema: schemaUrl(SCHEMA),
  });

test("a command of a launcher becomes its package", () => {
  const entry = draft({ kind: "stdio", command: ["npx", "-y", "@acme/notes@1.2.0", "/tmp"], env_names: ["NOTES_KEY"] });
  expect(entry).toMatchObject({
    name: "io.github.FILL-IN/Acme-Notes",
    title: "Notes",
    version: "1.2.0",
    packages: [
      {
        registryType: "npm",
        identifier: "@acme/notes",
        version: "1.2.0",
        packageArguments: [{ type: "positional", value: "/tmp" }],
        environmentVariables: [{ name: "NOTES_KEY", isSecret: true }],
      },
    ],
  });
});

test.each([
  [["uvx", "acme-notes==2.0.0"], { registryType: "pypi", identifier: "acme-notes", version: "2.0.0" }],
  [["docker", "run", "-i", "--rm", "acme/notes:1"], { registryType: "oci", identifier: "acme/notes:1" }],
  [["node", "server.js"], { registryType: "FILL-IN: npm, pypi, nuget, cargo, oci or mcpb" }],
])("%j", (command, expected) => {
  expect(draft({ kind: "stdio", command, env_names: [] })["packages"]).toMatchObject([expected]);
});

test("an address on this machine is nobody else's", () => {
  const entry = draft({ kind: "http", url: "http://127.0.0.1:3000/mcp", header_names: ["Authorization"] });
  expect(entry["remotes"]).toMatchObject([
    { type: "streamable-http", url: "https://FILL-IN/mcp", headers: [{ name: "Authorization", isSecret: true }] },
  ]);
  const open = draft({ kind: "http", url: "https://acme.example/mcp", header_names: [] });
  expect(open["remotes"]).toEqual([{ type: "streamable-http", url: "https://acme.example/mcp" }]);
});

test("the only findings of a draft are what a person has to fill in, and all of it", () => {
  for (const target of [
    { kind: "http", url: "http://127.0.0.1:3000/mcp", header_names: ["Authorization"] },
    { kind: "stdio", command: ["node", "server.js"], env_names: ["A"] },
  ] satisfies CapturedTarget[]) {
    const entry = draft(target);
    const findings = validateEntry(entry, SCHEMA);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(["placeholder"]));
    expect(findings.length).toBe(JSON.stringify(entry).split(/"[^"]*FILL-IN[^"]*"/).length - 1);
  }
});
