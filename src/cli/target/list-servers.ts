import { UsageError } from "../usage-error.ts";
import { type ConfigEntry, readConfigEntry, type ScalarNode } from "./config-entry.ts";
import type { McpConfig } from "./mcp-config.ts";
import { withoutSecrets } from "./target-url.ts";

/** The answer to `--mcp-config <file>` without `--name`: the servers to choose from. */
export interface ServerNames {
  readonly kind: "names";
  /** The file as the user wrote it. */
  readonly file: string;
  readonly names: readonly ConfiguredServer[];
}

export interface ConfiguredServer {
  readonly name: string;
  readonly transport: "stdio" | "http" | "sse" | "unknown";
  /** Enough to recognise the server by; arguments and query strings may hold secrets and are left out. */
  readonly summary: string;
}

export const listServers = (config: McpConfig): ServerNames => ({
  kind: "names",
  file: config.shown,
  names: [...config.servers].map(([name, node]) => {
    try {
      return { name, ...describe(readConfigEntry(config, name, node)) };
    } catch (error) {
      // One broken entry must not hide the others.
      if (!(error instanceof UsageError)) throw error;
      return { name, transport: "unknown", summary: error.message };
    }
  }),
});

const describe = (entry: ConfigEntry): Omit<ConfiguredServer, "name"> =>
  entry.kind === "http"
    ? { transport: entry.transport, summary: showUrl(entry.url.value) }
    : { transport: "stdio", summary: [entry.command.value, ...showArguments(entry.args)].join(" ") };

/** Up to the first word that is not an option, the package or script; what follows may be a secret. */
const showArguments = (args: readonly ScalarNode[]): string[] => {
  const shown: string[] = [];
  for (const { value } of args) {
    const text = String(value);
    const isShortOption = /^[-/][A-Za-z]$/.test(text);
    if (!isShortOption && text.startsWith("-")) break;
    shown.push(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? showUrl(text) : text);
    if (!isShortOption) break;
  }
  return shown.length < args.length ? [...shown, "…"] : shown;
};

/** Some services put a secret in the path; a long segment is more likely a key than a word. */
const showUrl = (text: string): string => withoutSecrets(text).replace(/(?<=[^/]\/)[^/]{20,}/g, "…");
