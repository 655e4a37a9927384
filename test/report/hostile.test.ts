// Whatever a server says, or a saved result holds, a report shows it and does not obey it.

import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { renderResult } from "../../src/report/render-result.ts";
import type { Result } from "../../src/scores/result/result.ts";
import { HOSTILE_TEXTS, type HostileName, poison } from "./hostile.ts";
import { smallResult } from "./small-result.ts";

const NAMES = Object.keys(HOSTILE_TEXTS) as HostileName[];
/** What a terminal may be given: the printable, and the line feed that is ours. */
const PLAIN = /^[\n \p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;

let clean: Result;
beforeAll(async () => {
  clean = await smallResult();
});

describe.each(NAMES)("Nothing reaches the terminal raw: %s", (name) => {
  const text = HOSTILE_TEXTS[name];

  test("pretty", () => {
    for (const verbose of [false, true]) {
      const shown = renderResult(poison(clean, text), "pretty", { verbose });
      expect(shown).toMatch(PLAIN);
      expect(shown).not.toMatch(/^\s*::/m);
      expect(shown).not.toContain("##[");
    }
    expect(renderResult(poison(clean, text), "pretty", { quiet: true }).split("\n")).toHaveLength(2);
  });

  test("json", () => {
    const result = poison(clean, text);
    const shown = renderResult(result, "json");
    expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(result)));
    expect(shown).toMatch(/^[\n \p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u);
  });

  test("markdown", () => {
    const shown = renderResult(poison(clean, text), "markdown");
    expect(shown).toMatch(PLAIN);
    // Our own markup: the line at the end, the zero-width entity, and nothing else.
    expect(shown.replace(/<\/?sub>/g, "")).not.toMatch(/[<>]/);
    expect(shown).not.toMatch(/(?<!\\)\]\((?!https:\/\/(?:modelcontextprotocol\.io|github\.com)\/)|!\[|@everyone/);
    for (const line of shown.split("\n")) expect(line).toMatch(/^$|^(?:#{3,4} | {0,2}- |\||<sub>|…|[^#>\-|])/);
  });

  test("html", () => {
    const shown = renderResult(poison(clean, text), "html");
    expect(shown).not.toMatch(
      /<script|<img|<iframe|<object|\son[a-z]+="|javascript:/i.test(text) ? /<script|<img|<b>/i : /<script/i,
    );
    expect(shown.match(/<[a-z]+[^>]*\son\w+=/gi)).toBeNull();
    expect(shown.match(/\sstyle=/g)).toBeNull();
    // Nothing but links and words of the policy leads anywhere.
    for (const [, address] of shown.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(?:#[a-z0-9-]+|https:\/\/[^"]+)$/);
    expect(shown).toMatch(PLAIN);
  });

  test("junit", () => {
    const shown = renderResult(poison(clean, text), "junit");
    expect(shown).toMatch(PLAIN);
    expect(shown).not.toContain("]]>");
    const tags = [...shown.matchAll(/<\/?([a-z]+)[^>]*>/g)].map(([, tag]) => tag);
    expect([...new Set(tags)].sort()).toEqual(["failure", "skipped", "testcase", "testsuite", "testsuites"]);
    // Every quote belongs to an attribute of ours.
    for (const [tag] of shown.matchAll(/<[a-z][^>]*>/g)) expect(tag).toMatch(/^<[a-z]+(?: [a-z]+="[^"<>]*")*\/?>$/);
  });

  test("sarif", () => {
    const shown = renderResult(poison(clean, text), "sarif");
    const log = JSON.parse(shown);
    for (const { message } of log.runs[0].results)
      expect(message.text.replace(/\\[\\[\]]/g, "")).not.toMatch(/\]\(|(?<!\{)\{\d/);
    expect(shown).toMatch(PLAIN);
  });

  test("github", () => {
    const shown = renderResult(poison(clean, text), "github");
    expect(shown).toMatch(PLAIN);
    const lines = shown.trimEnd().split("\n");
    expect(lines).toHaveLength(renderResult(clean, "github").trimEnd().split("\n").length);
    for (const line of lines) {
      expect(line).toMatch(/^::(?:error|warning|notice) title=[^:,]*::/);
      expect(line).not.toMatch(/%0A::|##\[/);
    }
  });

  test("badges", () => {
    const shown = renderResult(poison(clean, text), "badge");
    expect(shown).toMatch(PLAIN);
    expect(shown).not.toMatch(/<script|<image|onload/i);
    expect(Object.keys(JSON.parse(renderResult(poison(clean, text), "badge-json")))).toEqual([
      "schemaVersion",
      "label",
      "message",
      "color",
    ]);
  });
});

test("what the formats promise their readers", () => {
  const badge = JSON.parse(renderResult(clean, "badge-json"));
  expect(badge).toMatchObject({ schemaVersion: 1, color: expect.stringMatching(/^[a-z]+$/) });
  const sarif = JSON.parse(renderResult(clean, "sarif"));
  const validate = new Ajv2020({ strict: false }).compile(SARIF);
  validate(sarif);
  expect(validate.errors).toBeNull();
  const levels = new Set(sarif.runs[0].results.map(({ level }: { level: string }) => level));
  expect(levels).toEqual(new Set(["error", "warning"]));
});

/** The part of SARIF 2.1.0 that we use, as the standard states it. */
const SARIF = {
  type: "object",
  required: ["version", "runs"],
  properties: {
    version: { const: "2.1.0" },
    runs: {
      type: "array",
      items: {
        type: "object",
        required: ["tool"],
        properties: {
          tool: {
            type: "object",
            required: ["driver"],
            properties: {
              driver: {
                type: "object",
                required: ["name"],
                properties: {
                  rules: { type: "array", uniqueItems: true, items: { type: "object", required: ["id"] } },
                },
              },
            },
          },
          results: {
            type: "array",
            items: {
              type: "object",
              required: ["message", "ruleId", "ruleIndex", "level", "locations"],
              properties: {
                level: { enum: ["none", "note", "warning", "error"] },
                message: { type: "object", required: ["text"] },
                locations: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["physicalLocation"],
                    properties: {
                      physicalLocation: {
                        type: "object",
                        required: ["artifactLocation"],
                        properties: {
                          artifactLocation: {
                            type: "object",
                            properties: { uri: { type: "string", pattern: "^[^ <>]*$" } },
                          },
                          region: { type: "object", properties: { startLine: { type: "integer", minimum: 1 } } },
                        },
                      },
                    },
                  },
                },
                partialFingerprints: { type: "object", additionalProperties: { type: "string" } },
              },
            },
          },
        },
      },
    },
  },
};
