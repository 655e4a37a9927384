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
import type { FlagsFor } from "../../src/cli/commands/define-command.ts";
const parsed = JSON.parse("1");
const typed: unknown = JSON.parse("1");
const calls = (run: (...args: never[]) => void) => run;
export const action = (flags: FlagsFor<typeof audit>) => [flags.failOn, flags.failOnn, typed, calls];
export const held = { member: parsed.member };
`;

/** Everything in a file that is any: declared names, and expressions that nothing gives another type at once. */
const anyIn = (checker: ts.TypeChecker, file: ts.SourceFile): string[] => {
  const isAny = (type: ts.Type | undefined): boolean => type !== undefined && (type.flags & ts.TypeFlags.Any) !== 0;
  const seen: string[] = [];
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
        seen.push(`${file.fileName.slice(ROOT.length)}:${line + 1} ${node.getText().slice(0, 60)}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return seen;
};

/** The program of the command line, with that file in it. */
const compile = (): ts.Program => {
  const read = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...read.config, include: [] }, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  const isSinner = (file: string): boolean => join(file) === SINNER;
  host.fileExists = (file) => isSinner(file) || fileExists(file);
  host.readFile = (file) => (isSinner(file) ? SINS : readFile(file));
  const main = join(ROOT, "src/cli/main.ts");
  return ts.createProgram([main, SINNER], { ...options, incremental: false, noEmit: true }, host);
};

interface Found {
  readonly files: number;
  readonly any: readonly string[];
  readonly anyOfSinner: readonly string[];
  readonly mistakes: readonly string[];
}

let found: Found;

// Only what was found is kept: the files of a group share a process, and the program is large.
beforeAll(() => {
  const program = compile();
  const checker = program.getTypeChecker();
  const own = program.getSourceFiles().filter(({ fileName }) => join(fileName).startsWith(join(ROOT, "src/cli/")));
  const [sinners, files] = [true, false].map((wanted) =>
    own.filter(({ fileName }) => (join(fileName) === SINNER) === wanted),
  ) as [ts.SourceFile[], ts.SourceFile[]];
  found = {
    files: files.length,
    any: files.flatMap((file) => anyIn(checker, file)),
    anyOfSinner: sinners.flatMap((file) => anyIn(checker, file)),
    mistakes: sinners.flatMap((file) =>
      program.getSemanticDiagnostics(file).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
    ),
  };
}, 300_000);

test("nothing in the command line is any by inference", () => {
  expect(found.files).toBeGreaterThan(150);
  expect(found.any).toEqual([]);
});

test("a name and a member that are any would be seen", () => {
  expect(found.anyOfSinner).toEqual([
    'src/cli/sinner.ts:4 parsed = JSON.parse("1")',
    'src/cli/sinner.ts:4 JSON.parse("1")',
    "src/cli/sinner.ts:7 flags.failOnn",
    "src/cli/sinner.ts:8 member: parsed.member",
    "src/cli/sinner.ts:8 parsed.member",
  ]);
});

test("a mistyped flag does not compile", () => {
  expect(found.mistakes).toEqual([
    expect.stringMatching(/^Property 'failOnn' does not exist .*Did you mean 'failOn'\?$/),
  ]);
});

test("flags are specified, not described a second time", () => {
  const interfaces = filesBelow("src/cli").flatMap(({ text }) => text.match(/\binterface \w+(Flags|Options)\b/g) ?? []);
  expect(interfaces.length, interfaces.join(", ")).toBeLessThanOrEqual(3);
});
