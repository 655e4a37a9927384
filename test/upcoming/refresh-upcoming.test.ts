import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refreshUpcoming } from "../../src/features/refresh/refresh-upcoming.ts";
import { upcomingTable } from "../../src/judge/corpus-files/upcoming.ts";
import { file, type TarEntry, tarGz } from "../refresh/tar.ts";
import { contents, failureOf, temporaryFolder, world } from "../refresh/world.ts";

const page = (feature: string): TarEntry =>
  file(
    "spec-main/docs/specification/draft/deprecated.mdx",
    `## Deprecated\n\n| Feature | Deprecated in | Earliest removal |\n|---|---|---|\n| ${feature} | 2099-01-01 | 2100-01-01 |\n`,
  );
const proposal = (number: number, status = "Accepted"): TarEntry =>
  file(
    `spec-main/seps/${number}-thing.md`,
    `# SEP-${number}: Thing\n\n- **Status**: ${status}\n- **Type**: Standards Track\n`,
  );

const archive = (entries: readonly TarEntry[]) => {
  const home = temporaryFolder();
  const url = join(home, "spec.tar.gz");
  writeFileSync(url, tarGz(entries));
  return { home, url, folder: join(home, "mcptest", "upcoming") };
};

/** Later than what ships, so that the cache counts. */
const later = () => ({ ...world(), now: () => new Date("2099-05-06T07:08:09Z") });

test("features and proposals are read, kept, and used while they are newer than what ships", async () => {
  const { home, url, folder } = archive([
    page("Everything"),
    proposal(9001),
    proposal(17, "Draft"),
    file("spec-main/seps/README.md", "# SEPs"),
    file("spec-main/docs/seps/9002-other.md", "# SEP-9002: Elsewhere\n\n- **Status**: Final\n"),
  ]);
  const refresh = await refreshUpcoming({ folder, url }, later());
  expect(refresh).toMatchObject({ destination: folder, deprecated: 1, proposals: 2, changed: true, dry_run: false });
  const { source } = upcomingTable({ XDG_CACHE_HOME: home }, "linux");
  expect(source).toMatchObject({
    read_on: "2099-05-06",
    deprecated: [{ feature: "Everything", since: "2099-01-01", removable_from: "2100-01-01" }],
    proposals: [{ number: 17 }, { number: 9001, status: "Accepted" }],
  });
  expect((await refreshUpcoming({ folder, url }, later())).changed).toBe(false);

  const shipped = upcomingTable({}, "linux");
  expect(shipped.source.deprecated.map(({ feature }) => feature)).toContain("Roots");
  for (const broken of [
    "{",
    JSON.stringify({ read_on: "2099-05-06" }),
    JSON.stringify({ ...source, read_on: "2001-01-01" }),
  ]) {
    writeFileSync(join(folder, "announced.json"), broken);
    expect(upcomingTable({ XDG_CACHE_HOME: home }, "linux")).toEqual(shipped);
  }
});

test.each<readonly [string, readonly TarEntry[], string]>([
  ["no page", [proposal(1)], "with a table of deprecated features"],
  [
    "a page without the table",
    [file("spec-main/docs/specification/draft/deprecated.mdx", "# Soon"), proposal(1)],
    "with a table",
  ],
  ["no proposals", [page("Roots")], "has no proposals"],
])("%s changes nothing", async (_shows, entries, says) => {
  const { folder, url } = archive(entries);
  const failure = await failureOf(refreshUpcoming({ folder, url }, world()));
  expect([failure.kind, failure.message.includes(says)]).toEqual(["failed", true]);
  mkdirSync(folder, { recursive: true });
  expect(contents(folder)).toEqual({});
});

test("a dry run writes nothing; a folder of something else is left alone; a bad ref is refused", async () => {
  const { folder, url } = archive([page("Roots"), proposal(1)]);
  expect((await refreshUpcoming({ folder, url, dryRun: true }, world())).dry_run).toBe(true);
  mkdirSync(folder, { recursive: true });
  expect(contents(folder)).toEqual({});
  writeFileSync(join(folder, "package.json"), "{}");
  expect((await failureOf(refreshUpcoming({ folder, url }, world()))).message).toContain("would be deleted");
  expect((await failureOf(refreshUpcoming({ folder, url, ref: "a b" }, world()))).message).toContain("--ref");
});
