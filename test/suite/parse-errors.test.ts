// Every way a suite can be wrong: the place, what was expected, and the nearest thing that was perhaps meant.

import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { isJsonObject, type Json } from "../../src/base/json.ts";
import { openRuleBook } from "../../src/suite/parse/load-own-rules.ts";
import { parseSuite, SUITE_SCHEMA } from "../../src/suite/parse/parse-suite.ts";
import { SHAPE_KEYWORDS } from "../../src/suite/parse/shape-problems.ts";
import { SuiteError } from "../../src/suite/problem.ts";
import type { Suite } from "../../src/suite/suite.ts";

const book = openRuleBook();
const parse = (text: string, env: Record<string, string> = {}): Promise<Suite> =>
  parseSuite(text, "s.yaml", { env, folder: "/suites", book });

const problemsOf = async (text: string, env: Record<string, string> = {}): Promise<readonly string[]> => {
  try {
    await parse(text, env);
    return [];
  } catch (error) {
    if (error instanceof SuiteError) return error.lines;
    throw error;
  }
};

const SERVER = "server: {command: node x.js}\n";

test.each([
  ["unknown key", "serverz: {}\n", 's.yaml:1:1: unknown key "serverz"; did you mean server?'],
  [
    "unknown key deep",
    `${SERVER}compliance:\n  spec_versoin: draft\n`,
    's.yaml:3:3: unknown key "spec_versoin"; did you mean spec_version?',
  ],
  ["wrong type", "server: 5\n", "s.yaml:1:9: expected an object, found 5"],
  ["neither list nor object", `${SERVER}compliance: yes\n`, 's.yaml:2:13: expected a list or an object, found "yes"'],
  [
    "duplicate key",
    `${SERVER}compliance: []\ncompliance: []\n`,
    's.yaml:3:1: duplicate key "compliance"; keep one of them',
  ],
  ["not YAML", "server: {command: [}\n", "s.yaml:1:"],
  ["two documents", `${SERVER}---\na: 1\n`, "several documents"],
  ["empty", "", "s.yaml:1:1: expected an object, found nothing"],
  ["server and servers", `${SERVER}servers: {a: {url: "http://x"}}\n`, "s.yaml:2:1: server and servers are both given"],
  ["no way to reach it", "server: {env: [A]}\n", "has neither command nor url"],
  ["two ways to reach it", "server: {command: a, url: 'http://x'}\n", "has a command and a url"],
  [
    "headers for a command",
    "server: {command: a, headers: {X-A: b}}\n",
    "s.yaml:1:22: headers is for a server at a url",
  ],
  [
    "a secret in the file",
    "server: {url: 'http://x', headers: {Authorization: Bearer abcdefgh}}\ncompliance: []\n",
    "write Authorization: {env: NAME}",
  ],
  [
    "unknown server",
    `servers: {notes: {command: a}}\ncompliance:\n  - name: PROTO-002\n    server: note\n`,
    's.yaml:4:13: unknown server "note"; did you mean notes?',
  ],
  [
    "which server",
    `servers: {a: {command: a}, b: {command: b}}\ncompliance:\n  - name: PROTO-002\n`,
    "s.yaml:3:5: the suite has several servers; add server: with one of a, b",
  ],
  ["same name twice", "servers: [{name: a, command: a}, {name: a, command: b}]\n", 'two servers are named "a"'],
  [
    "a mistyped pin",
    `${SERVER}compliance:\n  spec_version: v2025-6-18\n`,
    "s.yaml:3:17: unknown compliance spec_version: v2025-6-18; did you mean v2025-06-18? accepted: v2024-11-05",
  ],
  [
    "a gate without a pin",
    `${SERVER}compliance:\n  spec_version_check: {against: draft}\n  tests: []\n`,
    "s.yaml:3:3: spec_version_check compares with compliance.spec_version, which is missing",
  ],
  [
    "against nothing that looks like a revision",
    `${SERVER}compliance:\n  spec_version: draft\n  spec_version_check: {against: v2025-6-18}\n`,
    "unknown spec_version_check against: v2025-6-18; did you mean v2025-06-18?",
  ],
  [
    "a gate's target",
    `${SERVER}compliance:\n  spec_version: draft\n  spec_version_check:\n    expect: [{target: spec_claen, matcher: {exact: true}}]\n`,
    'unknown target "spec_claen"; did you mean spec_clean?',
  ],
  [
    "unknown method",
    `${SERVER}compliance: [{name: a, check: tool/list}]\n`,
    'unknown check "tool/list"; did you mean tools/list?',
  ],
  ["unknown rule", `${SERVER}compliance: [{name: PROTO-992}]\n`, "unknown rule PROTO-992; did you mean"],
  [
    "a rule of another revision",
    `${SERVER}compliance: {spec_version: v2024-11-05, tests: [{name: DISC-001}]}\n`,
    "DISC-001 is not a rule of 2024-11-05; it is one of 2026-07-28",
  ],
  ["an invariant", `${SERVER}compliance: [{name: a, check: INV-003}]\n`, "add invariants: true"],
  ["nothing to check", `${SERVER}compliance: [{name: a}]\n`, "does not say what to check"],
  [
    "unknown target",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: resutl.x, matcher: {exact: 1}}]}]\n`,
    'unknown target "resutl"; did you mean result',
  ],
  [
    "an answer without a method",
    `${SERVER}compliance: [{name: PROTO-002, expect: [{target: result.x, matcher: {exact: 1}}]}]\n`,
    "result is part of an answer; add check:",
  ],
  [
    "unknown matcher",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: result, matcher: {exakt: 1}}]}]\n`,
    'unknown key "exakt"; did you mean exact?',
  ],
  [
    "two matchers",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: result, matcher: {exact: 1, contains: 2}}]}]\n`,
    "expected exactly one of exact, contains",
  ],
  [
    "a bad pattern",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: result, matcher: {regex: "("}}]}]\n`,
    "this matcher does not work",
  ],
  [
    "a schema that leads nowhere",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: result, matcher: {schema: {$ref: "#/$defs/no"}}}]}]\n`,
    "this matcher does not work",
  ],
  [
    "unknown variable",
    `variables: {port: 1}\nserver: {url: "http://localhost:\${prot}"}\n`,
    `unknown variable \${prot}; did you mean \${port}?`,
  ],
  [
    "unset variable",
    `variables: {a: {from_env: NOT_SET_HERE}}\n${SERVER}`,
    'the environment variable "NOT_SET_HERE" is not set',
  ],
  ["no server at all", "compliance: [{name: PROTO-002}]\n", "compliance needs a server"],
  [
    "a number JSON has not",
    `${SERVER}compliance: [{name: a, check: ping, expect: [{target: result, matcher: {exact: .inf}}]}]\n`,
    "expected a finite number",
  ],
])("%s", async (_name, text, expected) => {
  const problems = await problemsOf(text);
  expect(problems.join("\n")).toContain(expected);
  for (const line of problems) expect(line).toMatch(/^s\.yaml:\d+:\d+: /);
});

test("all problems are reported at once", async () => {
  const problems = await problemsOf("serverz: 1\ncompliance:\n  spec_version: x\n  testz: []\n");
  expect(problems).toHaveLength(3);
});

test("Secrets in suites: what may be one is never repeated", async () => {
  const secret = "s3cr3t-value";
  const wrong = [
    `server: {url: "http://x", headers: ${secret}}\n`,
    `server: {command: a, env: ${secret}}\n`,
    `server: {url: "http://x", headers: {Authorization: ${secret}}}\ncompliance: []\n`,
    `variables: {token: {from_env: TOKEN}}\nserver: {command: a}\ncompliance: {spec_version: "\${token}"}\n`,
    `variables: {token: [${secret}]}\nserver: {command: a}\n`,
  ];
  for (const text of wrong) {
    const problems = await problemsOf(text, { TOKEN: secret });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join("\n")).not.toContain(secret);
  }
});

test("Suite files: hostile ones are refused in one line", async () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh".replace(/./g, (name, index) => `${name}: &${name} [${`*${index === 0 ? "a" : "abcdefgh"[index]},`.repeat(9)}]\n`)}`;
  for (const text of [bomb, "[".repeat(100_000), `${"- ".repeat(5_000)}x`, "x".repeat(5_000_000)])
    expect((await problemsOf(text)).length, text.slice(0, 20)).toBeGreaterThan(0);
});

test("the loader and a validator agree about the shape", async () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(SUITE_SCHEMA);
  const good = `${SERVER}compliance: {spec_version: draft, tests: []}\n`;
  expect(await problemsOf(good)).toEqual([]);
  expect(validate({ server: { command: "node x.js" }, compliance: { spec_version: "draft", tests: [] } })).toBe(true);
  for (const bad of [
    { server: 5 },
    { serverz: {} },
    { compliance: { spec_version: "x" } },
    { compliance: [{ check: "ping" }] },
  ]) {
    expect(validate(bad)).toBe(false);
    expect((await problemsOf(JSON.stringify(bad))).length).toBeGreaterThan(0);
  }
});

test("the schema uses only what the loader understands", () => {
  const known = new Set<string>([...SHAPE_KEYWORDS, "$schema", "$id", "$defs", "title", "description"]);
  const walk = (value: Json): void => {
    if (!isJsonObject(value)) return;
    for (const [key, entry] of Object.entries(value)) {
      expect(known, key).toContain(key);
      if (key === "properties" || key === "$defs")
        for (const part of Object.values(entry as object)) walk(part as Json);
      else if (key === "oneOf") for (const part of entry as Json[]) walk(part);
      else if (key === "items" || key === "additionalProperties") walk(entry);
    }
  };
  walk(SUITE_SCHEMA);
});
