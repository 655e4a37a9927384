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

const go = (sdk, module, version, files) => ({
  sdk,
  version,
  transports: ["stdio", "http"],
  files,
  install: [
    ["go", "mod", "init", "minimal"],
    ["go", "get", `${module}@v${version}`],
    ["go", "mod", "tidy"],
    ["go", "build", "-o", "server", "."],
  ],
  compiled: true,
  run: ["./server"],
});

const goSdk = (version, invalid) =>
  go("go", "github.com/modelcontextprotocol/go-sdk", version, { "main.go": "go-sdk.go", "invalid.go": invalid });

const mcpGo = (version, more) =>
  go("mcp-go", "github.com/mark3labs/mcp-go", version, { "main.go": "mcp-go.go", "more.go": more });

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

const java = (version, source, { transports = ["stdio", "http"], besides = [] } = {}) => ({
  sdk: "java",
  version,
  transports,
  files: { "Server.java": source },
  texts: {
    "pom.xml": pom([["io.modelcontextprotocol.sdk", "mcp", version], ["org.slf4j", "slf4j-nop", "2.0.17"], ...besides]),
  },
  install: [
    ["mvn", "--batch-mode", "--quiet", "dependency:copy-dependencies"],
    ["javac", "-d", "classes", "-cp", "target/dependency/*", "Server.java"],
  ],
  compiled: true,
  run: ["java", "-cp", "classes:target/dependency/*", "Server"],
});

const pom = (dependencies) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>minimal</groupId>
  <artifactId>minimal</artifactId>
  <version>1.0.0</version>
  <dependencies>
${dependencies
  .map(
    ([group, artifact, version]) =>
      `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  )
  .join("\n")}
  </dependencies>
</project>
`;

const TOMCAT = { besides: [["org.apache.tomcat.embed", "tomcat-embed-core", "11.0.13"]] };

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
  goSdk("1.1.0", "go-sdk-invalid-early.go"),
  goSdk("1.6.1", "go-sdk-invalid.go"),
  goSdk("1.8.0", "go-sdk-invalid.go"),
  mcpGo("0.32.0", "mcp-go-more-early.go"),
  mcpGo("0.58.0", "mcp-go-more.go"),
  mcpGo("1.2.1", "mcp-go-more.go"),
  rust("0.8.5", "rmcp-0.rs", ["stdio"]),
  rust("1.8.0", "rmcp-3.rs"),
  rust("3.8.0", "rmcp-3.rs"),
  java("0.10.0", "JavaEarly.java", { transports: ["stdio"] }),
  // With everything on it, it stops answering over stdio after some requests, so that such a recording tells nothing.
  { ...java("1.1.5", "Java.java", TOMCAT), leaveOut: ["stdio-all"] },
  java("2.1.0", "Java.java", TOMCAT),
];
