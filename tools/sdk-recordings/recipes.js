// Which SDKs are recorded, in which versions, and how each is installed and started. Newest last within an SDK.

const typescript = (version, source, transports, packages = []) => ({
  sdk: "typescript",
  version,
  transports,
  files: { "server.mjs": source },
  texts: { "package.json": JSON.stringify({ private: true, type: "module" }) },
  install: [["npm", "install", "--silent", "--no-audit", "--no-fund", ...packages]],
  run: ["node", "server.mjs"],
});

const typescript1 = (version, source = "typescript-1.mjs", transports = ["stdio", "http"]) =>
  typescript(version, source, transports, [`@modelcontextprotocol/sdk@${version}`, "zod@3"]);

const typescript2 = (version, node) =>
  typescript(
    version,
    "typescript-2.mjs",
    ["stdio", "http"],
    [`@modelcontextprotocol/server@${version}`, `@modelcontextprotocol/node@${node}`, "zod@4"],
  );

const python = (sdk, requirement, version, source, { transports = ["stdio", "http"], besides = [] } = {}) => ({
  sdk,
  version,
  transports,
  files: { "server.py": source },
  install: [
    ["python3", "-m", "venv", ".venv"],
    [".venv/bin/pip", "install", "--quiet", `${requirement}==${version}`, ...besides],
  ],
  run: [".venv/bin/python", "server.py"],
});

const go = (sdk, module, version, source) => ({
  sdk,
  version,
  transports: ["stdio", "http"],
  files: { "main.go": source },
  install: [
    ["go", "mod", "init", "minimal"],
    ["go", "get", `${module}@v${version}`],
    ["go", "mod", "tidy"],
    ["go", "build", "-o", "server", "."],
  ],
  compiled: true,
  run: ["./server"],
});

const rust = (version, source, transports = ["stdio", "http"]) => ({
  sdk: "rust",
  version,
  transports,
  files: { "src/main.rs": source },
  texts: {
    "Cargo.toml": `[package]
name = "minimal"
version = "1.0.0"
edition = "2024"

[dependencies]
rmcp = { version = "=${version}", features = ["server", "macros", "transport-io", "transport-streamable-http-server"] }
axum = "0.8"
serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["full"] }
`,
  },
  install: [["cargo", "build", "--quiet"]],
  offers: ["tool"],
  compiled: true,
  run: ["target/debug/minimal"],
});

export const RECIPES = [
  typescript1("1.0.4", "typescript-early.mjs", ["stdio"]),
  typescript1("1.12.3"),
  typescript1("1.20.2"),
  typescript1("1.32.2"),
  typescript2("2.0.0", "2.0.0"),
  typescript2("2.4.0", "2.1.2"),
  python("python", "mcp", "1.6.0", "python-1.py", { transports: ["stdio"], besides: ["pydantic<2.12"] }),
  python("python", "mcp", "1.12.4", "python-1.py", { besides: ["pydantic<2.12"] }),
  python("python", "mcp", "1.30.0", "python-1.py"),
  python("python", "mcp", "2.3.0", "python-2.py"),
  python("fastmcp", "fastmcp", "2.14.7", "fastmcp.py"),
  python("fastmcp", "fastmcp", "3.4.10", "fastmcp.py"),
  python("fastmcp", "fastmcp", "4.1.2", "fastmcp.py"),
  go("go", "github.com/modelcontextprotocol/go-sdk", "1.1.0", "go-sdk.go"),
  go("go", "github.com/modelcontextprotocol/go-sdk", "1.6.1", "go-sdk.go"),
  go("go", "github.com/modelcontextprotocol/go-sdk", "1.8.0", "go-sdk.go"),
  go("mcp-go", "github.com/mark3labs/mcp-go", "0.32.0", "mcp-go.go"),
  go("mcp-go", "github.com/mark3labs/mcp-go", "0.58.0", "mcp-go.go"),
  go("mcp-go", "github.com/mark3labs/mcp-go", "1.2.1", "mcp-go.go"),
  rust("0.8.5", "rmcp-0.rs", ["stdio"]),
  rust("1.8.0", "rmcp-3.rs"),
  rust("3.8.0", "rmcp-3.rs"),
];
