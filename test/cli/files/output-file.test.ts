// Who may read what is written: a report everybody whom the umask lets, a capture nobody else.

import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openOutputFile } from "../../../src/cli/files/output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "mcptest-output-"));
afterAll(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;
/** What any other program would give a new file. */
const usual = (): number => {
  const path = join(folder, "usual");
  writeFileSync(path, "");
  return modeOf(path);
};

describe.skipIf(process.platform === "win32")("the mode of a file", () => {
  test("a report has that of any other new file, a capture is for its owner", () => {
    const [report, capture] = [join(folder, "report.html"), join(folder, "session.json")];
    openOutputFile(report).commit("<!doctype html>");
    openOutputFile(capture, "owner").commit("{}");
    expect(modeOf(report)).toBe(usual());
    expect(modeOf(capture)).toBe(0o600);
  });

  test("a file that is replaced keeps its own", () => {
    const path = join(folder, "kept");
    for (const mode of [0o600, 0o664]) {
      writeFileSync(path, "old");
      chmodSync(path, mode);
      openOutputFile(path).commit("new");
      expect([readFileSync(path, "utf8"), modeOf(path)]).toEqual(["new", mode]);
    }
    expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  });
});
