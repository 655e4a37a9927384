// The table of docs/client.md that sets the official suite beside our rules.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);

const page = readFileSync(at("docs/client.md"), "utf8");
const table = page.slice(page.indexOf("## The official suite"), page.indexOf("## What is not checked yet"));

test("every id it names is a rule about clients", () => {
  const registry = readdirSync(at("compliance/clients/registry"))
    .map((file) => readFileSync(at(`compliance/clients/registry/${file}`), "utf8"))
    .join("\n");
  const known = new Set(registry.match(/C-[A-Z]+-\d{3}/g));
  const named = table.match(/C-[A-Z]+-\d{3}/g) ?? [];
  expect(named.length).toBeGreaterThan(90);
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});
