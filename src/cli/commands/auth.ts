import { LIST_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { gateHelp } from "../flags/gate-flag.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { LOGIN_FLAGS, SERVER_FLAGS } from "../flags/server-flags.ts";
import { defineCommand } from "./define-command.ts";

export const auth = defineCommand({
  name: "auth",
  about: "test an authorization server: metadata, PKCE, redirect URIs, registration, tokens; creates nothing unasked",
  args: { "[address]": "an issuer, or the URL of an MCP server that names one" },
  flags: {
    ...reporterFlags(REPORTERS),
    "--register": "register a client, use it, and delete it where that is offered",
    "--client-id <id>": "use a client that is registered already",
    "--client-secret-env <ENV>": "the environment variable that holds its secret",
    "--redirect-uri <uri>": "a redirect URI that it is registered with",
    "--scope <scopes>": "the scopes to ask for",
    "--resource <uri>": "the resource to ask tokens for (default: that of the server's metadata)",
    "--serve-client-metadata <port>": "serve client metadata documents, right and wrong ones, on this port (0: any)",
    "--client-metadata-url <url>": "the https address under which the authorization server reaches that port",
    "--browser": "sign in with a browser, so that there is a code and a token to look at",
    "--wait <time>": "how long to wait for the browser (default 2m)",
    "--allow-private": "also ask loopback and private addresses that metadata names",
    "--revision <revision>": "judge by this revision (default: the newest)",
    "--timeout <time>": "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)",
    "--run-timeout <time>": "time limit for the whole run",
    "--limit <name=value>": repeatable("change one limit (repeatable; record --help-limits lists them)"),
    "--ca <pem>": "a PEM file of additional root certificates to trust",
    "--insecure": "do not verify TLS certificates (the capture says so)",
    "--fail-on <what>": gateHelp("must"),
    ...SAVE_FLAG,
  },
  examples: [
    "mcptest auth https://auth.example.com",
    "mcptest auth https://mcp.example.com/mcp --register --save auth.json",
  ],
});

export const login = defineCommand({
  name: "login",
  about: "sign in to a protected server and keep the token for check --login",
  args: { "[url]": "the server's URL" },
  asksServer: true,
  flags: {
    ...SERVER_FLAGS,
    ...LOGIN_FLAGS,
    "--allow-private": "the authorization server may be at a loopback or private address",
    "--timeout <time>": "time limit for one exchange: 500ms, 10s, 2m (a bare number is seconds)",
    "--limit <name=value>": repeatable("change one limit (repeatable; record --help-limits lists them)"),
    "--save <file>": "save what was said while signing in, without secrets (.json or .jsonl)",
    "--list": "list the stored tokens; no secret is shown",
    "--forget": "remove the stored tokens of this server, or of every one with --all",
    "--all": "with --forget: of every server",
    "-q, --quiet": "print nothing but errors and the address to open",
    ...LIST_FLAGS,
  },
  examples: [
    "mcptest login https://mcp.example/mcp",
    "mcptest login https://mcp.example/mcp --headless --client-id ci --client-secret-env CI_SECRET",
  ],
});
