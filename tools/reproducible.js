// Builds the packages of the current commit twice, in two folders of different names, in two time zones and with two umasks,
// and compares the tarballs byte for byte: `npm run reproducible`. What is published can then be made again by anyone.
//   --keep <folder>  keeps the tarballs, each with a file of its sha256: what a release uploads

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// npm takes the right to write from everybody else, and packs every other mode as it is: a stricter umask would be in the tarball.
const BUILDS = [
  { name: "first", zone: "UTC", umask: 0o022 },
  { name: "the-second-one", zone: "Pacific/Auckland", umask: 0o002 },
];

const { values } = parseArgs({ options: { keep: { type: "string" } } });

const run = (command, args, options) =>
  execFileSync(command, args, { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", ...options });

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** The files of a folder, each with the digest of its bytes. */
const digests = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length + 1), sha256(readFileSync(file))]),
  );

const PACKAGES = ["", "packages/fleet"];

/** One build from nothing but the commit and the installed packages; the tarballs, and what each was packed from. */
const build = (work, { name, zone, umask }) => {
  const before = process.umask(umask);
  try {
    const folder = join(work, name, "mcptest");
    mkdirSync(join(work, name));
    run("git", ["clone", "--quiet", "--no-hardlinks", ROOT, folder]);
    cpSync(join(ROOT, "node_modules"), join(folder, "node_modules"), { recursive: true, verbatimSymlinks: true });
    const env = { ...process.env, TZ: zone };
    run("npm", ["run", "--silent", "build"], { cwd: folder, env });
    return PACKAGES.map((one) => {
      const cwd = join(folder, one);
      const [{ filename }] = JSON.parse(run("npm", ["pack", "--json", "--ignore-scripts"], { cwd, env }));
      return { filename, bytes: readFileSync(join(cwd, filename)), dist: digests(join(cwd, "dist")) };
    });
  } finally {
    process.umask(before);
  }
};

const work = mkdtempSync(join(tmpdir(), "mcptest-reproducible-"));
try {
  const commit = run("git", ["rev-parse", "HEAD"], { cwd: ROOT }).trim();
  const [firsts, seconds] = BUILDS.map((one) => build(work, one));
  for (const [index, first] of firsts.entries()) {
    const second = seconds[index];
    const { filename, bytes } = first;
    const digest = sha256(bytes);
    if (bytes.equals(second.bytes)) {
      process.stdout.write(`${filename} of ${commit}: built twice, the same ${bytes.length} bytes, sha256 ${digest}\n`);
      if (values.keep !== undefined) {
        mkdirSync(values.keep, { recursive: true });
        writeFileSync(join(values.keep, filename), bytes);
        writeFileSync(join(values.keep, `${filename}.sha256`), `${digest}  ${filename}\n`);
      }
    } else {
      const names = new Set([...first.dist.keys(), ...second.dist.keys()]);
      const differ = [...names].filter((name) => first.dist.get(name) !== second.dist.get(name));
      const what = differ.join(", ") || "only in how they were packed";
      process.stderr.write(`${filename}: two builds of ${commit} differ: ${what}\n`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
