// A kept recording is judged only while nothing that could change it has changed.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readShop } from "../report/small-result.ts";
import { INNOCENT_TABLES, type InnocentTable } from "../servers/innocents/innocents.ts";
import { type Area, MUTANT_TABLES } from "../servers/mutants/mutants.ts";
import { filesBehind, openRecordings } from "./mutants/recordings.ts";

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "mcptest-recordings-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test("what was kept is read again, under the same key alone", () => {
  const [at, capture] = [folder(), readShop()];
  openRecordings("page", { inUse: true, folder: at, key: "a" }).keep("one", "http/2025-11-25", capture);
  const read = (key: string, mutant = "one", context = "http/2025-11-25") =>
    openRecordings("page", { inUse: true, folder: at, key }).read(mutant, context);
  expect(read("a")).toEqual(JSON.parse(JSON.stringify(capture)));
  expect(read("b")).toBeUndefined();
  expect(read("a", "two")).toBeUndefined();
  expect(read("a", "one", "http/2026-07-28")).toBeUndefined();
});

test("where recordings are not used, none is kept or read", () => {
  const at = folder();
  openRecordings("page", { inUse: false, folder: at, key: "a" }).keep("one", "http/2025-11-25", readShop());
  expect(readdirSync(at)).toEqual([]);
  openRecordings("page", { inUse: true, folder: at, key: "a" }).keep("one", "http/2025-11-25", readShop());
  expect(openRecordings("page", { inUse: false, folder: at, key: "a" }).read("one", "http/2025-11-25")).toBeUndefined();
});

test.each(Object.keys(MUTANT_TABLES) as Area[])(
  "%s depends on what probes, what is probed and its own mutants",
  (area) => {
    const files = filesBehind(area);
    expect(files).toEqual(
      expect.arrayContaining([
        "package-lock.json",
        "package.json",
        "src/probe/record.ts",
        "src/probe/record-session.ts",
        "src/wire/http/http-call.ts",
        "src/wire/limits.ts",
        "test/rules/record-server.ts",
        "test/servers/http/http-server.ts",
        "test/servers/stdio-main.ts",
        "test/servers/mutants/mutants.ts",
        `test/servers/mutants/tables/${area}.ts`,
      ]),
    );
    const others = Object.keys(MUTANT_TABLES).filter((name) => name !== area);
    expect(files.filter((file) => others.some((name) => file.endsWith(`/tables/${name}.ts`)))).toEqual([]);
    // Otherwise a change to a rule would throw away what it is to be tried on.
    expect(files.filter((file) => /^src\/(judge|report|score)\//.test(file))).toEqual([]);
  },
);

test.each(Object.keys(INNOCENT_TABLES) as InnocentTable[])(
  "innocents: %s depends on what probes, what is probed and its own innocents",
  (table) => {
    const files = filesBehind(`innocents/${table}`);
    expect(files).toEqual(
      expect.arrayContaining([
        "src/probe/record.ts",
        "test/servers/innocents/innocents.ts",
        `test/servers/innocents/tables/${table}.ts`,
      ]),
    );
    const others = Object.keys(INNOCENT_TABLES).filter((name) => name !== table);
    expect(files.filter((file) => others.some((name) => file.endsWith(`/innocents/tables/${name}.ts`)))).toEqual([]);
    expect(files.filter((file) => /^src\/(judge|report|score)\//.test(file))).toEqual([]);
  },
);
