// Prints the figures that keep the house: how many rooms, lines, crumbs and long functions there are, beside their limits.
//   npm run house               all figures as a table
//   npm run house -- <figure>   the files or names behind one of them

import { loadModules, loadTool } from "./house/bundle.js";

const main = await loadTool("house");
process.exitCode = await main(process.argv.slice(2), loadModules, (line) => process.stdout.write(`${line}\n`));
