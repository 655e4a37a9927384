// Which files have a step that asks a question: by the syntax trees, because steps are made inside functions.

import ts from "typescript";
import { type CodeFile, codeBelow, walk } from "../house/code-files.ts";

/** Where steps are: the files of an area that are called so, and the plans of the core. */
const HAS_STEPS = /^src\/(?:areas\/[^/]+\/(?:.*\/)?steps[^/]*(?:\/.*)?\.ts$|(?:.*\/)?(?:probe|auth)\/)/;

/** Asked under a name that is written out, or of which a part is. */
interface Asked {
  readonly file: string;
  readonly name: RegExp;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** `"ping"`, `` `${method}-again` ``, `a ? "ping" : "call"`: the names that an expression can give. */
const namesIn = (node: ts.Expression): readonly RegExp[] => {
  if (ts.isStringLiteralLike(node)) return [new RegExp(`^${escaped(node.text)}$`)];
  if (ts.isTemplateExpression(node)) {
    const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return parts.join("").length < 3 ? [] : [new RegExp(`^${parts.map(escaped).join(".+")}$`)];
  }
  if (ts.isConditionalExpression(node)) return [...namesIn(node.whenTrue), ...namesIn(node.whenFalse)];
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return namesIn(node.expression);
  return [];
};

/** Functions that make a step of a question: their name and the place of the parameter. */
const makersIn = (files: readonly CodeFile[]): ReadonlyMap<string, ReadonlySet<number>> => {
  const makers = new Map<string, Set<number>>();
  for (const { tree } of files)
    walk(tree, (node) => {
      if (!ts.isFunctionLike(node)) return;
      const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      if (!name || !ts.isIdentifier(name)) return;
      node.parameters.forEach((parameter, index) => {
        if (parameter.type?.getText() !== "QuestionName" && parameter.name.getText() !== "question") return;
        makers.set(name.text, (makers.get(name.text) ?? new Set()).add(index));
      });
    });
  return makers;
};

const askedIn = ({ path, tree }: CodeFile, makers: ReadonlyMap<string, ReadonlySet<number>>): readonly Asked[] => {
  const found: Asked[] = [];
  const add = (node: ts.Expression | undefined): void => {
    for (const name of node ? namesIn(node) : []) found.push({ file: path, name });
  };
  walk(tree, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === "question") add(node.initializer);
    else if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      for (const index of makers.get(node.expression.text) ?? []) add(node.arguments[index]);
  });
  return found;
};

/** The files with a step that asks it. A name that no step writes out is one that the core asks by itself, such as `initialize`. */
export const readSteps = (questions: Iterable<string>): ReadonlyMap<string, readonly string[]> => {
  const files = codeBelow("src").filter(({ path }) => HAS_STEPS.test(path));
  const makers = makersIn(files);
  const asked = files.flatMap((file) => askedIn(file, makers));
  return new Map(
    [...questions].map((question) => {
      const found = asked.filter(({ name }) => name.test(question)).map(({ file }) => file);
      return [question, [...new Set(found)].sort()];
    }),
  );
};
