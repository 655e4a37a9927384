import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refreshServerSchema } from "../../src/features/refresh/refresh-server-schema.ts";
import { embeddedServerSchema, serverSchema, versionOfSchema } from "../../src/judge/corpus-files/server-schema.ts";
import { file, type TarEntry, tarGz } from "../refresh/tar.ts";
import { contents, failureOf, NOW, temporaryFolder, world } from "../refresh/world.ts";

const schemaOf = (date: string): string =>
  JSON.stringify({
    $id: `https://static.modelcontextprotocol.io/schemas/${date}/server.schema.json`,
    definitions: { ServerDetail: {} },
  });
const entry = (date: string, text = schemaOf(date)): TarEntry =>
  file(`static-main/schemas/${date}/server.schema.json`, text);

const archive = (entries: readonly TarEntry[]) => {
  const home = temporaryFolder();
  const url = join(home, "static.tar.gz");
  writeFileSync(url, tarGz(entries));
  return { home, url, folder: join(home, "mcptest", "server-json") };
};

test("the newest dated schema is taken, and used only where it is newer than the one that ships", async () => {
  const { home, url, folder } = archive([
    entry("2025-10-17"),
    entry("2099-01-02"),
    file("static-main/schemas/draft/server.schema.json", schemaOf("draft")),
    file("static-main/schemas/2099-03-04/other.schema.json", "{}"),
  ]);
  const refresh = await refreshServerSchema({ folder, url }, world());
  expect(refresh).toMatchObject({ version: "2099-01-02", destination: folder, changed: true, dry_run: false });
  const written = contents(folder);
  expect(written["server.schema.json"]).toBe(schemaOf("2099-01-02"));
  expect(JSON.parse(written["upstream.json"] ?? "")).toMatchObject({
    version: "2099-01-02",
    source_path: "schemas/2099-01-02/server.schema.json",
    fetched_at: NOW.toISOString(),
  });
  expect(versionOfSchema(serverSchema({ XDG_CACHE_HOME: home }, "linux"))).toBe("2099-01-02");
  expect((await refreshServerSchema({ folder, url }, world())).changed).toBe(false);
  writeFileSync(join(folder, "server.schema.json"), schemaOf("2020-01-01"));
  expect(serverSchema({ XDG_CACHE_HOME: home }, "linux")).toEqual(embeddedServerSchema());
  writeFileSync(join(folder, "server.schema.json"), "{");
  expect(serverSchema({ XDG_CACHE_HOME: home }, "linux")).toEqual(embeddedServerSchema());
});

test.each<readonly [string, readonly TarEntry[], string]>([
  ["no schema", [file("static-main/schemas/README.json", "{}")], "has no schemas/<date>/server.schema.json"],
  ["another date inside", [entry("2099-01-02", schemaOf("2098-01-02"))], "is not the schema of that date"],
  ["no JSON", [entry("2099-01-02", "<html>")], "is not the schema of that date"],
])("%s changes nothing", async (_shows, entries, says) => {
  const { folder, url } = archive(entries);
  const failure = await failureOf(refreshServerSchema({ folder, url }, world()));
  expect([failure.kind, failure.message.includes(says)]).toEqual(["failed", true]);
  mkdirSync(folder, { recursive: true });
  expect(contents(folder)).toEqual({});
});

test("a dry run writes nothing, and a folder of something else is left alone", async () => {
  const { folder, url } = archive([entry("2099-01-02")]);
  expect((await refreshServerSchema({ folder, url, dryRun: true }, world())).dry_run).toBe(true);
  mkdirSync(folder, { recursive: true });
  expect(contents(folder)).toEqual({});
  writeFileSync(join(folder, "package.json"), "{}");
  const failure = await failureOf(refreshServerSchema({ folder, url }, world()));
  expect(failure.message).toContain("would be deleted");
});
