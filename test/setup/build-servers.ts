// Vitest's global setup: bundles the process entries of the example servers, because node 20 reads no TypeScript.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SERVERS = join(ROOT, "test", "servers");
/** The servers and their deliberate faults, which are with the areas that they break. */
const SOURCES = [SERVERS, join(ROOT, "test", "areas")];
const BUNDLES = join(ROOT, ".cache", "test-servers");
const ENTRIES = ["stdio-main", "http-main"];

export async function setup(): Promise<void> {
  // Over HTTP the servers run inside the tests: who tries one rule after another need not wait for the bundles.
  if (process.env.HTTP_ONLY !== undefined || isFresh()) return;
  const workshop = `${BUNDLES}.${process.pid}`;
  mkdirSync(BUNDLES, { recursive: true });
  // One build per entry: no shared chunks, so each bundle is one file that can be put in place at once. Another run
  // of the tests may be spawning the old one at this moment.
  await Promise.all(ENTRIES.map((entry) => bundle(entry, join(workshop, entry))));
  for (const entry of ENTRIES) renameSync(join(workshop, entry, `${entry}.js`), join(BUNDLES, `${entry}.js`));
  rmSync(workshop, { recursive: true });
}

async function bundle(entry: string, outDir: string): Promise<void> {
  await build({
    config: false,
    cwd: ROOT,
    entry: [join(SERVERS, `${entry}.ts`)],
    outDir,
    format: "esm",
    platform: "node",
    target: "node20",
    fixedExtension: false,
    clean: false,
    dts: false,
    logLevel: "error",
  });
}

function isFresh(): boolean {
  const built = ENTRIES.map((entry) => modified(join(BUNDLES, `${entry}.js`)));
  return Math.min(...built) > Math.max(...SOURCES.map(newest));
}

function newest(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true }).map((item) => {
    const path = join(folder, item.name);
    return item.isDirectory() ? newest(path) : modified(path);
  });
  return Math.max(...times);
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
