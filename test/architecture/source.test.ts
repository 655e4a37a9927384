// Rules of the house that no tool checks for us, or that must hold even where a tool is told to look away.

import { describe, expect, test } from "vitest";
import { codeOf, filesBelow, type SourceFile } from "./source-files.ts";

const sources = [...filesBelow("packages/fleet/src"), ...filesBelow("src")];

const sinners = (files: readonly SourceFile[], sins: (file: SourceFile) => boolean): string[] =>
  files.filter(sins).map(({ path }) => path);

const MAX_LINES = 400;
const isTooLong = ({ text }: SourceFile): boolean => text.trimEnd().split("\n").length > MAX_LINES;
const hasDefaultExport = (file: SourceFile): boolean => /\bexport\s+default\b|\bas\s+default\b/.test(codeOf(file));
const usesConsole = (file: SourceFile): boolean => /\bconsole\s*[.[]/.test(codeOf(file));
const usesProcess = (file: SourceFile): boolean =>
  /\bprocess\s*\.\s*(env|argv|exit|exitCode|stdout|stderr|stdin|cwd)\b/.test(codeOf(file));
const usesAny = (file: SourceFile): boolean => /[:<|&]\s*any\b|\bas\s+any\b/.test(codeOf(file));

const outsideCli = sources.filter(({ path }) => !/^(src\/cli|packages\/fleet\/src\/(cli|commands))\//.test(path));

test("there are sources to look at", () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.every(({ path }) => path.endsWith(".ts"))).toBe(true);
});

test(`no file is longer than ${MAX_LINES} lines`, () => {
  expect(sinners(sources, isTooLong)).toEqual([]);
});

test("nothing is exported without a name", () => {
  expect(sinners(sources, hasDefaultExport)).toEqual([]);
});

test("only the command line writes to the console", () => {
  expect(sinners(outsideCli, usesConsole)).toEqual([]);
});

test("only the outermost places, command line and library surface, read the process they run in", () => {
  // The roots of trust stand in for Node, which reads the same variable.
  expect(sinners(outsideCli, usesProcess)).toEqual([
    "src/library/index.ts",
    "src/wire/tls-roots.ts",
  ]);
});

test("nothing is typed any", () => {
  expect(sinners(sources, usesAny)).toEqual([]);
});

test("every file name is in kebab-case", () => {
  expect(
    sinners(sources, ({ path }) => !/^(packages\/fleet\/)?src(\/[a-z0-9]+(-[a-z0-9]+)*)+\.ts$/.test(path)),
  ).toEqual([]);
});

describe("each look would see a sinner", () => {
  const file = (text: string): SourceFile => ({ path: "src/x.ts", text });

  test.each<[string, (one: SourceFile) => boolean, string, string]>([
    ["length", isTooLong, "x\n".repeat(401), "x\n".repeat(400)],
    ["default export", hasDefaultExport, "export default 1;", "// export default\nexport const a = 1;"],
    ["renamed default export", hasDefaultExport, "export { a as default };", "export { a };"],
    ["console", usesConsole, 'console.log("x");', '// console.log\nconst a = "console.log";'],
    ["process", usesProcess, "process.env.A;", "const { process } = record; /* process.env */"],
    ["any", usesAny, "const a: any = 1;", "// any: any\nconst any = 1;"],
  ])("%s", (_what, sins, bad, good) => {
    expect([sins(file(bad)), sins(file(good))]).toEqual([true, false]);
  });
});
