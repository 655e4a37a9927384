// Captures of protected servers on FastMCP and the Go SDK, as `npm run field` makes them, judged again: what fails was read by
// hand and stands in docs/field-notes.md, and what the rules about tokens say of them does not change unnoticed.
//   UPDATE=1 writes the golden file.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { holdCaptureFile } from "../../src/capture/open-capture-file.ts";
import { judgeRules } from "../../src/library/judge.ts";

interface Judged {
  readonly revision: string;
  readonly failed: readonly string[];
  readonly advised: readonly string[];
  /** What the rules about tokens and users decided. */
  readonly authorization: Readonly<Record<string, string>>;
}

const { UPDATE } = process.env;
const FOLDER = new URL("../captures/field/", import.meta.url);
const GOLDEN = fileURLToPath(new URL("../golden/field-servers.json", import.meta.url));
const NAMES = readdirSync(FOLDER)
  .map((file) => file.replace(/\.json$/, ""))
  // Those with extensions are judged by extension-servers.test.ts.
  .filter((name) => !/^(?:apps|skills)-/.test(name))
  .sort();
const golden = existsSync(GOLDEN) ? (JSON.parse(readFileSync(GOLDEN, "utf8")) as Record<string, Judged>) : {};
const notes = readFileSync(fileURLToPath(new URL("../../docs/field-notes.md", import.meta.url)), "utf8");
const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.json`, FOLDER));

const judge = async (name: string): Promise<Judged> => {
  const [capture] = holdCaptureFile(fileOf(name)).sessions;
  if (!capture) throw new Error(`${name} holds no session`);
  expect(capture.outcome).toBe("complete");
  const { revision, verdicts } = await judgeRules(capture);
  const failing = verdicts.filter(({ state }) => state === "fail" || state === "error");
  return {
    revision: revision ?? "unknown",
    failed: failing.filter(({ advisory }) => !advisory).map(({ id }) => id),
    advised: failing.filter(({ advisory }) => advisory).map(({ id }) => id),
    authorization: Object.fromEntries(
      verdicts
        .filter(({ id, state }) => /^(?:AUTH|SEC)-/.test(id) && (state === "pass" || state === "fail"))
        .map(({ id, state }) => [id, state]),
    ),
  };
};

const found: Record<string, Judged> = {};

test.each(NAMES)("%s fails what was read by hand, and nothing else", async (name) => {
  found[name] = await judge(name);
  if (UPDATE === undefined) expect(found[name]).toEqual(golden[name]);
});

afterAll(() => {
  if (UPDATE !== undefined) writeFileSync(GOLDEN, `${JSON.stringify(found, null, 2)}\n`);
});

test("each has its golden entry", () => {
  expect(NAMES).toEqual(["fastmcp-introspection", "fastmcp-protected", "go-protected"]);
  expect(Object.keys(golden).sort()).toEqual(NAMES);
});

test.each(NAMES)("what %s fails is told in the field notes", (name) => {
  const section = notes.split(/^### /m).find((part) => part.startsWith(`${name}\n`)) ?? "";
  for (const id of golden[name]?.failed ?? []) expect(section).toContain(id);
});

test.each(NAMES)("%s was recorded with tokens, and none of them is left, nor where it was made", (name) => {
  const text = readFileSync(fileOf(name), "utf8");
  expect(text).toContain('"issued-token-expired"');
  expect(text).not.toMatch(/eyJ[\w-]+\.eyJ[\w-]+/);
  expect(text.match(/["\s:](\/tmp|\/root|\/work|\/Users|\/home\/[a-z]+)\/[^"\\]*/g) ?? []).toEqual([]);
});
