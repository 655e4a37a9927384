import { UsageError } from "../usage-error.ts";

/** Where a refresh writes: the folder that was named, else the one in the cache. */
export const refreshFolder = (named: string | undefined, cached: string | undefined): string => {
  const place = named ?? cached;
  if (place !== undefined && place !== "") return place;
  throw new UsageError(
    named === ""
      ? "--folder is empty; name a folder"
      : "HOME is not set, so there is no folder for the cache; name one with --folder",
  );
};
