import { type Launcher, programName } from "./launcher.ts";
import type { Pipes, ProcessTree, ProcessView } from "./process-tree.ts";

/** What a launcher has started, as it can be started again without it. */
export interface StartedProgram {
  readonly file: string;
  readonly argv0: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How far a launcher has come, as far as its processes tell. */
export type LaunchState =
  /** Nothing but the launcher has our conversation: whatever is said now, it says. */
  | { readonly kind: "launching" }
  /** It has started something; with `program` that can be started again without it. */
  | { readonly kind: "started"; readonly program?: StartedProgram }
  | { readonly kind: "unknown" };

const UNKNOWN: LaunchState = { kind: "unknown" };

/**
 * Looks for the program behind a launcher. It can be started without it if it is provably all that runs: from the launcher
 * down to it every process is one that we know to do nothing more, it holds both ends of our conversation, and its
 * arguments, folder and file are what they were when it was started.
 */
export const findProgram = (tree: ProcessTree, launcher: Launcher, root: number, pipes: Pipes): LaunchState => {
  const family = FAMILIES[launcher.name];
  let parent = family && tree.view(root);
  if (!family || !parent) return UNKNOWN;
  if (family.replacesItself?.(parent)) return started(tree, launcher, family, parent, parent);
  if (!family.isLauncher(parent)) return UNKNOWN;
  let pid = root;
  for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
    const [child, other] = tree.childrenHolding(pid, pipes);
    if (other !== undefined) return UNKNOWN;
    // A shell that has not started its line yet is still part of the launcher.
    if (child === undefined) return { kind: "launching" };
    const view = tree.view(child);
    if (!view) return UNKNOWN;
    if (!family.isLauncher(view) && !isShellLine(view)) return started(tree, launcher, family, view, parent);
    [pid, parent] = [child, view];
  }
  return UNKNOWN;
};

/** A launcher, one that it hands over to, a shell. */
const MOST_DEPTH = 5;

interface Family {
  readonly isLauncher: (view: ProcessView) => boolean;
  /** The launcher has become the program. */
  readonly replacesItself?: (view: ProcessView) => boolean;
  /** Whether what it fetched stays when it ends; otherwise the program may lose its files. */
  readonly isKept: (view: ProcessView, head: readonly string[]) => boolean;
}

const always = (): boolean => true;

/** npm changes its title to what it does. */
const isNpm = ({ exe, argv }: ProcessView): boolean =>
  programName(exe) === "node" &&
  (/^npm (?:exec|x)(?: |$)/.test(argv[0] ?? "") || ["npx", "npm", "npx-cli.js", "npm-cli.js"].includes(script(argv)));

const isBun = ({ exe, argv }: ProcessView): boolean =>
  /^bunx?$/.test(programName(exe)) && (programName(argv[0] ?? "") === "bunx" || argv.slice(1, 4).includes("x"));

const isPnpm = ({ exe, argv }: ProcessView): boolean =>
  ["pnpm", "pnpx"].includes(programName(exe)) ||
  (programName(exe) === "node" && (/^pnpm(?: |$)/.test(argv[0] ?? "") || /^pnpm|^pnpx/.test(script(argv))));

const isUv = ({ exe }: ProcessView): boolean => ["uv", "uvx"].includes(programName(exe));

/** uv names what it will remove like this: environments for one run, and a cache for one run. */
const isTemporary = (path: string): boolean => path.split("/").some((part) => part.startsWith(".tmp"));

const isKeptByUv = ({ env }: ProcessView, head: readonly string[]): boolean =>
  ![...head, ...(env?.["PATH"] ?? "").split(":"), env?.["VIRTUAL_ENV"] ?? "", env?.["PYTHONPATH"] ?? ""].some(
    isTemporary,
  );

/** What older versions put elsewhere they remove. */
const isKeptByPnpm = (_view: ProcessView, head: readonly string[]): boolean =>
  /\/dlx\/[0-9a-z]{16,}\//.test(head.at(-1) ?? "");

const NPM: Family = { isLauncher: isNpm, isKept: always };
const BUN: Family = { isLauncher: isBun, isKept: always };
const PNPM: Family = { isLauncher: isPnpm, isKept: isKeptByPnpm };
const UV: Family = { isLauncher: isUv, isKept: isKeptByUv };
/** pipx calls uv, or becomes the program in an environment that it keeps for some days. */
const PIPX: Family = {
  ...UV,
  replacesItself: ({ argv }) => argv.slice(0, 2).some((word) => /\/pipx\/(?:[^/]+\/)*[0-9a-f]{12,}\/bin\//.test(word)),
};

/** `yarn dlx` removes what it fetched when it ends, and a container is not ours to look into. */
const FAMILIES: Readonly<Record<string, Family>> = {
  npx: NPM,
  "npm exec": NPM,
  "npm x": NPM,
  bunx: BUN,
  "bun x": BUN,
  pnpx: PNPM,
  "pnpm dlx": PNPM,
  uvx: UV,
  "uv tool run": UV,
  "uv run": UV,
  "pipx run": PIPX,
};

const script = (argv: readonly string[]): string => programName(argv[1] ?? "");

const SHELLS: ReadonlySet<string> = new Set(["sh", "dash", "bash", "ash", "zsh", "busybox"]);

/** A shell for one line: npm starts programs so. */
const isShellLine = ({ exe, argv }: ProcessView): boolean =>
  SHELLS.has(programName(exe)) && argv.length === 3 && argv[1] === "-c";

const INSTALL_SCRIPTS = /^(?:pre|post)?(?:install|prepare|publish|build|rebuild)/;

const started = (
  tree: ProcessTree,
  launcher: Launcher,
  family: Family,
  view: ProcessView,
  parent: ProcessView,
): LaunchState => {
  // npm runs the scripts of what it installs, and may let them speak.
  if (INSTALL_SCRIPTS.test(view.env?.["npm_lifecycle_event"] ?? "")) return { kind: "launching" };
  const program = asStarted(tree, launcher, family, view, parent);
  return program ? { kind: "started", program } : { kind: "started" };
};

const asStarted = (
  tree: ProcessTree,
  { programArgs }: Launcher,
  { isKept }: Family,
  view: ProcessView,
  parent: ProcessView,
): StartedProgram | undefined => {
  const { argv, env, exe, cwd, umask } = view;
  if (programArgs === undefined) return undefined;
  const head = argv.slice(0, argv.length - programArgs.length);
  const [argv0] = head;
  // A program that renames itself writes over its arguments; one that has gone elsewhere did not begin there.
  const isUnchanged =
    argv.length > programArgs.length &&
    programArgs.every((arg, index) => argv[head.length + index] === arg) &&
    cwd === parent.cwd &&
    umask === parent.umask &&
    !head.includes("");
  if (!isUnchanged || argv0 === undefined || env === undefined) return undefined;
  if (!isKept(view, head)) return undefined;
  const located = tree.locate(argv0, env["PATH"] ?? "", cwd);
  if (located?.real !== exe || !namesProgram(tree, head, cwd)) return undefined;
  return { file: located.file, argv0, args: argv.slice(1), cwd, env };
};

/** What an interpreter is given is a file that is there, or a module by name. */
const namesProgram = (tree: ProcessTree, head: readonly string[], cwd: string): boolean => {
  const last = head.at(-1) ?? "";
  return head.length === 1 || head.at(-2) === "-m" || tree.isFile(last.startsWith("/") ? last : `${cwd}/${last}`);
};
