// Protected servers on SDKs that npm does not have: how each is installed and started.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const sources = join(dirname(fileURLToPath(import.meta.url)), "servers");

const FASTMCP = "4.1.2";
const GO_SDK = "1.8.0";

const fastmcp = {
  sdk: "fastmcp-protected",
  version: FASTMCP,
  sources,
  files: { "server.py": "fastmcp-protected.py" },
  install: [
    ["python3", "-m", "venv", ".venv"],
    [".venv/bin/pip", "install", "--quiet", `fastmcp==${FASTMCP}`],
  ],
};

const go = {
  sdk: "go-protected",
  version: GO_SDK,
  sources,
  files: { "main.go": "go-protected.go" },
  install: [
    ["go", "mod", "init", "protected"],
    ["go", "get", `github.com/modelcontextprotocol/go-sdk@v${GO_SDK}`, "github.com/coreos/go-oidc/v3@v3.21.0"],
    ["go", "mod", "tidy"],
    ["go", "build", "-o", "server", "."],
  ],
  compiled: true,
};

/**
 * `name` is that of the committed capture. `run` is the command for a port and an issuer; `introspectAt` is where that issuer is
 * asked about tokens. Ports are always the same, so that a new capture differs in what a server changed.
 */
export const FIELD_SERVERS = [
  {
    name: "fastmcp-protected",
    recipe: fastmcp,
    port: 38_401,
    run: (port, issuer) => [".venv/bin/python", "server.py", String(port), issuer, "jwt"],
    tokens: "jwt",
  },
  {
    name: "fastmcp-introspection",
    recipe: fastmcp,
    port: 38_402,
    run: (port, issuer, introspectAt) => [
      ".venv/bin/python",
      "server.py",
      String(port),
      issuer,
      "introspection",
      introspectAt,
    ],
    tokens: "opaque",
  },
  {
    name: "go-protected",
    recipe: go,
    port: 38_403,
    run: (port, issuer) => ["./server", String(port), issuer],
    tokens: "jwt",
  },
];
