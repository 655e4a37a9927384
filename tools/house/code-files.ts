// The code of the repository as syntax trees, each file parsed once.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cwd } from "node:process";
import ts from "typescript";

/** Tests and scripts both run in the root of the repository. A bundled script cannot tell it from its own place. */
export const ROOT = cwd();

export interface CodeFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

const IS_CODE = /\.(?:ts|js|mjs|cjs)$/;
const NOT_OURS = new Set(["node_modules", "dist", ".cache"]);

const pathsBelow = (folder: string): readonly string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsBelow(path);
        return entry.isFile() && IS_CODE.test(entry.name) ? [path] : [];
      })
    : [];

const PARSED = new Map<string, CodeFile>();

export const codeFile = (path: string, text: string): CodeFile => ({
  path,
  text,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true),
});

const readCodeFile = (path: string): CodeFile => {
  const known = PARSED.get(path);
  if (known) return known;
  const file = codeFile(path, readFileSync(join(ROOT, path), "utf8"));
  PARSED.set(path, file);
  return file;
};

/** Releases the syntax trees, which take some hundred megabytes, in a process that goes on with other work. */
export const forgetCode = (): void => PARSED.clear();

export const codeBelow = (folder: string): readonly CodeFile[] => [...pathsBelow(folder)].sort().map(readCodeFile);

/** The folders directly below a folder, by name. */
export const foldersIn = (folder: string): readonly string[] =>
  existsSync(join(ROOT, folder))
    ? readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name))
        .map(({ name }) => name)
        .sort()
    : [];

/** The folders that hold the program: `src`, and `src` of every package beside it. */
export const programFolders = (): readonly string[] => [
  "src",
  ...foldersIn("packages")
    .map((name) => `packages/${name}/src`)
    .filter((folder) => existsSync(join(ROOT, folder))),
];

/** The code of the program. Tests and tools are not part of it. */
export const programCode = (): readonly CodeFile[] => programFolders().flatMap(codeBelow);

/** Calls `visit` for a node and everything below it. */
export const walk = (node: ts.Node, visit: (node: ts.Node) => void): void => {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
};
