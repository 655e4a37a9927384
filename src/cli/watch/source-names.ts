/**
 * Endings of what people write and programs start from. Data is left out on purpose: a server that writes a log, a
 * database or a JSON file while it runs would set off its own next check, for ever.
 */
const ENDINGS =
  /\.(?:[cm]?[jt]sx?|py|pyi|go|rs|rb|php|java|kts?|cs|fs|swift|exs?|erl|lua|pl|scala|clj|dart|zig|c|h|cc|cpp|hpp|sh|bash|wasm|toml|ya?ml|gradle|mod|graphql|proto|sql)$/i;

/** What a build or start reads although its ending is that of data. */
const NAMES = new Set(["package.json", "tsconfig.json", "deno.json", "composer.json"]);

const IGNORED_FOLDERS = new Set(["node_modules", "__pycache__", "coverage", "venv", "vendor", "target"]);

export const isSourceFile = (name: string): boolean => !name.startsWith(".") && (ENDINGS.test(name) || NAMES.has(name));

/** Also everything hidden: .git, .venv, caches. A `dist` is watched: it is often what is started. */
export const isIgnoredFolder = (name: string): boolean => name.startsWith(".") || IGNORED_FOLDERS.has(name);
