import { refreshServerSchema } from "../../corpus-io/refresh/refresh-server-schema.ts";
import { schemaFolder } from "../../corpus-io/server-schema.ts";
import { render } from "../../report/render.ts";
import { schemaRefreshView } from "../../report/views/registry/refresh.ts";
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
