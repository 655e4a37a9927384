// What a package is made of, as CycloneDX: `npm run sbom > sbom.cdx.json` for mcptest, `npm run sbom -- packages/fleet` for
// mcptest-fleet. npm describes the packages; which of them are
// needed at work is read from the lock file here, because npm's own --omit=dev leaves out what development needs as well, and
// what is bundled into dist/. The same lock file gives the same bytes: serial number and time are left out.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (file) => JSON.parse(readFileSync(`${ROOT}/${file}`, "utf8"));
/** The folder of the package: the root, or a workspace. */
const folder = process.argv[2] ?? "";
const { name, version, dependencies } = read(join(folder, "package.json"));
const bundled = folder === "" ? read("tools/bundled-packages.json") : [];
const { packages } = read("package-lock.json");

/** As Node finds a package: in the nearest node_modules, going up. */
const resolve = (wanted, from) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const path = `${folder === "" ? "" : `${folder}/`}node_modules/${wanted}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
};

const needed = new Set();
const need = (wanted, from, optional) => {
  const path = resolve(wanted, from);
  if (path === undefined && !optional) throw new Error(`the lock file lacks ${wanted}; run npm install`);
  if (path === undefined || needed.has(path)) return;
  needed.add(path);
  for (const one of Object.keys(packages[path].dependencies ?? {})) need(one, path, false);
  const { optionalDependencies = {}, peerDependencies = {} } = packages[path];
  for (const one of Object.keys({ ...optionalDependencies, ...peerDependencies })) need(one, path, true);
};
for (const one of Object.keys(dependencies)) need(one, folder, false);
// The build takes no other package into dist/, so what these depend on is either named too or left behind.
for (const one of bundled) needed.add(resolve(one, ""));

const referenceOf = (path) =>
  `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${packages[path].version}`;
const references = new Set([...needed].map(referenceOf));
// The other package of this repository is a peer, which its own list describes.
references.delete(`mcptest@${version}`);
references.delete(`mcptest-fleet@${version}`);

const {
  serialNumber: _number,
  metadata,
  components,
  dependencies: graph,
  ...bom
} = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", "inherit"],
  }),
);
const { timestamp: _time, ...described } = metadata;
const root = `${name}@${version}`;
const component = components.find((one) => one["bom-ref"] === root) ?? described.component;
const document = {
  ...bom,
  metadata: { ...described, component: { ...component, name, version } },
  components: components
    .filter((one) => references.has(one["bom-ref"]))
    // Needed at work, whatever else needs it.
    .map((one) => ({ ...one, scope: "required" }))
    .sort((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1)),
  dependencies: graph
    .filter(({ ref }) => ref === root || references.has(ref))
    .map((row) => ({ ...row, dependsOn: row.dependsOn.filter((ref) => references.has(ref)).sort() }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
};
const missing = [...references].filter((one) => !document.components.some((found) => found["bom-ref"] === one));
if (missing.length > 0) throw new Error(`npm does not describe ${missing.join(", ")}`);
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
