import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { RefreshEnvironment } from "../../src/features/refresh/refresh-corpus.ts";
import { RefreshError } from "../../src/features/refresh/refresh-error.ts";
import { DEFAULT_DOWNLOAD_LIMITS } from "../../src/wire/download-limits.ts";

export const NOW = new Date("2026-08-10T12:00:00Z");

export const world = (changes: Partial<RefreshEnvironment> = {}): RefreshEnvironment => ({
  env: {},
  limits: DEFAULT_DOWNLOAD_LIMITS,
  version: "0.0.0",
  now: () => NOW,
  ...changes,
});

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-refresh-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Every file below a folder with its text. */
export const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath, item.name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, "utf8")]),
  );

export const failureOf = async (action: Promise<unknown>): Promise<RefreshError> => {
  try {
    await action;
  } catch (error) {
    if (error instanceof RefreshError) return error;
    throw error;
  }
  throw new Error("it succeeded");
};
