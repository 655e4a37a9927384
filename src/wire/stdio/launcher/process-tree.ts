import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";

/** What Linux tells of a process that runs. */
export interface ProcessView {
  readonly argv: readonly string[];
  /** The environment it was started with; undefined if it cannot be handed on as it is. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** The file that runs, without symbolic links. */
  readonly exe: string;
  readonly cwd: string;
  readonly umask: string;
}

/** Both ends of a conversation as the system names them: `socket:[123]`. */
export interface Pipes {
  readonly input: string;
  readonly output: string;
}

/** Looks at processes; tests have trees of their own. */
export interface ProcessTree {
  view(pid: number): ProcessView | undefined;
  /** Its children that hold both ends. */
  childrenHolding(pid: number, pipes: Pipes): readonly number[];
  /** The file that a program name stands for, as `execvp` finds it, and the same without symbolic links. */
  locate(name: string, path: string, cwd: string): { readonly file: string; readonly real: string } | undefined;
  isFile(path: string): boolean;
}

/** Our own children, as /proc shows them; undefined on systems without it. */
export const openProcessTree = (): ProcessTree | undefined => (process.platform === "linux" ? LINUX : undefined);

/** What a child that was just started has for its input and output. */
export const pipesOf = (pid: number): Pipes | undefined => {
  if (process.platform !== "linux") return undefined;
  const [input, output] = [linkAt(`/proc/${pid}/fd/0`), linkAt(`/proc/${pid}/fd/1`)];
  return input === undefined || output === undefined ? undefined : { input, output };
};

const LINUX: ProcessTree = {
  view: (pid) => {
    try {
      const argv = stringsIn(`/proc/${pid}/cmdline`);
      const environment = stringsIn(`/proc/${pid}/environ`);
      const umask = /^Umask:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
      if (argv === undefined || environment === undefined || umask === undefined) return undefined;
      const [exe, cwd] = [readlinkSync(`/proc/${pid}/exe`), readlinkSync(`/proc/${pid}/cwd`)];
      return { argv, env: toEnvironment(environment), exe, cwd, umask };
    } catch {
      return undefined; // ended while we looked, or not ours to look at
    }
  },
  childrenHolding: (pid, { input, output }) =>
    childrenOf(pid).filter((child) => {
      const held = linksIn(`/proc/${child}/fd`);
      return held.has(input) && held.has(output);
    }),
  locate: (name, path, cwd) => {
    const candidates = name.includes("/")
      ? [resolve(cwd, name)]
      : path.split(":").map((folder) => join(isAbsolute(folder) ? folder : resolve(cwd, folder), name));
    const file = candidates.find(isExecutable);
    return file === undefined ? undefined : { file, real: realpathSync(file) };
  },
  isFile: (path) => isFile(path),
};

/** Strings that each end with a zero; undefined if their bytes are not text, which could not be handed on. */
const stringsIn = (path: string): readonly string[] | undefined => {
  const bytes = readFileSync(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.endsWith("\0") ? text.slice(0, -1).split("\0") : text === "" ? [] : undefined;
  } catch {
    return undefined;
  }
};

const toEnvironment = (lines: readonly string[]): Record<string, string> | undefined => {
  const env: Record<string, string> = {};
  for (const line of lines) {
    const equals = line.indexOf("=");
    const name = line.slice(0, equals);
    // No name, or one that comes twice: a list of pairs would not be the same.
    if (equals < 1 || Object.hasOwn(env, name)) return undefined;
    env[name] = line.slice(equals + 1);
  }
  return env;
};

const childrenOf = (pid: number): readonly number[] => {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return childrenByParent(pid); // a kernel that does not list them, or ended while we looked
  }
};

const childrenByParent = (pid: number): readonly number[] =>
  readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number);

const parentOf = (pid: string): number | undefined => {
  try {
    // The command name may hold spaces and brackets; the fields follow its last closing bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // ended while we looked
  }
};

const linksIn = (folder: string): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(folder).flatMap((name) => linkAt(join(folder, name)) ?? []));
  } catch {
    return new Set();
  }
};

const linkAt = (path: string): string | undefined => {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const isExecutable = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && (found.mode & 0o111) !== 0;
};
