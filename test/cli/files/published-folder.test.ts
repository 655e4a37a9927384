// cert publish: only what mcptest wrote is ever replaced, a second run changes nothing, a failed one neither.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openPublishedFolder } from "../../../src/cli/files/published-folder.ts";

const place = (): { readonly folder: string; readonly at: (name: string) => string } => {
  const parent = mkdtempSync(join(tmpdir(), "mcptest-published-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const folder = join(parent, "out");
  return { folder, at: (name) => join(folder, name) };
};

const publish = (folder: string, files: Readonly<Record<string, string>>): boolean =>
  openPublishedFolder(folder).write(files);

test("a second run changes nothing, another text replaces, and what is left out goes", () => {
  const { folder, at } = place();
  expect(publish(folder, { "a.json": "1", "b.json": "2" })).toBe(true);
  expect(publish(folder, { "a.json": "1", "b.json": "2" })).toBe(false);
  expect(publish(folder, { "a.json": "3" })).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(["a.json", "mcptest-published.json"]);
  expect(readFileSync(at("a.json"), "utf8")).toBe("3");
});

test("Publishing: what others put there stays, and is never taken for ours", () => {
  const { folder, at } = place();
  publish(folder, { "a.json": "1" });
  writeFileSync(at("theirs.txt"), "theirs");
  expect(publish(folder, { "a.json": "2" })).toBe(true);
  expect(readFileSync(at("theirs.txt"), "utf8")).toBe("theirs");
});

test.each([
  ["a file that was there before", (at: (name: string) => string) => writeFileSync(at("b.json"), "theirs")],
  ["a file of ours that somebody changed", (at: (name: string) => string) => writeFileSync(at("a.json"), "theirs")],
  ["a link", (at: (name: string) => string) => symlinkSync("/etc/hostname", at("b.json"))],
  ["a folder", (at: (name: string) => string) => mkdirSync(at("b.json"))],
  [
    "a manifest of somebody else's",
    (at: (name: string) => string) => writeFileSync(at("mcptest-published.json"), "{}"),
  ],
  [
    "a manifest that leads elsewhere",
    (at: (name: string) => string) =>
      writeFileSync(at("mcptest-published.json"), '{"format":"mcptest-published/1","files":{"../x.json":[""]}}'),
  ],
])("%s is not replaced, and nothing else is", (_name, meddle) => {
  const { folder, at } = place();
  publish(folder, { "a.json": "1" });
  meddle(at);
  const before = readdirSync(folder).map((name) => [name, name === "b.json" ? "" : readFileSync(at(name), "utf8")]);
  expect(() => publish(folder, { "a.json": "2", "b.json": "2" })).toThrow(/move it away, or publish to another folder/);
  expect(readdirSync(folder).map((name) => [name, name === "b.json" ? "" : readFileSync(at(name), "utf8")])).toEqual(
    before,
  );
});

test("a run that was killed half-way is finished by the next", () => {
  const { folder, at } = place();
  publish(folder, { "a.json": "1", "b.json": "1" });
  const manifest = (): string => readFileSync(at("mcptest-published.json"), "utf8");
  const old = manifest();
  publish(folder, { "a.json": "2", "b.json": "2" });
  const next = manifest();
  const merge = (text: string): Record<string, string[]> => (JSON.parse(text) as { files: never }).files;
  const both = Object.fromEntries(
    Object.entries(merge(old)).map(([name, list]) => [name, [...list, ...(merge(next)[name] ?? [])]]),
  );
  // The first file is the new one, the second still the old one, and the manifest names both.
  writeFileSync(at("b.json"), "1");
  writeFileSync(at("mcptest-published.json"), JSON.stringify({ format: "mcptest-published/1", files: both }));
  mkdirSync(at(".mcptest-999999999.part"));
  expect(publish(folder, { "a.json": "2", "b.json": "2" })).toBe(true);
  expect(readFileSync(at("b.json"), "utf8")).toBe("2");
  expect(readdirSync(folder).sort()).toEqual(["a.json", "b.json", "mcptest-published.json"]);
});

test("a folder whose parent is missing is one line, and none is made", () => {
  const { folder } = place();
  expect(() => publish(join(folder, "deep", "deeper"), { "a.json": "1" })).toThrow(/its folder does not exist/);
  expect(() => publish(join(folder, "deep"), { "a.json": "1" })).toThrow(/its folder does not exist/);
});
