// What proves a rule: the mutants and near-misses that name it, and the tables of small captures of its facts.

import ts from "typescript";
import { type CodeFile, codeBelow, walk } from "../house/code-files.ts";
import { type Side, sideOf } from "./definitions.ts";
import { RULE_ID } from "./rows.ts";

/** A mutant or near-miss: the rules that it names. */
export interface ProofRow {
  readonly file: string;
  readonly rules: readonly string[];
}

export interface FactTable {
  readonly file: string;
  readonly fact: string;
  readonly side: Side;
}

export interface Proofs {
  readonly rows: readonly ProofRow[];
  readonly tables: readonly FactTable[];
}

/** The members in which such a row names rules. */
const NAMING = new Set(["fails", "closestTo", "near", "spared"]);

const rulesIn = (node: ts.Node, file: CodeFile): readonly string[] => {
  const found: string[] = [];
  walk(node, (inner) => {
    const text = ts.isStringLiteralLike(inner) || ts.isIdentifier(inner) ? inner.text : "";
    if (RULE_ID.test(text)) found.push(text);
  });
  return found.length > 0 || !ts.isIdentifier(node) ? found : rulesOfConstant(node.text, file);
};

const rulesOfConstant = (name: string, file: CodeFile): readonly string[] =>
  file.tree.statements.flatMap((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.flatMap((one) =>
          one.initializer && !ts.isIdentifier(one.initializer) && one.name.getText() === name
            ? rulesIn(one.initializer, file)
            : [],
        )
      : [],
  );

export const proofsIn = (files: readonly CodeFile[]): Proofs => {
  const rows: ProofRow[] = [];
  const tables: FactTable[] = [];
  for (const file of files)
    walk(file.tree, (node) => {
      if (ts.isObjectLiteralExpression(node)) {
        const rules = node.properties.flatMap((property) =>
          ts.isPropertyAssignment(property) && NAMING.has(property.name.getText())
            ? rulesIn(property.initializer, file)
            : [],
        );
        if (rules.length > 0) rows.push({ file: file.path, rules: [...new Set(rules)] });
      } else if (ts.isCallExpression(node) && /^(?:reading|client)Table$/.test(node.expression.getText())) {
        const [fact] = node.arguments;
        if (fact && ts.isStringLiteralLike(fact))
          tables.push({
            file: file.path,
            fact: fact.text,
            side: node.expression.getText() === "clientTable" ? "client" : sideOf(file.path),
          });
      }
    });
  return { rows, tables };
};

export const readProofs = (): Proofs => proofsIn(codeBelow("test").filter(({ path }) => path.endsWith(".ts")));
