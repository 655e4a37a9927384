// Captures of published servers with apps, and of servers on the published package for skills, judged again: what fails was read by
// hand and stands in docs/field-notes.md, and every verdict about the extension is kept.
//   UPDATE=1 writes the golden file.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { judgeRules } from "../../src/library/judge.ts";

type Judged = Readonly<Record<string, string>>;

const { UPDATE } = process.env;
const FOLDER = new URL("../captures/field/", import.meta.url);
const GOLDEN = fileURLToPath(new URL("../golden/extension-servers.json", import.meta.url));
const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.json$/, ""))
  .filter((name) => /^(?:apps|skills)-/.test(name))
  .sort();
const golden = existsSync(GOLDEN) ? (JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, Judged>) : {};
const notes = readFileSync(fileURLToPath(new URL("../../docs/field-notes.md", import.meta.url)), "utf8");
const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.json`, FOLDER));

const judge = async (name: string): Promise<Judged> => {
  const [capture] = holdCaptureFile(fileOf(name)).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  expect(capture.outcome).toBe("complete");
  const { verdicts } = await judgeRules(capture);
  const own = verdicts.filter(({ extension }) => extension !== undefined);
  return Object.fromEntries(
    own.map(({ id, state, advisory }) => [id, state === "fail" && advisory ? "warning" : state]),
  );
};

const found: Record<string, Judged> = {};

test.each(NAMES)("%s fails what was read by hand, and nothing else", async (name) => {
  found[name] = await judge(name);
  if (UPDATE === undefined) expect(found[name]).toEqual(golden[name]);
  expect(Object.values(found[name]).filter((state) => state === "pass").length).toBeGreaterThan(10);
});

afterAll(() => {
  if (UPDATE !== undefined) writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
});

test("each has its golden entry, and there are three of either extension", () => {
  expect(Object.keys(golden).sort()).toEqual(NAMES);
  for (const extension of ["apps-", "skills-"])
    expect(NAMES.filter((name) => name.startsWith(extension)).length).toBeGreaterThanOrEqual(3);
});

test.each(NAMES)("what %s fails is told in the field notes", (name) => {
  const section = notes.slice(notes.indexOf("## Servers with extensions"), notes.indexOf("## The servers"));
  expect(section).toContain(`\`${name}\``);
  for (const [id, state] of Object.entries(golden[name] ?? {}))
    if (state !== "pass" && state !== "not-applicable") expect(section, `${id} ${state}`).toContain(id);
});

test.each(NAMES)("%s does not say where it was recorded", (name) => {
  const text = readFileSync(fileOf(name), "utf8");
  expect(text.match(/["\s:=](\/tmp|\/root|\/work|\/Users|\/home\/[a-z]+)\/[^"\\]*/g) ?? []).toEqual([]);
});
