/** What a refresh of the schema of server.json did, or with `dry_run` would have done. */
export interface SchemaRefresh {
  readonly version: string;
  /** Without user info and query. */
  readonly url: string;
  readonly ref?: string;
  readonly commit?: string;
  readonly archive_sha256: string;
  readonly destination: string;
  readonly dry_run: boolean;
  /** Whether it is another file than the one that was there. */
  readonly changed: boolean;
}
