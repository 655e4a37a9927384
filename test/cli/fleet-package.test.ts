// The package that `mcptest fleet` loads: found, missing, of another version, or broken.

import { expect, test } from "vitest";
import { VERSION } from "../../src/base/version.ts";
import { loadFleetPackage } from "../../src/cli/actions/fleet.ts";

const notFound = (name: string): never => {
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
};

test("the package is loaded where its version is that of mcptest", () => {
  const installed = { commands: {} };
  expect(loadFleetPackage((name) => (name === "mcptest-fleet" ? installed : { version: VERSION }))).toBe(installed);
});

test("without the package, one line names the command that installs it", () => {
  expect(() => loadFleetPackage(notFound)).toThrow(
    expect.objectContaining({
      name: "StopError",
      exitCode: 1,
      message: "the commands of a fleet need the package mcptest-fleet; run npm install mcptest-fleet",
    }),
  );
});

test("a package of another version is not loaded, and one line names the one that fits", () => {
  const loaded: string[] = [];
  const load = (name: string): unknown => {
    loaded.push(name);
    return { version: "9.9.9" };
  };
  expect(() => loadFleetPackage(load)).toThrow(
    expect.objectContaining({
      exitCode: 1,
      message: `mcptest-fleet 9.9.9 does not fit mcptest ${VERSION}; run npm install mcptest-fleet@${VERSION}`,
    }),
  );
  expect(loaded).toEqual(["mcptest-fleet/package.json"]);
});

test("what goes wrong inside the package is not taken for a package that is missing", () => {
  const broken = (name: string): unknown => (name.endsWith("/package.json") ? { version: VERSION } : notFound("pg"));
  expect(() => loadFleetPackage(broken)).toThrow("Cannot find module 'pg'");
});
