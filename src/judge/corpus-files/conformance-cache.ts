import { posix, win32 } from "node:path";

/** Where refreshed corpora are kept, one folder per revision; undefined where the environment names no home. */
export const cacheFolder = (
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  part: "conformance" | "server-json" | "upcoming" = "conformance",
): string | undefined => {
  const folder = ["mcptest", part];
  if (platform === "win32") {
    const local =
      absolute(env["LOCALAPPDATA"], win32) ?? below(absolute(env["USERPROFILE"], win32), WINDOWS_CACHE, win32);
    return below(local, folder, win32);
  }
  const cache = absolute(env["XDG_CACHE_HOME"], posix) ?? below(absolute(env["HOME"], posix), [".cache"], posix);
  return below(cache, folder, posix);
};

const WINDOWS_CACHE = ["AppData", "Local"];

type PathRules = typeof posix;

/** The XDG specification has relative values ignored; an empty one is as good as none. */
const absolute = (path: string | undefined, rules: PathRules): string | undefined =>
  path !== undefined && rules.isAbsolute(path) ? path : undefined;

const below = (folder: string | undefined, names: readonly string[], rules: PathRules): string | undefined =>
  folder === undefined ? undefined : rules.join(folder, ...names);
