// Which file of the program uses which: the graph of imports, seen through files that only hand names on.

import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import ts from "typescript";
import { type CodeFile, ROOT, walk } from "./code-files.ts";

/** Every name, for `import *`, a dynamic import that is not taken apart, and the start of a worker. */
const EVERY_NAME = "*";

interface Use {
  readonly file: string;
  readonly names: readonly string[];
}

/** A name that a file exports and another one declares; `EVERY_NAME` as `name` is `export * from`. */
interface HandedOn {
  readonly name: string;
  readonly from: string;
  readonly as: string;
}

interface Links {
  readonly uses: readonly Use[];
  readonly handsOn: readonly HandedOn[];
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

/** Workers start from a built file, and the configuration of the build says which source becomes it. */
const readEntries = (): ReadonlyMap<string, string> => {
  const config = join(ROOT, "tsdown.config.ts");
  const text = existsSync(config) ? readFileSync(config, "utf8") : "";
  return new Map(
    [...text.matchAll(/"?([a-z][\w-]*)"?\s*[:,]\s*"((?:src|packages)\/[^"]+\.ts)"/g)].map(
      ([, name = "", path = ""]) => [name, path],
    ),
  );
};

/** What a package beside this one imports as `mcptest/verify`: the source of the built file that package.json names. */
const readPublished = (entries: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const text = readFileSync(join(ROOT, "package.json"), "utf8");
  const { name, exports } = JSON.parse(text) as { name: string; exports: Readonly<Record<string, unknown>> };
  return new Map(
    Object.entries(exports).flatMap(([path, target]): [string, string][] => {
      const built = typeof target === "object" && target !== null && "default" in target ? target.default : target;
      const source = entries.get(basename(String(built)).replace(/\.c?js$/, ""));
      return source === undefined ? [] : [[posix.join(name, path), source]];
    }),
  );
};

const BUILT = /^(?:\.{1,2}\/)(?:[\w-]+\/)*[\w-]+\.(?:cjs|js)$/;

const namesOfImport = (node: ts.ImportDeclaration): readonly string[] => {
  const { importClause: clause } = node;
  if (!clause) return [];
  const bindings = clause.namedBindings;
  const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  return [
    ...(clause.name ? ["default"] : []),
    ...(bindings && ts.isNamespaceImport(bindings) ? [EVERY_NAME] : []),
    ...named.map(({ name, propertyName }) => (propertyName ?? name).text),
  ];
};

/** `const { a, b } = await import("./x.ts")` uses two names; any other form may use all of them. */
const namesOfDynamicImport = (node: ts.Node): readonly string[] => {
  const value = ts.isAwaitExpression(node.parent) ? node.parent : node;
  const holder = value.parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isObjectBindingPattern(holder.name)) return [EVERY_NAME];
  return holder.name.elements.map(({ name, propertyName }) => (propertyName ?? name).getText());
};

/** The sources of files that are named after they are built: by the name of the file, and by what another package imports. */
export interface Built {
  readonly entries: ReadonlyMap<string, string>;
  readonly published: ReadonlyMap<string, string>;
}

const readBuilt = (): Built => {
  const entries = readEntries();
  return { entries, published: readPublished(entries) };
};

interface Program extends Built {
  readonly known: ReadonlySet<string>;
}

const linksOf = (file: CodeFile, { known, entries, published }: Program): Links => {
  const uses: Use[] = [];
  const handsOn: HandedOn[] = [];
  const resolve = (specifier: string | undefined): string | undefined => {
    if (specifier === undefined) return undefined;
    if (!specifier.startsWith(".")) return published.get(specifier);
    const path = posix.join(posix.dirname(file.path), specifier);
    return known.has(path) ? path : undefined;
  };
  const use = (path: string | undefined, names: readonly string[]): void => {
    if (path !== undefined && path !== file.path) uses.push({ file: path, names });
  };
  walk(file.tree, (node) => {
    if (ts.isImportDeclaration(node)) use(resolve(textOf(node.moduleSpecifier)), namesOfImport(node));
    else if (ts.isExportDeclaration(node)) {
      const from = resolve(textOf(node.moduleSpecifier));
      if (from === undefined) return;
      const { exportClause: clause } = node;
      if (!clause) handsOn.push({ name: EVERY_NAME, from, as: EVERY_NAME });
      else if (ts.isNamespaceExport(clause)) handsOn.push({ name: clause.name.text, from, as: EVERY_NAME });
      else
        for (const { name, propertyName } of clause.elements)
          handsOn.push({ name: name.text, from, as: (propertyName ?? name).text });
    } else if (ts.isImportTypeNode(node)) {
      const argument = ts.isLiteralTypeNode(node.argument) ? textOf(node.argument.literal) : undefined;
      use(resolve(argument), [node.qualifier ? (node.qualifier.getText().split(".")[0] ?? EVERY_NAME) : EVERY_NAME]);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      use(resolve(textOf(node.arguments[0])), namesOfDynamicImport(node));
    else if (ts.isStringLiteralLike(node) && BUILT.test(node.text))
      use(entries.get(basename(node.text).replace(/\.c?js$/, "")), [EVERY_NAME]);
    else if (ts.isNewExpression(node) && node.expression.getText() === "URL")
      use(resolve(textOf(node.arguments?.[0])), [EVERY_NAME]);
  });
  return { uses, handsOn };
};

const linksOfAll = (files: readonly CodeFile[], built: Built): ReadonlyMap<string, Links> => {
  const program = { ...built, known: new Set(files.map(({ path }) => path)) };
  return new Map(files.map((file) => [file.path, linksOf(file, program)]));
};

/**
 * The files that use each file. A file that takes a name from a re-export uses the file that declares the name. A file
 * that hands on a name uses it itself only if no file takes it there: then the name is for programs outside.
 */
export const importersOf = (
  files: readonly CodeFile[],
  built = readBuilt(),
): ReadonlyMap<string, ReadonlySet<string>> => {
  const links = linksOfAll(files, built);
  const importers = new Map<string, Set<string>>(files.map(({ path }) => [path, new Set()]));
  const taken = new Set<HandedOn>();
  const take = (importer: string, path: string, name: string): void => {
    importers.get(path)?.add(importer);
    for (const row of links.get(path)?.handsOn ?? []) {
      const isTaken = name === EVERY_NAME || row.name === name || row.name === EVERY_NAME;
      if (!isTaken || row.from === importer) continue;
      taken.add(row);
      take(importer, row.from, row.as === EVERY_NAME && row.name === EVERY_NAME ? name : row.as);
    }
  };
  for (const [importer, { uses }] of links)
    for (const { file, names } of uses) {
      importers.get(file)?.add(importer);
      for (const name of names) take(importer, file, name);
    }
  const outermost = outerFirst(links);
  for (const path of outermost)
    for (const row of links.get(path)?.handsOn ?? []) if (!taken.has(row)) take(path, row.from, row.as);
  return importers;
};

/** Files that hand names on, each after all that hand on what it hands on. */
const outerFirst = (links: ReadonlyMap<string, Links>): readonly string[] => {
  const order: string[] = [];
  const visited = new Set<string>();
  const visit = (path: string): void => {
    if (visited.has(path)) return;
    visited.add(path);
    for (const [outer, { handsOn }] of links) if (handsOn.some(({ from }) => from === path)) visit(outer);
    order.push(path);
  };
  for (const [path, { handsOn }] of links) if (handsOn.length > 0) visit(path);
  return order;
};

export interface SingleImporter {
  readonly path: string;
  readonly importer: string;
}

export const singleImporters = (files: readonly CodeFile[], built = readBuilt()): readonly SingleImporter[] =>
  [...importersOf(files, built)].flatMap(([path, importers]) => {
    const [importer] = importers;
    return importers.size === 1 && importer !== undefined ? [{ path, importer }] : [];
  });

const areaOf = (path: string): string | undefined => /^src\/areas\/([^/]+)\//.exec(path)?.[1];

/** `from -> to` for every import from one area into another. */
export const importsBetweenAreas = (files: readonly CodeFile[]): readonly string[] =>
  [...linksOfAll(files, readBuilt())].flatMap(([path, { uses, handsOn }]) =>
    [...new Set([...uses.map(({ file }) => file), ...handsOn.map(({ from }) => from)])]
      .filter((to) => {
        const [own, other] = [areaOf(path), areaOf(to)];
        return own !== undefined && other !== undefined && own !== other;
      })
      .map((to) => `${path} -> ${to}`),
  );
