// The types of the command line follow from specifications. What the compiler cannot infer becomes any without a word,
// and then a mistyped flag compiles.

import { join } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { filesBelow, ROOT } from "./source-files.ts";

const SINNER = join(ROOT, "src/cli/sinner.ts");

/** A file that is not there: each look must see what is wrong with it. */
const SINS = `
import { audit } from "./commands/audit.ts";
import type { FlagsFor } from "./commands/define-command.ts";
const parsed = JSON.parse("1");
const typed: unknown = JSON.parse("1");
const calls = (run: (...args: never[]) => void) => run;
export const action = (flags: FlagsFor<typeof audit>) => [flags.failOn, flags.failOnn, typed, calls];
export const held = { member: parsed.member };
`;

let program: ts.Program;

beforeAll(() => {
  const read = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...read.config, include: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  const known = (file: string): boolean => join(file) === SINNER;
  host.fileExists = (file) => known(file) || fileExists(file);
  host.readFile = (file) => (known(file) ? SINS : readFile(file));
  const main = join(ROOT, "src/cli/main.ts");
  program = ts.createProgram([main, SINNER], { ...options, incremental: false, noEmit: true }, host);
}, 300_000);

const sourcesOf = (isWanted: (path: string) => boolean): ts.SourceFile[] =>
  program.getSourceFiles().filter(({ fileName }) => isWanted(join(fileName)));

/** Everything in a file that is any: declared names, and expressions that nothing gives another type at once. */
const anyIn = (file: ts.SourceFile): string[] => {
  const checker = program.getTypeChecker();
  const isAny = (type: ts.Type | undefined): boolean => type !== undefined && (type.flags & ts.TypeFlags.Any) !== 0;
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const isName =
      (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name);
    const isMember = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
    const isExpression =
      (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) &&
      !ts.isExpressionStatement(node.parent) &&
      !ts.isAsExpression(node.parent);
    if ((isName || isMember || isExpression) && isAny(checker.getTypeAtLocation(node))) {
      const context = isExpression ? checker.getContextualType(node as ts.Expression) : undefined;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      if (context === undefined || isAny(context))
        found.push(`${file.fileName.slice(ROOT.length)}:${line + 1} ${node.getText().slice(0, 60)}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
};

test("nothing in the command line is any by inference", () => {
  const sources = sourcesOf((path) => path.startsWith(join(ROOT, "src/cli/")) && path !== SINNER);
  expect(sources.length).toBeGreaterThan(150);
  expect(sources.flatMap(anyIn)).toEqual([]);
}, 300_000);

test("a name and a member that are any would be seen", () => {
  expect(sourcesOf((path) => path === SINNER).flatMap(anyIn)).toEqual([
    'src/cli/sinner.ts:4 parsed = JSON.parse("1")',
    'src/cli/sinner.ts:4 JSON.parse("1")',
    "src/cli/sinner.ts:7 flags.failOnn",
    "src/cli/sinner.ts:8 member: parsed.member",
    "src/cli/sinner.ts:8 parsed.member",
  ]);
});

test("a mistyped flag does not compile", () => {
  const [sinner] = sourcesOf((path) => path === SINNER);
  const texts = program
    .getSemanticDiagnostics(sinner)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  expect(texts).toEqual([expect.stringMatching(/^Property 'failOnn' does not exist .*Did you mean 'failOn'\?$/)]);
});

test("flags are specified, not described a second time", () => {
  const interfaces = filesBelow("src/cli").flatMap(({ text }) => text.match(/\binterface \w+(Flags|Options)\b/g) ?? []);
  expect(interfaces.length, interfaces.join(", ")).toBeLessThanOrEqual(3);
});
