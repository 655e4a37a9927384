// A launcher for tests: a program called npx in a folder of its own, which installs for as long as the test wants and then
// starts a server as npm does, through a shell.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { StdioTarget } from "../../src/capture/target.ts";
import { INITIALIZE_RESULT, scriptText } from "./ad-hoc-servers.ts";
import { stdioTarget } from "./context.ts";

export interface FakeLauncher {
  readonly target: StdioTarget;
  /** The folder that stands first in the path. */
  readonly folder: string;
  /** Lets the installation end. */
  finishInstalling(): void;
  /** One line for each start of the launcher, and for what went wrong in its cache. */
  log(): readonly string[];
  /** How often the server ran, however it was started. */
  serverStarts(): number;
  /** Whether any process of the launcher or its server is still there. */
  isRunning(): boolean;
}

export interface FakeLauncherOptions {
  /** What the server does with a line; see stdioScript. */
  readonly handle?: string;
  /** What it does when it starts. */
  readonly before?: string;
  /** Whether the first start waits for `finishInstalling`. */
  readonly installs?: boolean;
  /** What the launcher writes to stdout before anything else. */
  readonly says?: string;
  /** A shell script that calls the launcher: nobody can know what it does. */
  readonly wrapped?: boolean;
}

/** Answers what every client asks first, and nothing that comes before it. */
export const SMALL_SERVER = `
  if (message?.method === "initialize") respond(${JSON.stringify(INITIALIZE_RESULT)});
  else if (message?.id !== undefined)
    send({ jsonrpc: "2.0", id: message.id, error: { code: -32601, message: "Method not found" } });`;

export const fakeLauncher = (options: FakeLauncherOptions = {}): FakeLauncher => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-launcher-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  const lines = (name: string): readonly string[] =>
    existsSync(at(name)) ? readFileSync(at(name), "utf8").trim().split("\n") : [];

  writeFileSync(
    at("server.cjs"),
    `${noting("servers")}\n${options.before ?? ""}\n${scriptText(options.handle ?? SMALL_SERVER)}`,
  );
  // Whatever a package.json further up says, these are CommonJS.
  writeFileSync(at("package.json"), "{}");
  const npx = options.wrapped ? "npx.cjs" : "npx";
  writeFileSync(at(npx), launcherText(options));
  if (options.wrapped) writeFileSync(at("npx"), `#!/bin/sh\n"${at(npx)}" "$@"\n`);
  for (const name of [npx, "npx"]) chmodSync(at(name), 0o755);
  if (!options.installs) writeFileSync(at("installed"), "");

  return {
    target: stdioTarget("npx", ["-y", "@scope/server", "--flag", "two words"], {
      PATH: `${folder}:${process.env["PATH"] ?? ""}`,
    }),
    folder,
    finishInstalling: () => writeFileSync(at("go"), ""),
    log: () => lines("launchers").map((line) => line.replace(/ \d+$/, "")),
    serverStarts: () => lines("servers").length,
    isRunning: () =>
      [...lines("launchers"), ...lines("servers")].some((line) => isAlive(Number(line.split(" ").at(-1)))),
  };
};

const noting = (file: string): string =>
  `const note = (what) => require("node:fs").appendFileSync(require("node:path").join(__dirname, "${file}"), what + " " + process.pid + "\\n");
note("started");`;

const launcherText = ({ says }: FakeLauncherOptions): string => `#!${process.execPath}
${noting("launchers")}
const { existsSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const at = (name) => join(__dirname, name);
${says === undefined ? "" : `process.stdout.write(${JSON.stringify(`${says}\n`)});`}
const install = async () => {
  if (existsSync(at("installed"))) return;
  if (existsSync(at("installing"))) note("clash");
  writeFileSync(at("installing"), "");
  while (!existsSync(at("go"))) await new Promise((resolve) => setTimeout(resolve, 20));
  rmSync(at("installing"));
  writeFileSync(at("installed"), "");
};
const quoted = (word) => "'" + word + "'";
install().then(() => {
  const line = [process.execPath, at("server.cjs"), ...process.argv.slice(4)].map(quoted).join(" ");
  const env = { ...process.env, GIVEN_BY_LAUNCHER: "a value of the launcher's", npm_lifecycle_event: "npx" };
  require("node:child_process")
    .spawn("sh", ["-c", line], { stdio: "inherit", env })
    .on("exit", (code) => process.exit(code ?? 1));
});
`;

const isAlive = (pid: number): boolean => {
  try {
    // A zombie is dead: in a container nobody may ever reap it.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/\) [ZX] /.test(stat);
  } catch {
    return false;
  }
};
