import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Where the user's settings live: XDG_CONFIG_HOME, on Windows APPDATA, else ~/.config. A relative path is none. */
export const configFolder = (
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string => {
  const named = [env["XDG_CONFIG_HOME"], platform === "win32" ? env["APPDATA"] : undefined];
  const home = named.find((path) => path !== undefined && isAbsolute(path));
  return join(home ?? join(homedir(), ".config"), "mcptest");
};
