import { PolicyError, readPolicy } from "../../src/certificate/read-policy.ts";
import { parseJsonc } from "../../src/cli/target/jsonc.ts";
import { resolveTarget } from "../../src/cli/target/target-options.ts";
import { UsageError } from "../../src/cli/usage-error.ts";
import { readCoreFile } from "../../src/judge/corpus/core-rows.ts";
import { RowError } from "../../src/judge/corpus/read-rows.ts";
import { readYaml, YamlError } from "../../src/judge/corpus-files/read-yaml.ts";
import { CANARY } from "../hostile/canaries.ts";
import { checkMessage, type Outcome } from "./area.ts";

/** What fuzzing has found and was mended: the smallest input that showed it. */
export interface Find {
  readonly what: string;
  run(): Promise<Outcome>;
}

const refused = async (read: () => unknown): Promise<Outcome> => {
  try {
    read();
    return "taken";
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    checkMessage(error.message);
    return "refused";
  }
};

const policy = (text: string): Promise<Outcome> =>
  refused(() =>
    readYaml(text, "policy.yaml", (value) => {
      try {
        return readPolicy(value);
      } catch (error) {
        if (error instanceof PolicyError) throw new RowError(error.path, error.message);
        throw error;
      }
    }),
  );

/** A client configuration file with this server, which must be refused without a word of what the variable holds. */
const configuration = async (server: object): Promise<Outcome> => {
  const text = JSON.stringify({ mcpServers: { a: server } });
  const system = { env: { TOKEN: CANARY.env }, cwd: "/work", readFile: onlyThe(text), parseJsonc };
  try {
    resolveTarget({ mcpConfig: "mcp.json", name: "a" }, system);
    return "taken";
  } catch (error) {
    if (!(error instanceof UsageError) || error.message.includes(CANARY.env)) throw error;
    return "refused";
  }
};

const onlyThe =
  (text: string) =>
  (path: string): string => {
    if (path.endsWith("mcp.json")) return text;
    throw Object.assign(new Error("missing"), { code: "ENOENT" });
  };

const VARIABLE = "$" + "{env:TOKEN}";

export const FINDS: readonly Find[] = [
  { what: "a variable in a url that is none is repeated", run: () => configuration({ url: `Bearer ${VARIABLE}` }) },
  { what: "a variable in a url of another scheme is repeated", run: () => configuration({ url: `${VARIABLE}://x/` }) },
  {
    what: "a variable in the path of an envFile is repeated",
    run: () => configuration({ command: "node", envFile: `/x/${VARIABLE}` }),
  },
  {
    what: "fifty thousand mistakes took a minute to word",
    run: () => refused(() => readYaml(`${"}".repeat(50_000)}\n`, "core.yaml", readCoreFile)),
  },
  {
    what: "explicit keys without end exhaust the parser",
    run: () => refused(() => readYaml(`${"? ".repeat(20_000)}a\n`, "core.yaml", readCoreFile)),
  },
  {
    what: "explicit keys behind a name exhaust the parser",
    run: () => refused(() => readYaml(`a: 1\nb: ${"? ".repeat(20_000)}\n`, "core.yaml", readCoreFile)),
  },
  {
    what: "a name in a corpus reorders the text of the error",
    run: () => refused(() => readYaml('- "\u{202e}": 1\n', "core.yaml", readCoreFile)),
  },
  { what: "a name in a policy breaks the line of the error", run: () => policy('"a\\nb\\u2028c": 1\n') },
  { what: "a policy of one long name is repeated whole", run: () => policy(`minimum_grade: ${"x".repeat(60_000)}\n`) },
];
