// Writes a site of a made-up fleet to a folder, as `mcptest fleet site` does.

import { readFileSync } from "node:fs";
import { openSiteFolder } from "../../packages/fleet/src/site/output-folder.ts";
import type { SiteSource } from "../../packages/fleet/src/site/site-data.ts";
import { type WrittenSite, writeSite } from "../../packages/fleet/src/site/write-site.ts";
import { SAMPLE_SITE } from "./sample-fleet.ts";

const script = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

export const writeSampleSite = async (folder: string, source: SiteSource): Promise<WrittenSite> =>
  writeSite(SAMPLE_SITE, source, await openSiteFolder(folder), {
    search: script("packages/fleet/dist/page/fleet-search.js"),
    verify: script("dist/page/verify-page.js"),
  });
