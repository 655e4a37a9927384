import type { Command } from "commander";
import { nameOf } from "./registration.ts";

/** Two lines to begin with, in the help of every command. */
const EXAMPLES: Readonly<Record<string, readonly [string, string]>> = {
  check: ["mcptest check -- node server.js", "mcptest check http://localhost:3000/mcp --bearer-env TOKEN"],
  judge: ["mcptest judge session.json", "mcptest judge session.json --only tools --verbose"],
  client: [
    "mcptest client -- node client.js {url}",
    "mcptest client --scenario server-requests -- node client.js {url}",
  ],
  report: [
    "mcptest report result.json --reporter markdown",
    "mcptest report result.json --reporter html -o report.html",
  ],
  explain: ["mcptest explain TOOL-012", "mcptest explain TOOL-012 --result result.json"],
  sdk: ["mcptest sdk", "mcptest sdk typescript --json"],
  audit: ["mcptest audit -- node server.js", "mcptest audit https://mcp.example/mcp --fail-on grade-b"],
  accept: ["mcptest accept -- node server.js", "mcptest accept --capture session.json --for openai,claude"],
  doctor: ["mcptest doctor -- node server.js", "mcptest doctor --capture session.json --to 2026-07-28"],
  lock: ["mcptest lock -- node server.js", "mcptest lock --check --fail-on breaking -- node server.js"],
  auth: [
    "mcptest auth https://auth.example.com",
    "mcptest auth https://mcp.example.com/mcp --register --save auth.json",
  ],
  record: ["mcptest record -o session.json -- node server.js", "mcptest record --plan -- node server.js"],
  call: [
    "mcptest call http://localhost:3000/mcp get_weather --arg city=Paris",
    'mcptest call get_weather --args \'{"city": "Paris"}\' -- node server.js',
  ],
  read: ["mcptest read http://localhost:3000/mcp notes://today", "mcptest read notes://today -- node server.js"],
  prompt: [
    "mcptest prompt http://localhost:3000/mcp summarize --arg style=short",
    "mcptest prompt summarize -- node server.js",
  ],
  list: ["mcptest list -- node server.js", "mcptest list http://localhost:3000/mcp tools --json"],
  run: ["mcptest run", "mcptest run --config mcptest.yaml --reporter junit -o results.xml"],
  init: ["mcptest init -- node server.js", "mcptest init --capture session.json -o suite.yaml"],
  validate: ["mcptest validate", "mcptest validate --print-schema > suite.schema.json"],
  serve: ["mcptest serve session.json", "mcptest serve session.json --http 8080 --latency recorded"],
  replay: ["mcptest replay session.json -- node server.js", "mcptest replay session.json http://localhost:3000/mcp"],
  login: [
    "mcptest login https://mcp.example/mcp",
    "mcptest login https://mcp.example/mcp --headless --client-id ci --client-secret-env CI_SECRET",
  ],
  mcp: ["mcptest mcp", "mcptest mcp --http 8080 --allow-private"],
  completion: [
    "source <(mcptest completion bash)",
    "mcptest completion fish > ~/.config/fish/completions/mcptest.fish",
  ],
  "compliance run": ["mcptest compliance run -- node server.js", "mcptest compliance run mcptest.yaml"],
  "compliance invariants": [
    "mcptest compliance invariants --capture session.json",
    "mcptest compliance invariants --capture a.json b.json --format json",
  ],
  "compliance diff": [
    "mcptest compliance diff 2025-11-25 2026-07-28",
    "mcptest compliance diff 2026-07-28 ./my-rules --reporter markdown",
  ],
  "compliance rules": [
    "mcptest compliance rules --section tools",
    "mcptest compliance rules --revision 2025-11-25 --json",
  ],
  "compliance upcoming": ["mcptest compliance upcoming", "mcptest compliance upcoming -- node server.js"],
  "compliance refresh": ["mcptest compliance refresh", "mcptest compliance refresh --dry-run"],
  "conformance run": [
    "mcptest conformance run --server http://localhost:3000/mcp",
    "mcptest conformance run --fail-on tier-1 -- node server.js",
  ],
  "conformance refresh": ["mcptest conformance refresh", "mcptest conformance refresh --dry-run"],
  "conformance check-ids": ["mcptest conformance check-ids", "mcptest conformance check-ids --unimplemented"],
  "cert keygen": ["mcptest cert keygen", "mcptest cert keygen -o issuer-key.pem"],
  "cert verify": [
    "mcptest cert verify certificate.json --issuer-key issuer.pub",
    "mcptest cert verify certificates/ --policy policy.yaml",
  ],
  "cert show": ["mcptest cert show certificate.json", "mcptest cert show certificate.json --json"],
  "cert publish": [
    "mcptest cert publish certificate.json --capture session.json --out web",
    "mcptest cert publish certificate.json --capture session.json --out web --revocations revocation.json",
  ],
  "cert revoke": [
    'mcptest cert revoke certificate.json --key issuer-key.pem --reason "the wrong server was audited" -o revocation.json',
    "mcptest cert revoke certificates/notes.json --key-env ISSUER_KEY --reason mistake -o revocation.json",
  ],
  "cert retire": [
    "mcptest cert retire --key issuer-key.pem --reason superseded --from 2026-12-01 -o retirement.json",
    "mcptest cert retire --key issuer-key.pem --reason compromised -o retirement.json",
  ],
  "registry validate": [
    "mcptest registry validate server.json",
    "mcptest registry validate . --live --allow-commands --fail-on warning",
  ],
  "registry draft": [
    "mcptest registry draft -o server.json -- npx -y @acme/notes@1.2.0",
    "mcptest registry draft --capture session.json",
  ],
  "registry list": [
    "mcptest registry list https://registry.modelcontextprotocol.io --limit 20",
    "mcptest registry list https://registry.modelcontextprotocol.io --updated-since 2026-11-01T00:00:00Z --json",
  ],
  "fleet add": [
    "mcptest fleet add servers.txt .mcp.json",
    "mcptest fleet add --registry https://registry.modelcontextprotocol.io",
  ],
  "fleet run": [
    "mcptest fleet run --contact fleet@directory.example",
    "mcptest fleet run --all --target '*.example' --quick",
  ],
  "fleet work": [
    "mcptest fleet work --database postgres://fleet@db.example/fleet",
    "mcptest fleet work --until-done --at-once 32",
  ],
  "fleet status": ["mcptest fleet status", "mcptest fleet status --fleet internal --json"],
  "fleet rejudge": ["mcptest fleet rejudge", "mcptest fleet rejudge --all --dry-run"],
  "fleet diff": ["mcptest fleet diff", "mcptest fleet diff --since 7d --json"],
  "fleet export": ["mcptest fleet export > fleet.jsonl", "mcptest fleet export --format csv -o fleet.csv"],
  "fleet certify": [
    "mcptest fleet certify --key issuer.pem --issuer 'Directory Example'",
    "mcptest fleet certify --key issuer.pem --issuer 'Directory Example' --min-grade a --out certificates",
  ],
  "fleet remove": [
    "mcptest fleet remove https://mistyped.example/mcp",
    "mcptest fleet remove dd980a2d40b05244 npm:@scope/a-server",
  ],
  "fleet opt-out": ["mcptest fleet opt-out their.example", "mcptest fleet opt-out their.example --remove"],
  "registry refresh": ["mcptest registry refresh", "mcptest registry refresh --dry-run"],
  "fleet site": [
    "mcptest fleet site --out public",
    "mcptest fleet site --out public --base-url https://directory.example/mcp/",
  ],
  "cert page": ["mcptest cert page -o verify.html", "mcptest cert page > verify.html"],
};

/** Adds them to every command that can be run. */
export const addExamples = (parent: Command): void => {
  for (const command of parent.commands) {
    addExamples(command);
    const lines = EXAMPLES[nameOf(command)];
    if (lines) command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  ${line}\n`).join("")}`.trimEnd());
  }
};
