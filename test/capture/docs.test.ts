import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../../src/base/json.ts";
import { NOT_PROBED_REASONS } from "../../src/capture/capture.ts";
import { readCaptures } from "../../src/capture/read.ts";
import { TROUBLE_KINDS } from "../../src/wire/trouble.ts";

const page = readFileSync(new URL("../../docs/capture-format.md", import.meta.url), "utf8");
const schemaText = readFileSync(new URL("../../schemas/capture.schema.json", import.meta.url), "utf8");
const schema = JSON.parse(schemaText) as JsonObject;

const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map((match) => match[1] ?? "");

/** Every name and every listed value that the schema knows; limits have a table of their own. */
const wordsOf = (value: unknown, name = ""): string[] => {
  if (!isJsonObject(value)) return Array.isArray(value) ? value.flatMap((entry) => wordsOf(entry)) : [];
  const names = name === "limits" ? [] : Object.keys(isJsonObject(value["properties"]) ? value["properties"] : {});
  const values = [value["enum"], value["const"]].flat().filter((entry) => typeof entry === "string");
  const inner = Object.entries(value).flatMap(([key, entry]) => (name === "limits" ? [] : wordsOf(entry, key)));
  return [...names, ...values, ...inner];
};

describe("docs/capture-format.md", () => {
  it("has examples that are captures", () => {
    const ajv = new Ajv2020();
    ajv.addKeyword("x-volatile");
    const isCapture = ajv.compile(schema);
    expect(blocks("json")).toHaveLength(2);
    for (const text of blocks("json")) {
      expect(readCaptures(text, "docs").sessions).toHaveLength(1);
      expect(isCapture(JSON.parse(text))).toBe(true);
    }
    const [recording] = blocks("jsonl").map((text) => readCaptures(text, "docs").sessions[0]);
    expect(recording?.closed).toBe(true);
    expect(recording?.exchanges[0]?.response_seq).toBe(2);
  });

  it("names every member and every value of the schema", () => {
    const words = new Set(wordsOf(schema));
    expect(words.size).toBeGreaterThan(120);
    const missing = [...words].filter(
      (word) => !new RegExp(`[\`"{, ]${word.replace(/[.+/]/g, "\\$&")}[\`",?} ]`).test(page),
    );
    expect(missing).toEqual([]);
  });

  it("explains every kind of trouble and every reason", () => {
    for (const kind of TROUBLE_KINDS) expect(page).toContain(`| \`${kind}\` |`);
    for (const reason of NOT_PROBED_REASONS) expect(page).toContain(`\`${reason}\``);
  });
});
