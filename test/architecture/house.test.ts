// The figures that keep the house are not above their limits, and each measure sees what it is meant to see.

import { afterAll, describe, expect, test } from "vitest";
import { codeFile, forgetCode } from "../../tools/house/code-files.ts";
import { codeLinesOf, filesLongerThan, functionsLongerThan } from "../../tools/house/count-lines.ts";
import { FIGURES, limitOf } from "../../tools/house/figures.ts";
import { importersOf, importsBetweenAreas, singleImporters } from "../../tools/house/imports.ts";
import { main } from "../../tools/house/main.ts";
import { nestedMembers, sharedNames } from "../../tools/house/names.ts";
import { loadModules } from "./load-modules.ts";

afterAll(forgetCode);

test.each(FIGURES)("$name: $what", async (figure) => {
  const { value, list } = await figure.measure(loadModules);
  const limit = limitOf(figure);
  expect(value > limit ? [`${figure.name} is ${value}, and the limit is ${limit}`, ...list] : []).toEqual([]);
});

test("no limit of today is milder than what is required for no reason", () => {
  for (const { name, required, today } of FIGURES)
    if (today !== undefined) expect(today, name).toBeGreaterThan(required ?? 0);
});

test("a figure that does not exist is named in a complaint", async () => {
  const lines: string[] = [];
  expect(await main(["room"], loadModules, (line) => lines.push(line))).toBe(1);
  expect(lines.join("\n")).toContain("no figure is named room; there are rooms, ");
});

describe("lines of code", () => {
  const linesOf = (text: string): number[] => [...codeLinesOf(codeFile("src/x.ts", text))].map((line) => line + 1);

  test.each<[string, string, number[]]>([
    ["a comment beside code is code", "const a = 1; // one\n// two\n", [1]],
    ["a comment over lines, and code after it", "/* one\n two */ const a = 1;\n", [2]],
    ["no comment in a string or a pattern", 'const a = "//";\nconst b = /[/*]/;\nconst c = "*/";\n', [1, 2, 3]],
    [
      "a template with comments and blanks of its own",
      `const a = \`\n// \${b /* c */}\n\n/* d \${e} */\`;\n`,
      [1, 2, 4],
    ],
    ["a division is no pattern", "const a = b / c; // d / e\n\nconst f = 1;\n", [1, 3]],
  ])("%s", (_what, text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });

  test("a file is as long as it looks", () => {
    const file = (lines: number) => codeFile("src/x.ts", "// x\n".repeat(lines));
    expect(filesLongerThan([file(400)], 400)).toEqual([]);
    expect(filesLongerThan([file(401)], 400)).toEqual([{ place: "src/x.ts", name: "", lines: 401 }]);
  });

  test("a function is as long as its code, from its signature to its closing brace", () => {
    const body = "  call();\n\n  // why\n";
    const file = codeFile(
      "src/judge/x.ts",
      `/** What. */\nconst short = () => {\n${body}};\nclass A {\n  run(): void {\n${body.repeat(2)}  }\n}\n`,
    );
    expect(functionsLongerThan([file], 3)).toEqual([{ place: "src/judge/x.ts:8", name: "run", lines: 4 }]);
  });
});

describe("who uses a file", () => {
  const program = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([path, text]) => codeFile(path, text));
  const BUILT = {
    entries: new Map([["judge-thread", "src/thread.ts"]]),
    published: new Map([["mcptest", "src/index.ts"]]),
  };
  const singles = (files: Readonly<Record<string, string>>): string[] =>
    singleImporters(program(files), BUILT).map(({ path, importer }) => `${path} <- ${importer}`);

  test("imports of types, dynamic imports and the starts of workers count", () => {
    expect(
      singles({
        "src/a.ts": 'import type { B } from "./b.ts";\nconst c = await import("./c.ts");\n',
        "src/b.ts": "export interface B {}\n",
        "src/c.ts": 'type B = import("./b.ts").B;\nnew Worker(new URL("./d.ts", import.meta.url));\n',
        "src/d.ts": 'new Worker(new URL("./judge-thread.cjs", import.meta.url));\n',
        "src/thread.ts": "export const thread = 1;\n",
      }),
    ).toEqual(["src/c.ts <- src/a.ts", "src/d.ts <- src/c.ts", "src/thread.ts <- src/d.ts"]);
  });

  test("a file that takes a name from an index uses the file that declares it, and not the others", () => {
    const files = {
      "src/one.ts": 'import { b } from "./index.ts";\n',
      "src/two.ts": 'import { renamed } from "./index.ts";\nimport { b } from "./index.ts";\n',
      "src/index.ts": 'export { b } from "./b.ts";\nexport { c as renamed } from "./c.ts";\n',
      "src/b.ts": "export const b = 1;\n",
      "src/c.ts": "export const c = 1;\n",
    };
    expect(singles(files)).toEqual(["src/c.ts <- src/two.ts"]);
    expect([...(importersOf(program(files)).get("src/b.ts") ?? [])]).toEqual(["src/one.ts", "src/two.ts"]);
  });

  test("an index over an index, and files whose every export is taken at once", () => {
    expect(
      singles({
        "src/all.ts": 'import * as files from "./files.ts";\nimport { d } from "./outer.ts";\n',
        "src/files.ts": 'export * as "a/b" from "./b.ts";\n',
        "src/b.ts": "export const b = 1;\n",
        "src/outer.ts": 'export * from "./inner.ts";\n',
        "src/inner.ts": 'export { d } from "./d.ts";\n',
        "src/d.ts": "export const d = 1;\n",
      }),
    ).toEqual([
      "src/files.ts <- src/all.ts",
      "src/b.ts <- src/all.ts",
      "src/outer.ts <- src/all.ts",
      "src/inner.ts <- src/all.ts",
      "src/d.ts <- src/all.ts",
    ]);
  });

  test("a name that only programs outside take is used by the file that hands it on", () => {
    expect(singles({ "src/index.ts": 'export { b } from "./b.ts";\n', "src/b.ts": "export const b = 1;\n" })).toEqual([
      "src/b.ts <- src/index.ts",
    ]);
  });

  test("another package takes names of the library by the name of this one", () => {
    expect(
      singles({
        "packages/fleet/src/a.ts": 'import { b } from "mcptest";\n',
        "src/index.ts": 'export { b } from "./b.ts";\n',
        "src/b.ts": "export const b = 1;\n",
      }),
    ).toEqual(["src/index.ts <- packages/fleet/src/a.ts", "src/b.ts <- packages/fleet/src/a.ts"]);
  });

  test("an area may use anything but another area", () => {
    expect(
      importsBetweenAreas(
        program({
          "src/areas/tools/facts.ts":
            'import "../../base/json.ts";\nimport type { P } from "../prompts/facts.ts";\nimport "./steps.ts";\n',
          "src/areas/tools/steps.ts": "",
          "src/areas/prompts/facts.ts": "export interface P {}\n",
          "src/areas/all-areas.ts": 'import "./tools/facts.ts";\n',
          "src/base/json.ts": "",
        }),
      ),
    ).toEqual(["src/areas/tools/facts.ts -> src/areas/prompts/facts.ts"]);
  });
});

describe("names", () => {
  const file = (path: string, text: string) => codeFile(path, text);

  test("two files that declare an exported type of one name share it; handing it on is no sharing", () => {
    const files = [
      file("src/a.ts", "export interface A {}\nexport const b = 1;\ninterface C {}\nexport enum E {}\n"),
      file("src/b.ts", "type A = 1;\nexport { type A };\nexport function b() {}\nexport interface C {}\n"),
      file("src/c.ts", 'export type { A } from "./a.ts";\nexport class E {}\n'),
    ];
    expect(sharedNames(files, "types").map(({ name }) => name)).toEqual(["A", "E"]);
    expect(sharedNames(files, "values")).toEqual([{ name: "b", paths: ["src/a.ts", "src/b.ts"] }]);
  });

  test("a member of a member is found over lines, and a member of a variable is none", () => {
    const text =
      'member(\n  member(a, "b"),\n  "c",\n);\nmember(valueAt(a, "/b"), "c");\nmember(a, "b");\nvalueAt(member(a, "b"), "");\n';
    expect(nestedMembers([file("src/a.ts", text)])).toEqual(["src/a.ts:1", "src/a.ts:5"]);
  });
});
