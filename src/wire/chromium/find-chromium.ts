import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const MAC_APPS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium that CHROMIUM names, or the first on the PATH. A CHROMIUM that leads nowhere is not replaced by another. */
export const findChromium = (env: Readonly<Record<string, string | undefined>>): string | undefined => {
  const named = env["CHROMIUM"];
  if (named !== undefined && named !== "") return isProgram(named) ? named : undefined;
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  return [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...MAC_APPS].find(isProgram);
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
