import type { JsonObject } from "../../src/base/json.ts";

/** Reads one repository at its newest commit. */
export interface Repository {
  readonly files: readonly string[];
  read(path: string): string;
}

export interface ListedServer {
  readonly server: string;
  readonly tools: readonly JsonObject[];
}

export interface Source {
  readonly repository: string;
  readonly kind: "benign" | "malicious";
  readonly licence: string;
  servers(repository: Repository): readonly ListedServer[];
}

type LiveBench = readonly {
  readonly tools: Readonly<Record<string, { readonly tools: readonly JsonObject[] }>>;
}[];

/** A tool as FastMCP makes it from a function: its name and its docstring. */
const FUNCTION =
  /@\w+\.tool\([^\n]*\)\s*\n(?:@[^\n]*\n)*\s*(?:async )?def (\w+)\([\s\S]{0,2000}?\)(?:\s*->[^:\n]+)?:\s*\n\s*(?:[rf]?"""([\s\S]*?)"""|'''([\s\S]*?)''')/g;
/** A description that is given as an argument. */
const GIVEN = /description\s*=\s*\(?\s*[rf]?(?:"""([\s\S]*?)"""|"((?:[^"\\\n]|\\.)+)")/g;

/** A description that is kept in a constant; one that is marked clean is not counted. */
const CONSTANT = /^_?(?!CLEAN|BENIGN|SAFE|MAIL)[A-Z_]*(?:DESCRIPTION|HTML)[A-Z_]*\s*=\s*"""([\s\S]*?)"""/gm;

const docstrings = ({ files, read }: Repository): readonly ListedServer[] =>
  files
    .filter((path) => path.endsWith(".py"))
    .map((server) => {
      const text = read(server);
      const named = [...text.matchAll(FUNCTION)].map(([, name = "", first, second]) => ({
        name,
        description: first ?? second ?? "",
        inputSchema: { type: "object" },
      }));
      const given = [...text.matchAll(GIVEN)].map(([, first, second], index) => ({
        name: `given_${index}`,
        description: first ?? second ?? "",
        inputSchema: { type: "object" },
      }));
      const kept = [...text.matchAll(CONSTANT)].map(([, description = ""], index) => ({
        name: `kept_${index}`,
        description: description.replace(/\\\n/g, ""),
        inputSchema: { type: "object" },
      }));
      return { server, tools: [...named, ...given, ...kept] };
    })
    .filter(({ tools }) => tools.length > 0);

export const SOURCES: readonly Source[] = [
  {
    repository: "icip-cas/LiveMCPBench",
    kind: "benign",
    licence: "Apache-2.0",
    servers: ({ read }) =>
      (JSON.parse(read("tools/LiveMCPTool/tools.json")) as LiveBench).flatMap(({ tools }) =>
        Object.entries(tools).map(([server, { tools: listed }]) => ({ server, tools: listed })),
      ),
  },
  {
    repository: "github/github-mcp-server",
    kind: "benign",
    licence: "MIT",
    servers: ({ files, read }) => [
      {
        server: "github",
        tools: files
          .filter((path) => path.includes("__toolsnaps__") && path.endsWith(".snap"))
          .map((path) => JSON.parse(read(path)) as JsonObject),
      },
    ],
  },
  {
    repository: "docker/mcp-registry",
    kind: "benign",
    licence: "MIT",
    servers: ({ files, read }) =>
      files
        .filter((path) => path.startsWith("servers/") && path.endsWith("/tools.json"))
        .map((path) => ({
          server: path.split("/")[1] ?? path,
          tools: JSON.parse(read(path)) as readonly JsonObject[],
        })),
  },
  { repository: "johannhartmann/mcp-injection-experiments", kind: "malicious", licence: "none", servers: docstrings },
  { repository: "harishsg993010/damn-vulnerable-MCP-server", kind: "malicious", licence: "none", servers: docstrings },
  { repository: "dongsenzhang/MSB", kind: "malicious", licence: "MIT", servers: docstrings },
  { repository: "AIS2Lab/MCPSecBench", kind: "malicious", licence: "MIT", servers: docstrings },
];
