// Names that two files export, and reads of a member of a member.

import ts from "typescript";
import { type CodeFile, walk } from "./code-files.ts";

interface Declared {
  readonly name: string;
  readonly isType: boolean;
}

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

const isTypeStatement = (
  node: ts.Node,
): node is ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.ClassDeclaration | ts.EnumDeclaration =>
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isEnumDeclaration(node);

const bindingNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? bindingNames(element.name) : []));

const declarationsIn = (statement: ts.Statement): readonly Declared[] => {
  if (isTypeStatement(statement)) return statement.name ? [{ name: statement.name.text, isType: true }] : [];
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [{ name: statement.name.text, isType: false }] : [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      bindingNames(name).map((one) => ({ name: one, isType: false })),
    );
  return [];
};

/** What a file declares and exports, also with a later `export { a }`. What it hands on from another file is not its own. */
const exportedBy = ({ tree }: CodeFile): readonly Declared[] => {
  const own = tree.statements.flatMap((statement) =>
    declarationsIn(statement).map((one) => ({ ...one, exported: isExported(statement) })),
  );
  const later = tree.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    !statement.moduleSpecifier &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name, propertyName }) => ({
          name: name.text,
          local: (propertyName ?? name).text,
        }))
      : [],
  );
  return [
    ...own.filter(({ exported }) => exported),
    ...later.flatMap(({ name, local }) => {
      const found = own.find((one) => one.name === local);
      return found ? [{ name, isType: found.isType }] : [];
    }),
  ];
};

export interface Shared {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Names of exported types, or of exported values, that two files or more declare. A class is a type. */
export const sharedNames = (files: readonly CodeFile[], kind: "types" | "values"): readonly Shared[] => {
  const places = new Map<string, Set<string>>();
  for (const file of files)
    for (const { name, isType } of exportedBy(file))
      if (isType === (kind === "types")) places.set(name, (places.get(name) ?? new Set()).add(file.path));
  return [...places]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => ({ name, paths: [...paths].sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

const calls = (node: ts.Node | undefined, names: readonly string[]): node is ts.CallExpression =>
  node !== undefined &&
  ts.isCallExpression(node) &&
  ts.isIdentifier(node.expression) &&
  names.includes(node.expression.text);

const bare = (node: ts.Expression | undefined): ts.Expression | undefined =>
  node && (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    ? bare(node.expression)
    : node;

/** `member(member(…` and `member(valueAt(…`: one path into a value, written from the inside out. */
export const nestedMembers = (files: readonly CodeFile[]): readonly string[] =>
  files.flatMap((file) => {
    const found: string[] = [];
    walk(file.tree, (node) => {
      if (!calls(node, ["member"]) || !calls(bare(node.arguments[0]), ["member", "valueAt"])) return;
      found.push(`${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    });
    return found;
  });
