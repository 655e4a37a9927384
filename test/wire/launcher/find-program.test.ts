import { describe, expect, test } from "vitest";
import { findProgram } from "../../../src/wire/stdio/launcher/find-program.ts";
import { recogniseLauncher } from "../../../src/wire/stdio/launcher/launcher.ts";
import type { ProcessTree, ProcessView } from "../../../src/wire/stdio/launcher/process-tree.ts";

const PIPES = { input: "socket:[1]", output: "socket:[2]" };

interface Running extends Partial<ProcessView> {
  readonly argv: readonly string[];
  readonly exe: string;
  readonly children?: readonly Running[];
}

/** A tree of processes that all hold our pipes, on a machine where `node` is /usr/bin/node and every named file is there. */
const treeOf = (root: Running): ProcessTree => {
  const all: Running[] = [];
  const number = (running: Running): void => {
    all.push(running);
    running.children?.forEach(number);
  };
  number(root);
  return {
    view: (pid) => {
      const running = all[pid];
      return running && { env: { PATH: "/usr/bin" }, cwd: "/home/me", umask: "0022", ...running };
    },
    childrenHolding: (pid) => (all[pid]?.children ?? []).map((child) => all.indexOf(child)),
    locate: (name, path) => {
      const file = name.startsWith("/") ? name : `${path.split(":").at(-1)}/${name}`;
      return { file, real: file.endsWith("/venv/python") ? "/usr/bin/python3.11" : file };
    },
    isFile: (path) => path !== "/home/me/gone",
  };
};

const find = (line: string, root: Running) => {
  const [command = "", ...args] = line.split(" ");
  const launcher = recogniseLauncher(command, args);
  if (!launcher) throw new Error(`${line} is no launcher`);
  return findProgram(treeOf(root), launcher, 0, PIPES);
};

const NPM = { argv: ["npm exec server", "", ""], exe: "/usr/bin/node" };
const SHELL = { argv: ["sh", "-c", "'server' a"], exe: "/usr/bin/dash" };
const SERVER = { argv: ["node", "/cache/.bin/server", "a"], exe: "/usr/bin/node" };
const PYTHON = { argv: ["/venv/python", "/venv/server", "a"], exe: "/usr/bin/python3.11" };
const UV = { argv: ["uv", "tool", "uvx", "server", "a"], exe: "/bin/uv" };

const throughNpm = (server: Running): Running => ({ ...NPM, children: [{ ...SHELL, children: [server] }] });

const STARTED_NODE = {
  kind: "started",
  program: {
    file: "/usr/bin/node",
    argv0: "node",
    args: ["/cache/.bin/server", "a"],
    cwd: "/home/me",
    env: { PATH: "/usr/bin" },
  },
};

describe("the program behind a launcher", () => {
  test("is what npm's shell runs", () => {
    expect(find("npx server a", throughNpm(SERVER))).toEqual(STARTED_NODE);
  });

  test("is what npm runs where the shell steps aside", () => {
    expect(find("npx server a", { ...NPM, children: [SERVER] })).toEqual(STARTED_NODE);
  });

  test("is the interpreter of the environment, not the file that it is a link to", () => {
    expect(find("uvx server a", { ...UV, children: [PYTHON] })).toMatchObject({
      kind: "started",
      program: { file: "/venv/python", argv0: "/venv/python", args: ["/venv/server", "a"] },
    });
  });

  test("may be what pipx has become", () => {
    const folder = "/home/me/.cache/pipx/de9dc4133763d67/bin";
    const argv = [`${folder}/python`, `${folder}/server`, "a"];
    expect(find("pipx run server a", { argv, exe: `${folder}/python` })).toMatchObject({
      program: { file: `${folder}/python`, args: argv.slice(1) },
    });
    expect(find("pipx run server a", { argv: ["python", "/bin/pipx", "run"], exe: "/usr/bin/python" })).toEqual({
      kind: "unknown",
    });
  });

  test("may have processes of its own", () => {
    expect(find("npx server a", throughNpm({ ...SERVER, children: [SERVER, SERVER] }))).toEqual(STARTED_NODE);
  });

  test("is not there as long as only the launcher, its shell or an install script has our pipes", () => {
    const script = { ...SERVER, env: { PATH: "/usr/bin", npm_lifecycle_event: "postinstall" } };
    for (const root of [NPM, { ...NPM, children: [SHELL] }, throughNpm(script)])
      expect(find("npx server a", root)).toEqual({ kind: "launching" });
  });

  test.each<[why: string, line: string, root: Running]>([
    ["it renamed itself", "npx server a", throughNpm({ ...SERVER, argv: ["my server", "", ""] })],
    ["it hides an argument", "npx server a", throughNpm({ ...SERVER, argv: ["node", "/cache/.bin/server"] })],
    ["it runs another file than its name says", "npx server a", throughNpm({ ...SERVER, exe: "/opt/node" })],
    ["its file was removed", "npx server a", throughNpm({ ...SERVER, exe: "/usr/bin/node (deleted)" })],
    ["it went elsewhere", "npx server a", throughNpm({ ...SERVER, cwd: "/tmp" })],
    ["it has another umask", "npx server a", throughNpm({ ...SERVER, umask: "0077" })],
    ["its environment cannot be handed on", "npx server a", throughNpm({ ...SERVER, env: undefined })],
    ["its script is not there", "npx server a", throughNpm({ ...SERVER, argv: ["node", "gone", "a"] })],
    ["a shell runs a line of the user's", "npx -c server", throughNpm({ ...SERVER, argv: ["node", "/cache/server"] })],
    [
      "uv removes the environment at the end",
      "uvx server a",
      { ...UV, children: [{ ...PYTHON, env: { PATH: "/cache/.tmpAb12/bin:/usr/bin" } }] },
    ],
    [
      "pnpm has it where older versions remove it",
      "pnpm dlx server a",
      { argv: ["node", "/bin/pnpm.cjs", "dlx"], exe: "/usr/bin/node", children: [SERVER] },
    ],
  ])("is not started by itself if %s", (_why, line, root) => {
    expect(find(line, root)).toEqual({ kind: "started" });
  });

  test.each<[why: string, line: string, root: Running]>([
    [
      "the launcher is another program of that name",
      "npx server a",
      { argv: ["sh", "/bin/npx"], exe: "/usr/bin/dash", children: [SERVER] },
    ],
    ["two processes have our pipes", "npx server a", { ...NPM, children: [SERVER, SERVER] }],
    ["it is in a container", "docker run server a", { argv: ["docker"], exe: "/usr/bin/docker", children: [SERVER] }],
    [
      "its launcher removes what it fetched",
      "yarn dlx server a",
      { argv: ["node", "/bin/yarn"], exe: "/usr/bin/node", children: [SERVER] },
    ],
  ])("is unknown if %s", (_why, line, root) => {
    expect(find(line, root)).toEqual({ kind: "unknown" });
  });
});
