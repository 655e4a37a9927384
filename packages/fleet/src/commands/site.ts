import { readFileSync } from "node:fs";
import {
  type CallOf,
  counted,
  EXIT,
  type ExitCode,
  type fleetSite,
  oneLine,
  openProgressLine,
  quoted,
  readVerifyScript,
  UsageError,
  VERSION,
} from "mcptest/internal";
import { withStore } from "../cli/store-flags.ts";
import { FolderTakenError, openSiteFolder } from "../site/output-folder.ts";
import { writeSite } from "../site/write-site.ts";
import { DEFAULT_FLEET } from "../store/open-fleet-store.ts";
import { readDirectory } from "../store/read-directory.ts";

/** `mcptest fleet site`: the fleet as a static directory, for any web host or a folder. */
export const runFleetSite = async ({ flags, console }: CallOf<typeof fleetSite>): Promise<ExitCode> => {
  const { out } = flags;
  if (out === undefined) throw new UsageError("name the folder to write with --out <folder>");
  const baseUrl = flags.baseUrl === undefined ? undefined : readBaseUrl(flags.baseUrl);
  const line = openProgressLine(console);
  return withStore(flags, async (store) => {
    const folder = await openSiteFolder(out).catch((error: unknown) => {
      throw error instanceof FolderTakenError ? new UsageError(error.message) : error;
    });
    const title = flags.title ?? (store.fleet === DEFAULT_FLEET ? "MCP servers" : store.fleet);
    const site = { title, madeAt: new Date().toISOString(), version: VERSION, baseUrl };
    try {
      const { servers, files } = await readDirectory(store, (directory) =>
        writeSite(site, directory, folder, loadScripts(), (count) => {
          if (count % 100 === 0) line.show(`${count} servers …`);
        }),
      );
      line.clear();
      console.out(`wrote ${counted(servers, "server")} (${counted(files, "file")}) to ${oneLine(out)}\n`);
      return EXIT.ok;
    } catch (error) {
      line.clear();
      await folder.abandon();
      throw error;
    }
  });
};

const readBaseUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.username !== ""
  )
    throw new UsageError(`--base-url ${quoted(text)} is not the address of a folder, such as https://example.com/mcp/`);
  return url.href.endsWith("/") ? url.href : `${url.href}/`;
};

const loadScripts = (): { search: string; verify: string } => ({
  search: readFileSync(searchScript(), "utf8"),
  verify: readVerifyScript(),
});

/** The build puts the script beside the commands. */
const searchScript = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "../../dist/page/fleet-search.js" : "./page/fleet-search.js",
    import.meta.url,
  );
