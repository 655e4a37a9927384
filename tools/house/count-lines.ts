// How much code there is: lines without blanks and comments, long files, long functions.

import ts from "typescript";
import { type CodeFile, walk } from "./code-files.ts";

const hasOwnText = (node: ts.Node): boolean =>
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node) ||
  ts.isNoSubstitutionTemplateLiteral(node) ||
  node.kind === ts.SyntaxKind.RegularExpressionLiteral;

const COUNTED = new WeakMap<CodeFile, ReadonlySet<number>>();

/**
 * The numbers (from 0) of the lines that hold code. The scanner alone takes the parts of a template and a regular expression for
 * something else, so the syntax tree says where those begin and end.
 */
export const codeLinesOf = (file: CodeFile): ReadonlySet<number> => {
  const known = COUNTED.get(file);
  if (known) return known;
  const { text, tree } = file;
  const literals = new Map<number, number>();
  walk(tree, (node) => {
    if (hasOwnText(node)) literals.set(node.getStart(tree), node.getEnd());
  });
  const lines = new Set<number>();
  const add = (from: number, to: number): void => {
    const last = tree.getLineAndCharacterOfPosition(to - 1).line;
    for (let line = tree.getLineAndCharacterOfPosition(from).line; line <= last; line += 1) {
      const [start, end] = [tree.getLineStarts()[line] ?? 0, tree.getLineStarts()[line + 1] ?? text.length];
      if (text.slice(start, end).trim() !== "") lines.add(line);
    }
  };
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    const start = scanner.getTokenStart();
    const end = literals.get(start) ?? scanner.getTokenEnd();
    if (end !== scanner.getTokenEnd()) scanner.resetTokenState(end);
    add(start, end);
  }
  COUNTED.set(file, lines);
  return lines;
};

export const countCodeLines = (files: readonly CodeFile[]): number =>
  files.reduce((sum, file) => sum + codeLinesOf(file).size, 0);

export interface Sized {
  readonly place: string;
  readonly name: string;
  readonly lines: number;
}

/** Files with more lines of any kind than that: a reader scrolls past comments too. */
export const filesLongerThan = (files: readonly CodeFile[], most: number): readonly Sized[] =>
  files
    .map(({ path, text }) => ({ place: path, name: "", lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > most);

const nameOf = (node: ts.SignatureDeclaration): string => {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isNamed =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  if (isNamed) return parent.name.getText();
  return ts.isConstructorDeclaration(node) ? "constructor" : "(anonymous)";
};

/** Functions with more lines of code than that, from the signature to the closing brace. */
export const functionsLongerThan = (files: readonly CodeFile[], most: number): readonly Sized[] =>
  files.flatMap((file) => {
    const found: Sized[] = [];
    const lines = codeLinesOf(file);
    walk(file.tree, (node) => {
      if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
      const first = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line;
      const last = file.tree.getLineAndCharacterOfPosition(node.getEnd()).line;
      let size = 0;
      for (let line = first; line <= last; line += 1) if (lines.has(line)) size += 1;
      if (size > most) found.push({ place: `${file.path}:${first + 1}`, name: nameOf(node), lines: size });
    });
    return found;
  });
