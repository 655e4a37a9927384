import { spawn } from "node:child_process";

/** The program that opens an address, by platform. No shell is involved: an address may hold anything. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Starts the user's browser and leaves it alone. Whether one appears nobody can tell, so the address is printed as well. */
export const openBrowser = (url: URL, env: Readonly<Record<string, string | undefined>>): void => {
  const [command = "xdg-open", ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, url.href], { env: { ...env }, stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
};
