// What is published is what the command needs, and no more is loaded than it needs.

import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ensureBuilt, ROOT } from "../e2e/cli.ts";

beforeAll(ensureBuilt);

const run = promisify(execFile);

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

// The library is ESM, the command line CommonJS; both may import at any moment. Text that merely says "from" is neither,
// and code that a program would write, as the one of schemas does, begins with a quote.
const SPECIFIER =
  /(?:(?:^|;)(?:import|export)\b[^"'`;\n]*?|\bimport\(\s*|(?<!["'`])\brequire\(\s*)(["'`])([^"'`$]+)\1/gm;

/** `@scope/name/part` belongs to `@scope/name`. */
const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** Every file reached from `entry` by import, static or dynamic, and every package named on the way. */
const reach = (entry: string): { readonly files: Set<string>; readonly packages: Set<string> } => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, , specifier = ""] of readFileSync(join(ROOT, file), "utf8").matchAll(SPECIFIER)) {
      if (specifier.startsWith(".")) visit(posix.join(dirname(file), specifier));
      else if (!specifier.startsWith("node:") && !isBuiltin(specifier)) packages.add(packageOf(specifier));
    }
  };
  visit(entry);
  return { files, packages };
};

describe("the package", () => {
  test("holds every file its command and its library reach", async () => {
    const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: ROOT });
    const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = new Set(packed.files.map(({ path }) => path));
    const command = reach(manifest.bin["mcptest"] ?? "");
    expect([...command.files]).toContain("dist/launch.cjs");
    // The launcher is told where the program lies.
    for (const file of reach("dist/cli.cjs").files) command.files.add(file);
    expect(command.files.size).toBeGreaterThan(2);
    for (const file of [
      ...command.files,
      ...reach("dist/index.js").files,
      ...reach("dist/verify.js").files,
      "package.json",
    ])
      expect(paths).toContain(file);
    for (const path of paths) expect(path).not.toMatch(/^(src|test|bench|\.ci|\.cache)\//);
  });

  test("depends on every package it imports, and imports none that Node would not know", () => {
    const entries = ["dist/cli.cjs", "dist/index.js", "dist/internal.cjs"];
    const packages = new Set(entries.flatMap((entry) => [...reach(entry).packages]));
    const listed = Object.keys(manifest.dependencies);
    for (const name of packages) expect(listed).toContain(name);
    expect([...packages].sort()).toEqual(listed.sort());
  });

  test("loads nothing of itself before an export of mcptest/internal is used", async () => {
    const script = `
      require("mcptest/internal");
      const loaded = () => Object.keys(require.cache).map((file) => file.split("/").at(-1));
      const before = loaded();
      require("mcptest/internal").UsageError;
      console.log(JSON.stringify([before, loaded().includes("probe.cjs")]));`;
    const { stdout } = await run(process.execPath, ["-e", script], { cwd: ROOT });
    expect(JSON.parse(stdout)).toEqual([["internal.cjs"], false]);
  });

  test("starts no thread and no program by being read", () => {
    const entries = ["cli", "library", "schema-worker", "judge-worker", "judge-thread", "judge-process"].map(
      (name) => `./${name}.cjs`,
    );
    const built = ["dist", "packages/fleet/dist"].flatMap((folder) =>
      readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
    );
    for (const file of built.filter((name) => name.endsWith(".cjs"))) {
      const text = readFileSync(join(ROOT, file), "utf8");
      const named = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? "");
      expect([file, named.filter((name) => entries.includes(name))]).toEqual([file, []]);
    }
  });

  test("of the fleet depends on every package it imports, and holds every file it reaches", async () => {
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(ROOT, "packages", "fleet", "package.json"), "utf8"),
    ) as { readonly dependencies: object; readonly peerDependencies: object };
    const entries = ["index", "judge-thread", "judge-process"].map((name) => `packages/fleet/dist/${name}.cjs`);
    const packages = new Set(entries.flatMap((entry) => [...reach(entry).packages]));
    expect([...packages].sort()).toEqual(Object.keys({ ...dependencies, ...peerDependencies }).sort());
    const pack = ["pack", "--dry-run", "--json", "--ignore-scripts"];
    const { stdout } = await run("npm", pack, { cwd: join(ROOT, "packages", "fleet") });
    const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
    const paths = new Set(packed.files.map(({ path }) => `packages/fleet/${path}`));
    for (const file of entries.flatMap((entry) => [...reach(entry).files])) expect(paths).toContain(file);
    for (const file of ["README.md", "LICENSE", "dist/page/fleet-search.js"])
      expect(paths).toContain(`packages/fleet/${file}`);
    for (const path of paths) expect(path).not.toContain("/src/");
  });

  test("has what it exports", () => {
    const targets = (value: unknown): string[] =>
      typeof value === "string" ? [value] : Object.values(value as object).flatMap(targets);
    for (const target of targets(manifest.exports).filter((path) => !path.includes("*"))) {
      expect(existsSync(join(ROOT, target))).toBe(true);
    }
  });
});

test("the list of materials names what is installed and what is bundled, for each package", async () => {
  const list = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await run(process.execPath, [join(ROOT, "tools", "sbom.js"), ...args], { maxBuffer: 2 ** 26 });
    const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
    return components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/(.+)@.*$/, "$1"));
  };
  const bundled = JSON.parse(readFileSync(join(ROOT, "tools", "bundled-packages.json"), "utf8")) as string[];
  expect([...(await list())].sort()).toEqual([...Object.keys(manifest.dependencies), ...bundled].sort());
  const fleet = await list("packages/fleet");
  expect(fleet).toEqual(expect.arrayContaining(["@electric-sql/pglite", "pg", "pg-boss", "cron-parser"]));
  expect(fleet).not.toContain("undici");
});

test("--version needs neither the built program nor any package", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["bin", "package.json"]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const flag of ["--version", "-V"]) {
    const { stdout } = await run(process.execPath, [join(folder, "bin", "mcptest.js"), flag]);
    expect(stdout).toBe(`${manifest.version}\n`);
  }
});

test("the overview does not load what talks to servers", async () => {
  // Every file that is read is named; the file of a command is loaded by that command alone.
  const folder = mkdtempSync(join(tmpdir(), "mcptest-package-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const spy = join(folder, "spy.cjs");
  writeFileSync(
    spy,
    `const fs = require("node:fs");
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...rest) => {
      process.stderr.write(path + "\\n");
      return readFileSync(path, ...rest);
    };`,
  );
  const { stderr } = await run(process.execPath, ["--require", spy, join(ROOT, "bin", "mcptest.js"), "--help"]);
  expect(stderr).toContain("dist/cli.cjs");
  expect(stderr).not.toContain("dist/probe.cjs");
  expect(stderr).not.toContain("dist/judge.cjs");
});

describe("schemas", () => {
  const names = readdirSync(join(ROOT, "schemas"));

  test.each(names)("%s is JSON and a schema", (name) => {
    const schema = JSON.parse(readFileSync(join(ROOT, "schemas", name), "utf8")) as object;
    expect(schema).toHaveProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
    expect(schema).toHaveProperty("$id");
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    // Keywords of our own are notes to readers; any other that Ajv does not know is a typing error.
    ajv.addVocabulary([...new Set(JSON.stringify(schema).match(/(?<=")x-[a-z-]+(?=":)/g) ?? [])]);
    expect(() => ajv.compile(schema)).not.toThrow();
  });

  test("are there", () => {
    expect(names).toContain("capture.schema.json");
  });
});
