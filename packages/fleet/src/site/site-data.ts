import type { DirectoryEntry, NamedChange } from "../model/directory.ts";
import type { FleetRun } from "../model/run.ts";

/** What every page of one site says. */
export interface Site {
  /** Of the fleet, or as the user calls the site. */
  readonly title: string;
  /** When the fleet was read, as RFC 3339 text. */
  readonly madeAt: string;
  /** The version of mcptest that wrote the site. */
  readonly version: string;
  /** Where the site will be, with a slash at its end; feeds and badges need it to be found from elsewhere. */
  readonly baseUrl?: string | undefined;
}

/** Where a site takes what it shows. Servers come in the order of their names, a page of them at a time in memory. */
export interface SiteSource {
  entries(): AsyncIterable<DirectoryEntry>;
  /** The newest first. */
  changes(most: number): Promise<readonly NamedChange[]>;
  /** The newest first. */
  runs(most: number): Promise<readonly FleetRun[]>;
}
