import { resolve } from "node:path";
import { refuseOwnPackage } from "./destination.ts";
import { isRefName } from "./ref-name.ts";
import { RefreshError } from "./refresh-error.ts";
import { readSource, type Source } from "./source.ts";

/** What every refresh of one folder is asked with. */
export interface FolderRequest {
  readonly folder: string;
  readonly url?: string | undefined;
  readonly ref?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

/** Where it comes from and where it goes; throws a RefreshError before anything is downloaded. */
export const readPlaces = (
  { folder, url, ref }: FolderRequest,
  upstream: string,
): { readonly source: Source; readonly folder: string } => {
  const source = readSource(url ?? upstream);
  if (ref !== undefined && !isRefName(ref))
    throw new RefreshError("failed", "--ref is not the name of a tag, branch or commit");
  const destination = resolve(folder);
  refuseOwnPackage(destination);
  return { source, folder: destination };
};
