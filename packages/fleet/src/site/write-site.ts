import { HTML_STYLE, VERIFY_PAGE_STYLE } from "mcptest/internal";
import type { DirectoryEntry } from "../model/directory.ts";
import { ListWriter } from "./list-writer.ts";
import type { SiteFolder } from "./output-folder.ts";
import { CHANGES_ON_PAGE, renderChangesPage } from "./pages/changes-page.ts";
import { renderAtom, renderJsonFeed } from "./pages/feeds.ts";
import { renderFrontPage } from "./pages/front-page.ts";
import { serverFile } from "./pages/names.ts";
import { serverBadge } from "./pages/server-badge.ts";
import { renderServerPage } from "./pages/server-page.ts";
import { SITE_STYLE } from "./pages/site-style.ts";
import { SiteTotals } from "./pages/totals.ts";
import { renderSiteVerifyPage, VERIFY_STYLE } from "./pages/verify-page.ts";
import { ShardWriter } from "./shard-writer.ts";
import type { Site, SiteSource } from "./site-data.ts";

/** The scripts that are built beside the commands. */
export interface SiteScripts {
  readonly search: string;
  readonly verify: string;
}

export interface WrittenSite {
  readonly servers: number;
  readonly files: number;
}

/** How many changes the front page counts in: those of the newest run, of a large fleet. */
const CHANGES_COUNTED = 20_000;

/**
 * Writes a whole site. Servers are read once and pass by: in memory are only the page of each list that is being filled, the figures,
 * and the newest changes.
 */
export const writeSite = async (
  site: Site,
  source: SiteSource,
  folder: SiteFolder,
  scripts: SiteScripts,
  onServer: (count: number) => void = () => {},
): Promise<WrittenSite> => {
  const totals = new SiteTotals();
  const lists = new ListWriter(site, folder);
  const shards = new ShardWriter(folder);
  for await (const server of source.entries()) {
    await writeServer(site, server, folder);
    await lists.add(server.target);
    await shards.add(server.target);
    totals.add(server.target, server.certificate !== null && server.certificate.revokedAt === null);
    onServer(totals.targets);
  }
  await lists.finish();
  await shards.finish();
  const [changes, runs] = [await source.changes(CHANGES_COUNTED), await source.runs(1)];
  const shown = changes.slice(0, CHANGES_ON_PAGE);
  await folder.write("index.html", renderFrontPage(site, { totals, runs, changes }));
  await folder.write("changes.html", renderChangesPage(site, shown));
  await folder.write("feed.atom", renderAtom(site, shown));
  await folder.write("feed.json", renderJsonFeed(site, shown));
  await folder.write("style.css", HTML_STYLE + SITE_STYLE);
  await folder.write("search.js", scripts.search);
  await folder.write("verify.html", renderSiteVerifyPage(site));
  await folder.write("verify.css", VERIFY_PAGE_STYLE + VERIFY_STYLE);
  await folder.write("verify.js", scripts.verify);
  return { servers: totals.targets, files: await folder.finish() };
};

const writeServer = async (site: Site, server: DirectoryEntry, folder: SiteFolder): Promise<void> => {
  const { target, certificate } = server;
  const badge = serverBadge(target);
  await folder.write(serverFile(target.id), renderServerPage(site, server));
  await folder.write(serverFile(target.id, "svg"), badge.svg);
  await folder.write(serverFile(target.id, "json"), badge.json);
  if (certificate === null) return;
  await folder.write(serverFile(target.id, "certificate.json"), certificate.text);
  if (certificate.revocation !== null)
    await folder.write(serverFile(target.id, "revocation.json"), certificate.revocation);
};
