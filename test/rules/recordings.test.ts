// A kept recording is judged only while nothing that could change it has changed.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AREAS } from "../areas/tables.ts";
import { readShop } from "../report/small-result.ts";
import { filesBehind, openRecordings } from "./proof/recordings.ts";

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), "mcptest-recordings-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test("what was kept is read again, under the same key alone", () => {
  const [at, capture] = [folder(), readShop()];
  openRecordings("pagination", { inUse: true, folder: at, key: "a" }).keep("one", "http/2025-11-25", capture);
  const read = (key: string, mutant = "one", context = "http/2025-11-25") =>
    openRecordings("pagination", { inUse: true, folder: at, key }).read(mutant, context);
  expect(read("a")).toEqual(JSON.parse(JSON.stringify(capture)));
  expect(read("b")).toBeUndefined();
  expect(read("a", "two")).toBeUndefined();
  expect(read("a", "one", "http/2026-07-28")).toBeUndefined();
});

test("where recordings are not used, none is kept or read", () => {
  const at = folder();
  openRecordings("pagination", { inUse: false, folder: at, key: "a" }).keep("one", "http/2025-11-25", readShop());
  expect(readdirSync(at)).toEqual([]);
  openRecordings("pagination", { inUse: true, folder: at, key: "a" }).keep("one", "http/2025-11-25", readShop());
  expect(
    openRecordings("pagination", { inUse: false, folder: at, key: "a" }).read("one", "http/2025-11-25"),
  ).toBeUndefined();
});

test.each(AREAS)("%s depends on what probes, what is probed and its own tables", (area) => {
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
      "test/areas/edits.ts",
      "test/areas/tables.ts",
      expect.stringMatching(new RegExp(`^test/areas/${area}/mutants(/index)?\\.ts$`)),
      expect.stringMatching(new RegExp(`^test/areas/${area}/near-misses(/index)?\\.ts$`)),
    ]),
  );
  expect(files.filter((file) => /^test\/areas\/.*\//.test(file) && !file.startsWith(`test/areas/${area}/`))).toEqual(
    [],
  );
  // Otherwise a change to a rule would throw away what it is to be tried on.
  expect(files.filter((file) => /^src\/(judge\/(?!core\/rule\.ts$)|report|scores)\//.test(file))).toEqual([]);
});
