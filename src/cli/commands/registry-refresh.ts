import { refreshServerSchema } from "../../features/refresh/refresh-server-schema.ts";
import { schemaRefreshView } from "../../features/registry/view/refresh.ts";
import { schemaFolder } from "../../judge/corpus-files/server-schema.ts";
import { render } from "../../report/render.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { refreshFolder } from "./refresh-folder.ts";
import { runRefresh } from "./run-refresh.ts";

export interface SchemaRefreshFlags {
  readonly url?: string;
  readonly ref?: string;
  readonly folder?: string;
  readonly dryRun?: boolean;
}

/** `mcptest registry refresh`: downloads the newest published schema of a server.json into the cache. */
export const runSchemaRefresh = (
  { url, ref, folder, dryRun }: SchemaRefreshFlags,
  console: Console,
): Promise<ExitCode> => {
  const place = refreshFolder(folder, schemaFolder(process.env, process.platform));
  return runRefresh(
    console,
    (world) => refreshServerSchema({ folder: place, url, ref, dryRun }, world),
    (refresh) => console.out(render(schemaRefreshView, refresh, "pretty", console)),
  );
};
