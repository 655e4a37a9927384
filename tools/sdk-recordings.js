// Records the smallest faultless server on each SDK again. Needs the package registries and the toolchains, so no test runs it.
//   node tools/sdk-recordings.js [--only typescript-1.32.2,go] [--scratch folder] [--list]
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { RECIPES } from "./sdk-recordings/recipes.js";
import { givePort, install, nameOf, OFFERS, record } from "./sdk-recordings/record.js";

const say = (text) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    scratch: { type: "string", default: ".cache/sdks" },
    out: { type: "string", default: "test/captures/sdks" },
    list: { type: "boolean", default: false },
  },
});

const only = values.only?.split(",");
const isWanted = (recipe) => only === undefined || only.includes(recipe.sdk) || only.includes(nameOf(recipe));
mkdirSync(values.out, { recursive: true });

let failed = 0;
for (const recipe of RECIPES) {
  const runs = recipe.transports
    .flatMap((transport) =>
      (recipe.offers ?? OFFERS).map((offers) => ({
        transport,
        offers,
        port: givePort(),
        out: resolve(values.out, `${nameOf(recipe)}-${transport}-${offers}.json`),
      })),
    )
    .filter(({ transport, offers }) => !recipe.leaveOut?.includes(`${transport}-${offers}`));
  if (!isWanted(recipe)) continue;
  if (values.list) {
    say(`${nameOf(recipe)}  ${recipe.transports.join(", ")}`);
    continue;
  }
  try {
    const folder = install(recipe, resolve(values.scratch));
    for (const run of runs) await record(recipe, folder, run);
    say(`${nameOf(recipe)}: ${runs.length} recordings`);
  } catch (error) {
    failed += 1;
    say(`${nameOf(recipe)}: ${error.message}`);
  }
}
process.exitCode = failed > 0 ? 1 : 0;
