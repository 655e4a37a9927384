// The table of docs/client.md that sets the official suite beside our rules. UPDATE=1 writes it.

import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { embeddedMapping } from "../../src/judge/corpus-files/conformance-embedded.ts";
import { embeddedClientTexts } from "../../src/judge/corpus-files/embedded.ts";
import { OFFICIAL_CHECKS } from "./official-checks.ts";

const PAGE = new URL("../../docs/client.md", import.meta.url);
const HEAD = "| official check | our rules |\n|---|---|\n";

const table = Object.entries(OFFICIAL_CHECKS)
  .map(([check, covered]) => `| \`${check}\` | ${typeof covered === "string" ? covered : covered.join(", ")} |\n`)
  .join("");

test("every check of the release is judged by rules that exist, or says why not", () => {
  const judged = new Set(embeddedClientTexts().flatMap((text) => (text.class === "implemented" ? [text.id] : [])));
  const rows = Object.entries(OFFICIAL_CHECKS);
  expect(rows.length).toBeGreaterThan(100);
  for (const [check, covered] of rows) {
    expect(covered.length, check).toBeGreaterThan(0);
    if (typeof covered !== "string")
      expect(
        covered.filter((id) => !judged.has(id)),
        check,
      ).toEqual([]);
  }
});

test("a check that is a row of our corpus is decided there by rules of the same row here", async () => {
  for (const [check, { roles, clients = [] }] of Object.entries(await embeddedMapping())) {
    const covered = OFFICIAL_CHECKS[check];
    if (!roles.includes("client") || covered === undefined || typeof covered === "string") continue;
    expect(clients.length, check).toBeGreaterThan(0);
  }
});

test("docs/client.md has the table", () => {
  const page = readFileSync(PAGE, "utf8");
  const start = page.indexOf(HEAD) + HEAD.length;
  const end = page.indexOf("\n\n", start) + 1;
  expect(start).toBeGreaterThan(HEAD.length);
  if (process.env["UPDATE"] === "1") writeFileSync(PAGE, page.slice(0, start) + table + page.slice(end));
  else expect(page.slice(start, end)).toBe(table);
});
