/**
 * Extensions of source files. Data files are left out on purpose: a server that writes a log, a database or a JSON file
 * while it runs would trigger its own next check, forever.
 */
const ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|rb|php|java|kts?|cs|fs|swift|exs?|erl|lua|pl|scala|clj|dart|zig|c|h|cc|cpp|hpp|sh|bash|wasm|toml|ya?ml|gradle|mod|graphql|proto|sql)$/i;

/** Files that a build or start reads although their extension is that of data. */
const NAMES = new Set(["package.json", "tsconfig.json", "deno.json", "composer.json"]);

const IGNORED_FOLDERS = new Set(["node_modules", "__pycache__", "coverage", "venv", "vendor", "target"]);

export const isSourceFile = (name: string): boolean => !name.startsWith(".") && (ENDINGS.test(name) || NAMES.has(name));

/** Everything hidden is ignored too: .git, .venv, caches. `dist` is watched: servers are often started from it. */
export const isIgnoredFolder = (name: string): boolean => name.startsWith(".") || IGNORED_FOLDERS.has(name);
