// The site as files: small pages, no server forgotten, and memory that does not grow with the fleet.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSiteFolder } from "../../packages/fleet/src/site/output-folder.ts";
import { renderAtom, renderJsonFeed } from "../../packages/fleet/src/site/pages/feeds.ts";
import { renderFindings } from "../../packages/fleet/src/site/pages/findings-part.ts";
import { listFile, serverFile } from "../../packages/fleet/src/site/pages/names.ts";
import { SAMPLE_SITE, sampleServer, sampleSource } from "./sample-fleet.ts";
import { writeSampleSite } from "./written-site.ts";

const SERVERS = 1_500;
/** Not a page: the verifier, which is read only by who verifies. */
const SCRIPT = "verify.js";

describe("the site of a fleet", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-site-"));
  const site = join(folder, "site");
  const read = (file: string): string => readFileSync(join(site, file), "utf8");
  beforeAll(async () => {
    await writeSampleSite(site, sampleSource(SERVERS));
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("every page, and every file but the verifier, is below 100 kB", () => {
    const files = readdirSync(site, { recursive: true, encoding: "utf8" });
    const large = files.filter(
      (file) => file !== SCRIPT && statSync(join(site, file)).isFile() && statSync(join(site, file)).size >= 100_000,
    );
    expect(large).toEqual([]);
  });

  test("a page with the longest texts is below 100 kB too", async () => {
    const long = (text: string): string => `${text} ${"<&é".repeat(20_000)}`;
    await writeSampleSite(join(folder, "long"), sampleSource(250, long));
    const files = readdirSync(join(folder, "long"), { recursive: true, encoding: "utf8" });
    const large = files.filter((file) => file !== SCRIPT && statSync(join(folder, "long", file)).size >= 100_000);
    expect(large).toEqual([]);
  });

  test("every server has a page and a badge, stands in the lists and can be found", () => {
    const shards = readdirSync(join(site, "search"))
      .map((name) => read(`search/${name}`))
      .join("");
    const lists = readdirSync(join(site, "list"))
      .filter((name) => name.startsWith("all-"))
      .map((name) => read(`list/${name}`))
      .join("");
    for (let index = 0; index < SERVERS; index += 1) {
      const { target } = sampleServer(index);
      for (const ending of ["html", "svg", "json"])
        expect(existsSync(join(site, serverFile(target.id, ending)))).toBe(true);
      expect(shards.split(target.id).length).toBe(2);
      expect(lists.split(serverFile(target.id)).length).toBe(2);
    }
  });

  test("the figures of the front page are those of the servers", () => {
    const targets = Array.from({ length: SERVERS }, (_, index) => sampleServer(index).target);
    const dead = targets.filter(({ state }) => state === "dead").length;
    const withA = targets.filter(({ state, reached }) => state === "reachable" && reached?.grade === "A").length;
    const front = read("index.html");
    expect(front).toContain("<b>1,500</b> servers");
    expect(front).toContain(`${dead} dead`);
    expect(front).toContain(`<span class="num">${withA}</span>`);
    const pages = readdirSync(join(site, "list")).filter(
      (name) => name.startsWith("grade-a-") && !name.startsWith("grade-a-plus"),
    );
    expect(pages.map((name) => read(`list/${name}`).split("<tr><td>").length - 1).reduce((a, b) => a + b)).toBe(withA);
  });

  test("of a finding that shows nothing, nothing is shown", () => {
    const { reached } = sampleServer(0).target;
    const finding = {
      kind: "safety",
      id: "SAFE-013",
      level: "error",
      title: "It is the environment",
      items: 1,
    } as const;
    const of = (actual: string): string =>
      renderFindings({ ...reached!, summary: { ...reached!.summary, findings: [{ ...finding, actual }] } });
    expect(of("HOME")).toContain("<dt>seen</dt>");
    expect(of("")).not.toContain("seen");
  });

  test("shards are scripts that do nothing but hand over texts", () => {
    const handed: unknown[][] = [];
    for (const name of readdirSync(join(site, "search")))
      new Function("mcptestShard", read(`search/${name}`))((...args: unknown[]) => handed.push(args));
    expect(handed.length).toBe(readdirSync(join(site, "search")).length);
    expect(handed.filter(([, more]) => more === false).length).toBe(1);
    expect(handed.flatMap(([, , entries]) => entries as unknown[]).length).toBe(SERVERS);
  });

  test("the feeds say the same, and their links lead to pages", async () => {
    const feed = JSON.parse(read("feed.json")) as { items: { id: string; url: string }[] };
    expect(feed.items.length).toBe(200);
    expect(new Set(feed.items.map(({ id }) => id)).size).toBe(200);
    for (const { url } of feed.items) expect(existsSync(join(site, url))).toBe(true);
    expect(read("feed.atom").split("<entry>").length - 1).toBe(200);
    const [change] = await sampleSource(50).changes(1);
    const published = { ...SAMPLE_SITE, baseUrl: "https://example.com/mcp/" };
    expect(renderAtom(published, [change!])).toContain(`href="https://example.com/mcp/${serverFile(change!.target)}"`);
    expect(renderJsonFeed(published, [change!])).toContain(`"https://example.com/mcp/${serverFile(change!.target)}"`);
  });

  test("a new site takes the place of the old one, and of nothing else", async () => {
    await writeSampleSite(site, sampleSource(3));
    expect(readdirSync(join(site, "list")).some((name) => name.startsWith("all-servers-2"))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.startsWith("site."))).toEqual([]);
    const taken = join(folder, "taken");
    mkdirSync(taken);
    writeFileSync(join(taken, "thesis.txt"), "mine");
    await expect(openSiteFolder(taken)).rejects.toThrow("no site of mcptest");
    expect(readFileSync(join(taken, "thesis.txt"), "utf8")).toBe("mine");
  });

  test("names of files are made of letters, digits, dots and dashes, whatever a server says", () => {
    expect(listFile({ kind: "sdk", value: "../../etc/passwd" })).toBe("list/sdk-etc-passwd-1.html");
    expect(listFile({ kind: "grade", value: "A+" }, 3)).toBe("list/grade-a-plus-3.html");
    expect(() => serverFile("../../x")).toThrow("no id");
  });
});
