// Installs one SDK in a folder of its own and records the smallest server on it.
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const MCPTEST = resolve(HERE, "../../bin/mcptest.js");
/** What the server offers: one tool, or one tool, one resource and one prompt. */
export const OFFERS = ["tool", "all"];

/** Every recording has a port of its own, always the same, so that a new recording differs in what the SDK changed. */
const FIRST_PORT = 38_100;
let ports = FIRST_PORT;
export const givePort = () => ports++;

export const nameOf = ({ sdk, version }) => `${sdk}-${version}`;

export const install = (recipe, scratch) => {
  const folder = join(scratch, nameOf(recipe));
  const done = join(folder, ".installed");
  if (existsSync(done)) {
    copyFiles(recipe, folder);
    // What is compiled is compiled again.
    if (recipe.compiled) runAll(recipe.install.slice(-1), folder);
    return folder;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFiles(recipe, folder);
  runAll(recipe.install, folder);
  writeFileSync(done, "");
  return folder;
};

const runAll = (commands, folder) => {
  for (const [command, ...args] of commands) {
    const { status, error, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr.trim().slice(-600)}`);
  }
};

const copyFiles = ({ files, texts = {}, sources = join(HERE, "servers") }, folder) => {
  for (const [to, from] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(join(sources, from), join(folder, to));
  }
  for (const [to, text] of Object.entries(texts)) {
    if (!existsSync(join(folder, to))) writeFileSync(join(folder, to), text);
  }
};

// Where an SDK leaves many requests without an answer, each takes its whole time.
const mcptest = (args, folder) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [MCPTEST, "record", "--quiet", "--run-timeout", "15m", ...args],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  if (status === 0) return;
  rmSync(args[1], { force: true });
  throw new Error(`mcptest record exits ${status}: ${stderr.trim()}`);
};

const isOpen = (port) =>
  new Promise((answer) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      answer(true);
    });
    socket.on("error", () => answer(false));
  });

const whenOpen = async (port, server) => {
  const end = Date.now() + 60_000;
  while (server.exitCode === null && Date.now() < end) {
    if (await isOpen(port)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`nothing listens on ${port}`);
};

/** Recordings are committed: where this machine keeps things is nobody's business. */
export const withoutPaths = (file, folder) => {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(dirname(folder), "/srv/mcp").replaceAll(homedir(), "/home/user"));
};

export const record = async (recipe, folder, run) => {
  await recordAsIs(recipe, folder, run);
  chmodSync(run.out, 0o644);
  withoutPaths(run.out, folder);
};

const recordAsIs = async (recipe, folder, { transport, offers, port, out }) => {
  const [command, ...args] = [...recipe.run, transport, offers, String(port)];
  if (transport === "stdio") return mcptest(["-o", out, "--", command, ...args], folder);
  await withServer([command, ...args], folder, port, () =>
    mcptest(["-o", out, `http://127.0.0.1:${port}/mcp`], folder),
  );
};

/** The server lives as long as the action takes. */
export const withServer = async ([command, ...args], folder, port, action) => {
  const server = spawn(command, args, { cwd: folder, stdio: "ignore" });
  const gone = new Promise((done) => server.once("exit", done));
  try {
    await whenOpen(port, server);
    return await action();
  } finally {
    server.kill("SIGTERM");
    const hard = setTimeout(() => server.kill("SIGKILL"), 5_000);
    await gone;
    clearTimeout(hard);
  }
};
