// Prints where a rule is written: its rows, facts, questions, steps and proofs, by tree.
//   npm run trees TOOL-002

import { loadModules, loadTool } from "./house/bundle.js";

const main = await loadTool("trees");
process.exitCode = await main(process.argv.slice(2), loadModules, (line) => process.stdout.write(`${line}\n`));
