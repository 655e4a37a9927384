// Folders of corpora for tests, gone afterwards.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes files by their path below a new folder, and gives its path. */
export function corpusFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-corpus-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

export const sepText = (sep: number, ...rows: readonly string[]): string =>
  [`sep: ${sep}`, "spec_url: https://example.org/spec", "requirements:", ...rows.map((row) => `  - ${row}`), ""].join(
    "\n",
  );

export const checkRow = (check: string, text = "It MUST hold."): string => `{ check: ${check}, text: "${text}" }`;
