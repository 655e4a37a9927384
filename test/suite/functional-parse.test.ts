// Functional tests as they are written: what they become, and every way they can be wrong.

import { describe, expect, test } from "vitest";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite } from "../../src/suite/parse/parse-suite.ts";
import { SuiteError } from "../../src/suite/problem.ts";
import type { Suite } from "../../src/suite/suite.ts";

const book = openRuleBook();
const parse = (text: string, env: Record<string, string> = {}): Promise<Suite> =>
  parseSuite(text, "s.yaml", { env, folder: "/suites", book });

const problemsOf = async (text: string): Promise<readonly string[]> => {
  try {
    await parse(text);
    return [];
  } catch (error) {
    if (error instanceof SuiteError) return error.lines;
    throw error;
  }
};

const SERVER = "server: {command: node x.js}\n";

describe("what is written", () => {
  test("every way of asking", async () => {
    const { tests } = await parse(`${SERVER}tests:
  - {name: a, call: echo}
  - {name: b, call: {tool: echo, arguments: {n: 1}}}
  - {name: c, read: "file:///x"}
  - {name: d, prompt: {name: p, arguments: {q: r}}}
  - {name: e, complete: {prompt: p, argument: q, value: r}}
  - {name: f, list: templates}
  - {name: g, send: {method: x/y, params: {z: 1}}}
`);
    expect(tests?.cases.map(({ steps }) => steps[0]?.ask)).toEqual([
      { kind: "call", tool: "echo" },
      { kind: "call", tool: "echo", arguments: { n: 1 } },
      { kind: "read", uri: "file:///x" },
      { kind: "prompt", name: "p", arguments: { q: "r" } },
      {
        kind: "complete",
        params: { ref: { type: "ref/prompt", name: "p" }, argument: { name: "q", value: "r" } },
      },
      { kind: "list", what: "templates" },
      { kind: "send", method: "x/y", params: { z: 1 } },
    ]);
  });

  test("a variable alone keeps its type, within a text it is text; what a step saves is left for the run", async () => {
    const { tests } = await parse(
      `${SERVER}variables: {n: 3, who: {from_env: WHO}}
tests:
  - name: a
    steps:
      - {call: {tool: t, arguments: {n: "\${n}", text: "n=\${n}", who: "\${who}"}}, save: {id: result.id}}
      - {call: {tool: t, arguments: {id: "\${id}", plain: "$\${id}"}}}
`,
      { WHO: "7" },
    );
    expect(tests?.cases[0]?.steps.map(({ ask }) => ask)).toEqual([
      { kind: "call", tool: "t", arguments: { n: 3, text: "n=3", who: "7" } },
      { kind: "call", tool: "t", arguments: { id: `\${id}`, plain: `$\${id}` } },
    ]);
  });

  test("limits, answers, identities and settings", async () => {
    const suite = await parse(`${SERVER}identities: {bob: {bearer_token_env: BOB}}
tests:
  server_per: test
  rules: must
  setup: make seed
  mask: [result.structuredContent.price]
  cases:
    - name: a
      as: bob
      call: t
      within: {soft: 2s}
      repeat: 3
      snapshot: true
      mask: [{pattern: "[0-9]+ ms"}]
      answers: {elicitation: [accept, {action: decline}], sampling: Yes., roots: ["file:///r"]}
`);
    const { tests } = suite;
    expect(tests).toMatchObject({ serverPerTest: true, rules: "must", setup: ["make seed"] });
    expect(tests?.cases[0]?.steps[0]).toMatchObject({
      as: "bob",
      within: { ms: 2000, soft: true },
      repeat: 3,
      mask: [{ target: "result.structuredContent.price" }, { pattern: "[0-9]+ ms" }],
    });
    expect(tests?.cases[0]?.answers).toMatchObject({
      elicitation: [{ action: "accept" }, { action: "decline" }],
      sampling: [{ content: { text: "Yes." } }],
      roots: [{ uri: "file:///r" }],
    });
  });
});

describe("what is wrong with it", () => {
  test.each([
    ["nothing is asked", "tests: [{name: a}]", "s.yaml:2:9: it does not say what to ask; add one of call"],
    ["two things are asked", "tests: [{name: a, call: t, list: tools}]", "call and list are both given"],
    ["a misspelled key", "tests: [{name: a, cal: t}]", 'unknown key "cal"; did you mean call?'],
    [
      "a misspelled matcher",
      "tests: [{name: a, call: t, expect: [{target: text, matcher: {tipe: x}}]}]",
      'unknown key "tipe"',
    ],
    [
      "an unknown target",
      "tests: [{name: a, call: t, expect: [{target: resutl.x, matcher: {type: string}}]}]",
      "did you mean result?",
    ],
    [
      "a pattern that is none",
      "tests: [{name: a, call: t, expect: [{target: text, matcher: {regex: '('}}]}]",
      "this matcher does not work",
    ],
    ["no duration", "tests: [{name: a, call: t, within: soon}]", '"soon" is not a duration'],
    ["no count", "tests: [{name: a, call: t, repeat: 0}]", "expected a whole number from 1"],
    ["an unknown identity", "tests: [{name: a, call: t, as: bob}]", 'unknown identity "bob"; add it to identities:'],
    [
      "an unknown variable",
      `tests: [{name: a, call: {tool: t, arguments: {x: '\${nope}'}}}]`,
      `unknown variable \${nope}`,
    ],
    [
      "a value that is used before it is saved",
      `tests: [{name: a, steps: [{call: {tool: t, arguments: {x: '\${id}'}}, save: {id: text}}]}]`,
      `\${id} is used before a step has saved it`,
    ],
    ["two tests of one name", "tests: [{name: a, call: t}, {name: a, call: t}]", 'two tests are named "a"'],
    [
      "expectations beside steps",
      "tests: [{name: a, steps: [{call: t}], snapshot: true}]",
      "snapshot belongs to a step",
    ],
    ["an answer that is none", "tests: [{name: a, call: t, answers: {elicitation: acept}}]", "did you mean accept?"],
  ])("%s", async (_name, text, problem) => {
    const problems = await problemsOf(`${SERVER}${text}\n`);
    expect(problems.join("\n")).toContain(problem);
  });

  test("every mistake at once, also where the shape of another test is wrong", async () => {
    const problems = await problemsOf(
      `${SERVER}tests:\n  - {name: a, cal: t}\n  - {name: b, call: t, within: soon}\n  - {name: c}\n`,
    );
    expect(problems.map((line) => line.split(": ")[0])).toEqual(["s.yaml:3:15", "s.yaml:4:32", "s.yaml:5:5"]);
  });

  test("a mistake of shape hides no other mistake of the same test, and is told once", async () => {
    const lines = await problemsOf(`${SERVER}tests:
  - name: one
    call: { tol: echo }
    expect:
      - { target: reslt.x, matcher: { exakt: 1 } }
      - { matcher: { exact: 1 } }
    within: 2 parsecs
  - name: one
    steps:
      - { call: echo, as: bob, save: { "1x": result } }
      - { read: "\${nothing}", repeat: 0 }
  - { call: a, read: b }
`);
    const said = lines.map((line) => line.replace(/^s\.yaml:/, ""));
    for (const part of [
      '4:13: unknown key "tol"',
      '6:19: unknown target "reslt"',
      '6:39: unknown key "exakt"',
      "8:13: ",
      'two tests are named "one"',
      'unknown identity "bob"',
      '"1x" is no name',
      "from 1 to 10000, found 0",
      "unknown variable $" + "{nothing}",
      "name is missing",
      "call and read are both given",
      "target is missing",
    ])
      expect(
        said.filter((line) => line.includes(part)),
        `${part} in\n${said.join("\n")}`,
      ).toHaveLength(1);
    expect(said.some((line) => line.includes('target ""'))).toBe(false);
  });

  test("no server", async () => {
    expect(await problemsOf("tests: [{name: a, call: t}]\n")).toEqual([
      "s.yaml:1:1: tests needs a server; add server: with a command or a url",
    ]);
  });
});
