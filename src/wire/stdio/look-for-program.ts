import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { defined } from "../../base/defined.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import type { FileLook, ProgramLook, Surroundings } from "../surroundings.ts";
import type { ChildStart } from "./child-process.ts";

/** Why a command does not start, as far as the file system tells; nothing is started. */
export const lookForProgram = (
  start: Pick<ChildStart, "command" | "args" | "env" | "cwd">,
): Surroundings | undefined => {
  const program = lookAtProgram(start);
  const file = program ? undefined : lookAtFile(start);
  return program || file ? defined({ program, file }) : undefined;
};

const lookAtProgram = ({ command, env, cwd = "." }: Parameters<typeof lookForProgram>[0]): ProgramLook | undefined => {
  if (!isFolder(cwd)) return { state: "no-folder", near: near(cwd) };
  const path = env["PATH"] ?? env["Path"] ?? "";
  if (!/[\\/]/.test(command)) {
    if (foldersOf(path).some((folder) => isProgram(join(folder, command)))) return undefined;
    return { state: "not-found", near: [...beside(command, cwd), ...nearestNames(command, programsOn(path))] };
  }
  const file = resolve(cwd, command);
  if (isFolder(file)) return { state: "not-executable", near: [] };
  if (!isFile(file)) return { state: "not-found", near: near(command, cwd) };
  if (!isProgram(file)) return { state: "not-executable", near: [] };
  const interpreter = interpreterOf(file);
  return interpreter !== undefined && isAbsolute(interpreter) && !isFile(interpreter)
    ? { state: "no-interpreter", interpreter, near: [] }
    : undefined;
};

/** `node sever.js`: the first argument with the ending of a program, unless options come before it. */
const lookAtFile = ({ args, cwd = "." }: Parameters<typeof lookForProgram>[0]): FileLook | undefined => {
  const [name] = args;
  if (name === undefined || !SOURCE.test(name) || isFile(resolve(cwd, name))) return undefined;
  return { name, near: near(name, cwd) };
};

const SOURCE = /^[^-].*\.(?:[cm]?[jt]sx?|py|rb|php|jar|sh|exe|dll|wasm)$/i;

/** Where projects keep the programs that they install for themselves. */
const OWN_PROGRAMS = ["", "node_modules/.bin", ".venv/bin", "venv/bin", "bin", "dist", "build", "target/release"];

const beside = (command: string, cwd: string): string[] =>
  OWN_PROGRAMS.map((folder) => (folder === "" ? `./${command}` : `./${folder}/${command}`)).filter((path) =>
    isFile(resolve(cwd, path)),
  );

/** Files of the same folder with a similar name, written as the user wrote theirs. */
const near = (name: string, cwd = "."): string[] => {
  const start = /^(.*[\\/])?([^\\/]*)[\\/]?$/.exec(name);
  const [, folder = "", last = ""] = start ?? [];
  const found = nearestNames(last, entriesOf(dirname(resolve(cwd, name))));
  return found.map((entry) => `${folder}${entry}`);
};

/** More than any folder on a PATH has; a folder of millions must not be sorted. */
const MOST_ENTRIES = 20_000;

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder).slice(0, MOST_ENTRIES);
  } catch {
    return []; // no such folder, or not ours to read
  }
};

const foldersOf = (path: string): string[] => path.split(delimiter).filter((folder) => folder !== "");

const programsOn = (path: string): string[] => [...new Set(foldersOf(path).flatMap(entriesOf))];

const interpreterOf = (path: string): string | undefined => {
  const head = Buffer.alloc(256);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
  return /^#!\s*([^\s\0]+)/.exec(head.toString("latin1"))?.[1];
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const isFile = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false; // ENOTDIR: part of the path is a file
  }
};

const isProgram = (path: string): boolean => {
  if (!isFile(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
