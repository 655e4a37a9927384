import { refreshUpcoming } from "../../corpus-io/refresh/refresh-upcoming.ts";
import { upcomingFolder } from "../../corpus-io/upcoming.ts";
import { render } from "../../report/render.ts";
import { upcomingRefreshView } from "../../report/views/upcoming/refresh.ts";
import type { ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { refreshFolder } from "./refresh-folder.ts";
import { runRefresh } from "./run-refresh.ts";

export interface UpcomingRefreshFlags {
  readonly url?: string;
  readonly ref?: string;
  readonly folder?: string;
  readonly dryRun?: boolean;
}

/** `mcptest compliance refresh`: reads what is deprecated and proposed from the specification's repository into the cache. */
export const runUpcomingRefresh = (
  { url, ref, folder, dryRun }: UpcomingRefreshFlags,
  console: Console,
): Promise<ExitCode> => {
  const place = refreshFolder(folder, upcomingFolder(process.env, process.platform));
  return runRefresh(
    console,
    (world) => refreshUpcoming({ folder: place, url, ref, dryRun }, world),
    (refresh) => console.out(render(upcomingRefreshView, refresh, "pretty", console)),
  );
};
