// The trees of a rule are found where they are, and a rule that is scattered is seen. How many are is a figure of house.test.ts.

import { afterAll, expect, test } from "vitest";
import { forgetCode } from "../../tools/house/code-files.ts";
import { main } from "../../tools/trees/main.ts";
import { homesOf } from "../../tools/trees/modules.ts";
import { faultOf, growTrees, type Piece, readWritten, type Written } from "../../tools/trees/trees.ts";
import { WITH_ROWS } from "../corpus/compliance.ts";
import { loadModules } from "./load-modules.ts";

afterAll(forgetCode);

/** Handshakes and lists are part of every plan; no step writes their names out. */
const ASKED_BY_THE_CORE = [
  ...[
    "initialize",
    "notifications/initialized",
    "server/discover",
    "server/discover-retry",
    "confirm-era",
    "end-session",
  ],
  ...["tools/list", "resources/list", "resources/templates/list", "prompts/list"],
];

const fact = (file: string, questions: readonly string[] = []) => ({ file, questions, scenarios: [] });

/** Two areas: TOOL-001 is written in tools; LIST-001 in lists, and rests on a question of tools. */
const written = (changes: {
  readonly facts?: Readonly<Record<string, ReturnType<typeof fact>>>;
  readonly rows?: Written["proofs"]["rows"];
  readonly tables?: Written["proofs"]["tables"];
}): Written => ({
  rows: new Map(
    [["TOOL-001", ["tools"]] as const, ["LIST-001", ["pages"]] as const].map(([id, facts]) => [
      id,
      { id, facts, files: [`compliance/registry/${id}.yaml`] },
    ]),
  ),
  definitions: {
    facts: {
      server: new Map(
        Object.entries({
          tools: fact("src/areas/tools/facts.ts", ["tools/list"]),
          pages: fact("src/areas/lists/facts.ts", ["tools/list", "bad-cursor"]),
          ...changes.facts,
        }),
      ),
      client: new Map(),
    },
    questions: new Map([
      ["tools/list", "src/areas/tools/questions.ts"],
      ["bad-cursor", "src/areas/lists/questions.ts"],
    ]),
    scenarioNames: new Map(),
    scenarios: new Map(),
  },
  steps: new Map([["bad-cursor", ["src/areas/lists/steps.ts"]]]),
  proofs: {
    rows: changes.rows ?? [
      { file: "test/areas/tools/mutants.ts", rules: ["TOOL-001"] },
      { file: "test/areas/lists/mutants.ts", rules: ["LIST-001"] },
      // One fault, two rules: it is in one of their areas.
      { file: "test/areas/lists/mutants.ts", rules: ["LIST-001", "TOOL-001"] },
    ],
    tables: changes.tables ?? [],
    named: new Map(),
  },
});

const files = (pieces: readonly Piece[] = []): readonly string[] => pieces.map(({ part, file }) => `${part} ${file}`);

test("a rule has three trees, and what it uses of other areas is not counted", () => {
  const { of } = growTrees(written({}));
  const [tool, list] = [of("TOOL-001"), of("LIST-001")];
  expect([faultOf(tool), faultOf(list)]).toEqual([undefined, undefined]);
  expect([...list.trees.keys()]).toEqual(["compliance", "src/areas/lists", "test/areas/lists"]);
  expect(files(list.trees.get("src/areas/lists"))).toEqual([
    "facts src/areas/lists/facts.ts",
    "questions src/areas/lists/questions.ts",
    "steps src/areas/lists/steps.ts",
  ]);
  expect(files(list.shared)).toEqual(["questions src/areas/tools/questions.ts"]);
  expect(files(tool.shared)).toEqual(["proofs test/areas/lists/mutants.ts"]);
});

test("a fact in an area whose rules do not name it is a fourth tree", () => {
  const { of } = growTrees(written({ facts: { pages: fact("src/areas/tools/pages.ts") } }));
  expect(faultOf(of("LIST-001"))).toBe(
    "it belongs to lists, and no rule of those areas uses facts pages in src/areas/tools",
  );
});

test("a table of small captures is beside its fact", () => {
  const tables = [{ file: "test/areas/tools/facts.test.ts", fact: "pages", side: "server" }] as const;
  expect(faultOf(growTrees(written({ tables })).of("LIST-001"))).toBe(
    "it belongs to lists, and no rule of those areas uses proofs pages in test/areas/tools",
  );
});

test("a rule that no area proves, or that has nothing in any area, is not in three trees", () => {
  const elsewhere = [{ file: "test/servers/mutants/tool.ts", rules: ["TOOL-001"] }];
  expect(faultOf(growTrees(written({ rows: elsewhere })).of("TOOL-001"))).toBe("no folder of test/areas proves it");
  const core = growTrees(written({ facts: { pages: fact("src/judge/messages.ts") } })).of("LIST-001");
  expect(faultOf(core)).toBe("it belongs to lists, and nothing of it is in src/areas");
  expect(files(core.core)).toEqual(["facts src/judge/messages.ts"]);
});

test("a thing belongs to the shortest list that has it", () => {
  const [a, b, made] = [{ name: "a" }, { name: "b" }, { name: "made" }];
  const isNamed = (value: unknown): value is { name: string } =>
    typeof value === "object" && value !== null && "name" in value;
  const homes = homesOf<{ name: string }>(
    new Map<string, Readonly<Record<string, unknown>>>([
      ["all.ts", { ALL: [a, b, made], SIZE: 3 }],
      ["a.ts", { a }],
      ["b.ts", { LIST: [b] }],
    ]),
    isNamed,
  );
  expect([a, b, made].map((one) => homes.get(one))).toEqual([
    { file: "a.ts", isGathered: false },
    { file: "b.ts", isGathered: false },
    { file: "all.ts", isGathered: true },
  ]);
});

test("every rule of the repository is found with its facts, what they rest on, and its proofs", async () => {
  const found = await readWritten(loadModules);
  expect([...WITH_ROWS].filter((rule) => !found.rows.has(rule))).toEqual([]);
  const { of, rules } = growTrees(found);
  const pieces = rules.map((rule) => {
    const { trees, shared, core } = of(rule);
    return { rule, all: [...[...trees.values()].flat(), ...shared, ...core] };
  });
  expect(
    pieces.flatMap(({ rule, all }) => all.flatMap(({ file, what }) => (file === "" ? [`${rule}: ${what}`] : []))),
  ).toEqual([]);
  for (const part of ["rows", "facts", "proofs"] as const)
    expect(
      pieces.flatMap(({ rule, all }) => (all.some((piece) => piece.part === part) ? [] : [`${rule}: no ${part}`])),
    ).toEqual([]);
  const withoutStep = [...found.steps].flatMap(([question, steps]) => (steps.length === 0 ? [question] : []));
  expect(withoutStep.filter((question) => !ASKED_BY_THE_CORE.includes(question))).toEqual([]);
  expect([...found.definitions.scenarioNames.keys()].filter((name) => !found.definitions.scenarios.has(name))).toEqual(
    [],
  );
});

test("the trees of one rule are printed, and a rule that does not exist is named", async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  expect(await main(["TOOL-002"], loadModules, say)).toBe(0);
  const text = lines.join("\n");
  expect(text).toMatch(/^TOOL-002: .*\n\ncompliance\/\n {2}rows +compliance\/registry\/tool\.yaml {2}TOOL-002\n/);
  expect(text).toMatch(/^ {2}questions {2}src\/.*questions.* {2}unknown-tool$/m);
  expect(text).toMatch(/^ {2}steps +src\/.*steps.* {2}unknown-tool$/m);
  expect(text).toMatch(/^ {2}proofs +test\/.* {2}unknown_tool$/m);
  expect(await main(["TOOL-999"], loadModules, say)).toBe(1);
  expect(lines.at(-1)).toBe("no row of compliance/ expects anything for TOOL-999");
});
